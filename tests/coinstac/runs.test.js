'use strict';

const assert = require('assert');
const { execFile, execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { before, describe, it } = require('node:test');
const { promisify } = require('util');
const { RUN } = require('./orchestrator');

const execute = promisify(execFile);

const SOURCE = path.resolve(__dirname, '../..');
const WORK = path.join(process.env.DSNE_WORK, 'runs');
const IMAGE = 'dsne-test';

// Folders as COINSTAC's simulator takes them: scans with summaries, digits with a reference, networks.
const SCANS = path.join(SOURCE, 'test-inputs');
const DIGITS = path.join(WORK, 'digits');
const NETWORKS = path.join(WORK, 'networks');
const SITES = ['local0', 'local1', 'local2'];

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const writeJson = (file, value) => fs.writeFileSync(file, JSON.stringify(value));

/** The compspec for the tests' image. */
function testCompspec({ quick }) {
  const compspec = readJson(path.join(SOURCE, 'compspec.json'));
  const { computation } = compspec;
  for (const node of [computation, computation.remote]) node.dockerImage = IMAGE;
  if (quick) {
    // Containers stop at once, but the remote's, whose files the sites still fetch.
    computation.containerOptions = { StopTimeout: 0 };
    computation.remote.containerOptions = { StopTimeout: 3 };
  }
  return compspec;
}

/** Checks that the app's form offers the files of these inputs: it shows those of the compspec's kinds alone. */
function assertPickable(inputs) {
  const declared = readJson(path.join(SOURCE, 'compspec.json')).computation.input;
  for (const [name, { value }] of Object.entries(inputs)) {
    const files = declared[name].type === 'files' ? value : [];
    for (const file of files) assert.ok(declared[name].extensions.includes(path.extname(file).slice(1)), `${name}: ${file}`);
  }
}

/** Copies what a site keeps of its summary beside its runs, if it has any. */
function keepSummary(from, to) {
  if (!fs.existsSync(from)) return;
  fs.cpSync(from, to, { recursive: true, filter: (file) => file === from || /^summary/.test(path.basename(file)) });
}

/**
 * Makes a folder for a run on a source's sites.
 * @param {object | function(number): object} [inputs] What each site's inputs say besides, by name.
 * @param {object} [settings] What each site's settings say besides.
 */
function prepare(name, { source = SCANS, spec = 'inputspec', quick = true, inputs = {}, settings = {} } = {}) {
  const directory = path.join(WORK, name.replace(/\W+/g, '-'));
  const inputspec = readJson(path.join(source, `${spec}.json`)).map((site, index) => {
    const folder = path.join(directory, 'input', SITES[index], RUN);
    fs.cpSync(path.join(source, 'input', SITES[index], RUN), folder, { recursive: true });
    keepSummary(path.join(source, 'output', SITES[index]), path.join(directory, 'output', SITES[index]));
    // COINSTAC takes settings from a file alone.
    const given = site.site_settings?.value ?? {};
    const own = Array.isArray(given) ? readJson(path.join(folder, given[0])) : given;
    writeJson(path.join(folder, 'all_settings.json'), { ...own, ...settings });
    writeJson(path.join(folder, 'none.json'), {});
    const more = { site_settings: ['all_settings.json'], ...(typeof inputs === 'function' ? inputs(index) : inputs) };
    const all = { ...site, ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, { value }])) };
    assertPickable(all);
    return all;
  });
  writeJson(path.join(directory, 'compspec.json'), testCompspec({ quick }));
  writeJson(path.join(directory, 'inputspec.json'), inputspec);
  return directory;
}

async function makeRun(scenario, directory) {
  const report = path.join(directory, 'report.json');
  await execute(process.execPath, [path.join(__dirname, 'scenario.js'), scenario, directory, report], {
    // Our stand-in for Singularity is in this folder.
    env: { ...process.env, PATH: `${__dirname}:${process.env.PATH}` },
    maxBuffer: 2 ** 28,
  });
  return readJson(report);
}

const isLostConnection = ({ error = '' }) => /connect ECONNRESET|Abnormal Container websocket close/.test(error);

/**
 * Makes a scenario's run in the real COINSTAC, again where the orchestrator lost a connection to a container: it gives
 * the run up at once then, which on a busy machine happens about once in 40 runs.
 */
async function orchestrate(scenario, directory) {
  const before = `${directory}-before`;
  fs.cpSync(directory, before, { recursive: true });
  for (let triesLeft = 2; ; triesLeft -= 1) {
    const { outcome } = await makeRun(scenario, directory);
    const lost = Object.values(outcome).find(isLostConnection);
    if (!lost || triesLeft === 0) return outcome;
    console.warn(`${scenario}, again after: ${lost.error}`);
    fs.rmSync(directory, { recursive: true });
    fs.cpSync(before, directory, { recursive: true });
  }
}

