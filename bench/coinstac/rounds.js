'use strict';

// What a round costs in the real COINSTAC with our computation and with one that does nothing, in turns.
//   tests/coinstac/run.sh bench <folder> <path of dsne> [points at a site] [reference points] [turns]

const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const WORK = path.join(process.env.DSNE_WORK, 'bench');
const IMAGE = 'dsne-test';
const NOTHING = 'dsne-test-nothing';
const SITES = 2;
const FEATURES = 50;
const CLUSTERS = 10;
const ROUNDS = 60;
// Registration, the reference and the affinities come first, the report last.
const SKIPPED = { first: 8, last: 4 };

const [points = 1400, referencePoints = 500, turns = 3] = process.argv.slice(2).map(Number);

const write = (file, text) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

/** A generator of normal numbers, the same in every run of the bench. */
function normalNumbers(seed) {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const normal = normalNumbers(1);
const centres = Array.from({ length: CLUSTERS }, () => Array.from({ length: FEATURES }, () => 3 * normal()));

function table(rows) {
  const header = Array.from({ length: FEATURES }, (_, feature) => `f${feature}`).join();
  const lines = Array.from({ length: rows }, (_, row) => (
    centres[row % CLUSTERS].map((value) => (value + normal()).toFixed(5)).join()));
  return `${[header, ...lines].join('\n')}\n`;
}

const nothingCommands = [['/nothing'], ['/nothing', `${ROUNDS}`]];

function buildNothing() {
  const folder = path.join(WORK, 'image');
  write(path.join(folder, 'Dockerfile'), `FROM ${IMAGE}\nCOPY nothing /nothing\n`
    + `ENV DSNE_COMMANDS='${JSON.stringify(nothingCommands)}'\n`);
  const source = path.join(__dirname, 'nothing.cpp');
  execFileSync('g++', ['-std=c++20', '-O2', '-static', '-o', path.join(folder, 'nothing'), source]);
  execFileSync('docker', ['build', '--quiet', '--tag', NOTHING, folder]);
}

/** A folder for runs: the image and commands in a compspec, the inputs, and the sites' files. */
function prepare(name, image, command, remoteCommand) {
  const directory = path.join(WORK, name);
  const node = { type: 'docker', dockerImage: image, containerOptions: { StopTimeout: 1 } };
  write(path.join(directory, 'compspec.json'), JSON.stringify({
    meta: { id: name, name, version: '1' },
    computation: { ...node, command, remote: { ...node, command: remoteCommand } },
  }));
  const inputs = Array.from({ length: SITES }, (_, site) => ({
    site_data: { value: ['data.csv'] },
    ...(site === 0 && { reference_data: { value: ['reference.csv'] } }),
    max_iterations: { value: ROUNDS },
    site_settings: { value: { least_sites: SITES } },
  }));
  write(path.join(directory, 'inputspec.json'), JSON.stringify(inputs));
  for (let site = 0; site < SITES; site += 1) {
    write(path.join(directory, 'input', `local${site}`, 'simulatorRun', 'data.csv'), table(points));
  }
  write(path.join(directory, 'input', 'local0', 'simulatorRun', 'reference.csv'), table(referencePoints));
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
buildNothing();
const nothing = prepare('nothing', NOTHING, ...nothingCommands);
const ours = prepare('dsne', IMAGE, ['/computation/local'], ['/computation/remote']);
for (let turn = 0; turn < turns; turn += 1) [nothing, ours].forEach(timeRun);

console.log(`${SITES} sites, ${points} points at each, ${referencePoints} reference points, ${FEATURES} features`);
for (const { name, times } of [nothing, ours]) {
  const [middle, low, high] = [0.5, 0.1, 0.9].map((share) => quantile(times, share).toFixed(1));
  console.log(`${name}: ${middle} ms a round (median of ${times.length}; 10 to 90 %: ${low} to ${high} ms)`);
}
console.log(`ratio: ${(quantile(ours.times, 0.5) / quantile(nothing.times, 0.5)).toFixed(2)}`);
