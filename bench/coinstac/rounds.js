'use strict';

// What a round costs in the real COINSTAC with our computation and with one that does nothing, in turns.
//   tests/coinstac/run.sh bench <folder> <path of dsne> [--sites 2] [--points 1400] [--reference 500] [--turns 3]
//       [--method dsne] [BIN …]
// The executables are the ready ones beside dsne; each BIN is a folder with another local and remote (static, too),
// which take turns with them.

const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { parseArgs } = require('util');

const WORK = path.join(process.env.DSNE_WORK, 'bench');
const IMAGE = 'dsne-test';
const NOTHING = 'dsne-test-nothing';
const CLUSTERED_SITES = path.resolve(__dirname, '../clustered_sites.py');
const ROUNDS = 60;
// Registration, the reference, the affinities and a method's preparations come first, the report last.
const SKIPPED = { first: 12, last: 4 };

const text = (value) => ({ type: 'string', default: value });
const { values, positionals: others } = parseArgs({
  options: {
    sites: text('2'), points: text('1400'), reference: text('500'), turns: text('3'), method: text('dsne'),
  },
  allowPositionals: true,
});
const [sites, turns] = [values.sites, values.turns].map(Number);

const write = (file, text) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

const nothingCommands = [['/nothing'], ['/nothing', `${ROUNDS}`]];

/** Builds an image of ours with other files in it; `prepare` puts them into a folder. */
function buildImage(tag, lines, prepareFiles) {
  const folder = path.join(WORK, 'images', tag);
  write(path.join(folder, 'Dockerfile'), [`FROM ${IMAGE}`, ...lines, ''].join('\n'));
  prepareFiles(folder);
  execFileSync('docker', ['build', '--quiet', '--tag', tag, folder]);
  return tag;
}

function buildNothing() {
  const source = path.join(__dirname, 'nothing.cpp');
  const lines = ['COPY nothing /nothing', `ENV DSNE_COMMANDS='${JSON.stringify(nothingCommands)}'`];
  return buildImage(NOTHING, lines, (folder) => {
    execFileSync('g++', ['-std=c++20', '-O2', '-static', '-o', path.join(folder, 'nothing'), source]);
  });
}

function buildOther(binaries, index) {
  return buildImage(`dsne-test-other-${index}`, ['COPY local remote /computation/'], (folder) => {
    ['local', 'remote'].forEach((name) => fs.copyFileSync(path.join(binaries, name), path.join(folder, name)));
  });
}

/** Makes a folder for runs: the image and commands in a compspec, the inputs, and the sites' files. */
function prepare(name, image, command, remoteCommand) {
  const directory = path.join(WORK, name);
  const node = { type: 'docker', dockerImage: image, containerOptions: { StopTimeout: 1 } };
  write(path.join(directory, 'compspec.json'), JSON.stringify({
    meta: { id: name, name, version: '1' },
    computation: { ...node, command, remote: { ...node, command: remoteCommand } },
  }));
  const inputs = JSON.stringify({ max_iterations: ROUNDS, method: values.method, site_settings: ['settings.json'] });
  execFileSync('python3', [CLUSTERED_SITES, directory, values.sites, values.points, values.reference, inputs]);
  const settings = JSON.stringify({ least_sites: Math.min(sites, 3), allow: [values.method] });
  for (let site = 0; site < sites; site += 1) {
    write(path.join(directory, 'input', `local${site}`, 'simulatorRun', 'settings.json'), settings);
  }
  return { name, directory, times: [] };
}

function timeRun(computation) {
  const output = execFileSync(process.execPath, [path.join(__dirname, 'timed_run.js'), computation.directory], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const times = JSON.parse(output.trim().split('\n').pop());
  computation.times.push(...times.slice(SKIPPED.first, times.length - SKIPPED.last));
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

fs.rmSync(WORK, { recursive: true, force: true });
const ourCommands = [['/computation/local'], ['/computation/remote']];
const computations = [
  prepare('nothing', buildNothing(), ...nothingCommands),
  prepare(values.method, IMAGE, ...ourCommands),
  ...others.map((binaries, index) => (
    prepare(path.join('other', `${index}`), buildOther(path.resolve(binaries), index), ...ourCommands))),
];
for (let turn = 0; turn < turns; turn += 1) computations.forEach(timeRun);

console.log(`${sites} sites, ${values.points} points at each, ${values.reference} reference points`);
const nothing = quantile(computations[0].times, 0.5);
for (const { name, times } of computations) {
  const [middle, low, high] = [0.5, 0.1, 0.9].map((share) => quantile(times, share).toFixed(1));
  console.log(`${name}: ${middle} ms a round (median of ${times.length}; 10 to 90 %: ${low} to ${high} ms), `
    + `ratio ${(middle / nothing).toFixed(2)}`);
}