/** Makes a run with `dsne simulate`; returns the remote's outputs, in order. */
async function simulate(directory) {
  const transcript = path.join(directory, 'transcript');
  await execute(process.env.DSNE, [
    'simulate', '-s', path.join(directory, 'compspec.json'), '-d', directory, '--transcript', transcript,
  ]);
  return fs.readdirSync(transcript).filter((name) => name.endsWith('remote.out.json')).sort()
    .map((name) => readJson(path.join(transcript, name)).output);
}

/** A file's content. COINSTAC writes a number of JSON its own way, such as 0 for 0.0. */
const contentOf = (file) => (file.endsWith('.json') ? JSON.stringify(readJson(file)) : fs.readFileSync(file).toString('base64'));

/** Returns every file below a folder: its path there, and its content. The report's receipt, of a drawn key, is left out. */
function contents(folder) {
  return Object.fromEntries(fs.readdirSync(folder, { recursive: true })
    .filter((name) => name !== 'private_subjects.bin' && fs.statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => [name, contentOf(path.join(folder, name))]));
}

/** Files of a site without what its release log has of the reference phase, and without the log's numbers of rounds. */
function withoutReferenceRounds(files) {
  const log = Buffer.from(files['release_log.jsonl'], 'base64').toString().trim().split('\n').map(JSON.parse);
  const releases = log.filter(({ phase }) => phase !== 'reference').map(({ round, ...release }) => release);
  return { ...files, 'release_log.jsonl': JSON.stringify(releases) };
}

/**
 * Makes the same run with `dsne simulate` and in COINSTAC.
 * @param {string} name Of the run's folder.
 * @param {object} [options] Of `prepare`, and
 *   `scenario`: what happens to the run in COINSTAC;
 *   `moments`: the phase, and the stage if it has any, that a site is in at its own steps.
 */
async function runBoth(name, { scenario = 'plain', moments = {}, ...options } = {}) {
  const simulated = prepare(`${name} simulated`, options);
  const real = prepare(name, options);
  const [outputs, outcome] = await Promise.all([simulate(simulated), orchestrate(scenario, real)]);
  for (const site of SITES) assert.strictEqual(outcome[site].error, undefined);
  for (const [step, moment] of Object.entries(moments)) {
    const { phase, stage } = outputs[step - 2];
    assert.strictEqual(stage ? `${phase}: ${stage}` : phase, moment, `step ${step}`);
  }
  return { simulated, real, expected: outputs[outputs.length - 1], outcome };
}

/** Makes a run in COINSTAC that equals the simulated one. Asking again for lost files takes rounds. */
async function assertEqualsSimulation(name, { filesAreLost = false, ...options } = {}) {
  const { simulated, real, expected, outcome } = await runBoth(name, options);
  for (const site of SITES) {
    const { round, ...result } = outcome[site].output;
    assert.ok(filesAreLost ? round > expected.round : round === expected.round, `${round} rounds, not ${expected.round}`);
    assert.deepStrictEqual({ round: expected.round, ...result }, expected, `the result of ${site}`);
    const [actualFiles, expectedFiles] = [real, simulated]
      .map((directory) => contents(path.join(directory, 'output', site, RUN)))
      .map((files) => (filesAreLost ? withoutReferenceRounds(files) : files));
    assert.deepStrictEqual(Object.keys(actualFiles), Object.keys(expectedFiles), `the files of ${site}`);
    for (const [file, content] of Object.entries(actualFiles)) {
      assert.ok(content === expectedFiles[file], `${file} of ${site} differs`);
    }
  }
}

const firstColumn = (file) => fs.readFileSync(file, 'utf8').split('\n').map((line) => line.split(',')[0]);

/** Returns what a site's ledger was charged, without the digests of noisy results. */
const charges = (directory, site) => (
  fs.readFileSync(path.join(directory, 'output', site, 'privacy_ledger.jsonl'), 'utf8').trim().split('\n')
    .map(JSON.parse).map(({ round, what, rho }) => ({ round, what, rho })));

/** Makes a private run in COINSTAC. It has other noise than the simulated one, but costs the same and has the same subjects. */
async function assertCostsWhatSimulationCosts(name, options) {
  const { simulated, real } = await runBoth(name, options);
  for (const site of SITES) {
    assert.deepStrictEqual(charges(real, site), charges(simulated, site), `the ledger of ${site}`);
    const [placed, all] = [real, simulated]
      .map((directory) => firstColumn(path.join(directory, 'output', site, RUN, 'embedding.csv')));
    assert.deepStrictEqual(placed, all, `the subjects of ${site}`);
  }
}

/** Makes a run in COINSTAC that fails for every site with the same line and without what is secret. */
async function assertFails(directory, line, secrets = []) {
  const outcome = await orchestrate('plain', directory);
  const { error } = outcome.remote;
  assert.match(error, line);
  for (const site of SITES) {
    // A site whose step ends after the run is sent a text that the pipeline then loses.
    assert.ok([error, ''].includes(outcome[site].error));
    for (const secret of secrets) assert.ok(!outcome[site].error.includes(secret));
  }
}

/** Inputs for a run on the scans with one of the methods that send more than a summary. */
const byMethod = (method, more = {}) => ({ inputs: { method, ...more }, settings: { allow: [method] } });

const publicScans = (site) => (site === 0 ? { reference_data: ['public.tsv'] } : {});

const EQUAL = {
  'on summaries': { quick: false },
  'on summaries and a given reference, with a site that has no summary': {
    inputs: (site) => ({ reference: 'auto', ...publicScans(site), ...(site === 2 && { summary: ['none.json'] }) }),
  },
  'on summaries of networks, a .npz each': { source: NETWORKS, inputs: { method: 'single-shot', summary: ['summary.npz'] } },
  'on a given reference': { source: DIGITS },
  'of dsne': { spec: 'dsne' },
  'of spectral-clustering': byMethod('spectral-clustering'),
  'of sphere': { source: NETWORKS },
  'of fedne': byMethod('fedne', { max_iterations: 3 }),
  'of fed-tsne': byMethod('fed-tsne'),
  'of fed-umap': byMethod('fed-umap', { landmark_method: 'mmd', mmd_rounds: 3 }),
  'with: suspended while summaries and the reference travel': {
    scenario: 'suspended while summaries and the reference travel',
    inputs: (site) => ({ reference: 'auto', ...publicScans(site) }),
    filesAreLost: true,
  },
  'with: restarted in every phase': {
    scenario: 'restarted in every phase',
    ...byMethod('dsne'),
    moments: { 2: 'reference', 4: 'reference', 5: 'embed', 7: 'embed', 10: 'collect', 11: 'report' },
  },
  ...Object.fromEntries(['containers killed between steps', '/tmp emptied after every step', 'a log level']
    .map((scenario) => [`with: ${scenario}`, { scenario, ...byMethod('dsne') }])),
};

const PRIVATE = {
  'of dp-dsne': { spec: 'dp-dsne' },
  'of dp-density': { spec: 'dp-dsne', inputs: { method: 'dp-density' } },
};

before(() => {
  fs.rmSync(WORK, { recursive: true, force: true });
  for (const [script, folder] of [['scripts/make_networks.py', NETWORKS], ['tests/digits/make.py', DIGITS]]) {
    execFileSync('python3', ['-B', path.join(SOURCE, script), folder]);
  }
  for (const site of SITES) {
    const folder = path.join(NETWORKS, 'input', site, RUN);
    const kept = path.join(NETWORKS, 'output', site);
    execFileSync(process.env.DSNE, ['summarize', path.join(folder, 'subjects.csv'), '--id-column', 'id', '--output', kept]);
    fs.copyFileSync(path.join(kept, 'summary.npz'), path.join(folder, 'summary.npz'));
  }
});

describe('in the real COINSTAC with Docker', { concurrency: 2 }, () => {
  for (const [name, options] of Object.entries(EQUAL)) {
    it(`a run ${name} equals a simulated one`, () => assertEqualsSimulation(name, options));
  }
  for (const [name, options] of Object.entries(PRIVATE)) {
    it(`a run ${name} costs what a simulated one costs`, () => assertCostsWhatSimulationCosts(name, options));
  }

  it('a run to which nobody brings anything fails for every site with the command to type', () => (
    assertFails(prepare('nothing', { inputs: { summary: ['none.json'] } }), /no site brings a summary[^\n]*dsne summarize[^\n]*\n$/)));

  it('bad input fails the run for every site, with one line and without what it holds', () => {
    const directory = prepare('bad input', { source: DIGITS });
    const secret = 'S3CRET';
    const table = 'subjects.tsv';
    const file = path.join(directory, 'input/local1', RUN, table);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    lines[3] = lines[3].replace(/[^\t]*$/, secret);
    fs.writeFileSync(file, lines.join('\n'));
    const line = /exitcode 1 and stderr remote: site local1 lacks pixel_7_7 [^\n]*site_data row 4, column \d+: not a number[^\n]*\n/;
    return assertFails(directory, line, [secret, table]);
  });
});

// Not beside other runs: the orchestrator does not notice a port that is taken after it has looked for a free one.
describe('in the real COINSTAC with Singularity', () => {
  it('a run equals a simulated one', () => (
    assertEqualsSimulation('singularity', { scenario: 'a new container for every step', ...byMethod('dsne') })));
});
