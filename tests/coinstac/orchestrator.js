'use strict';

const fs = require('fs');
const net = require('net');
const path = require('path');
const aedes = require('aedes');
const winston = require('winston');

const RUN = 'simulatorRun';
const REMOTE = 'remote';

/** Loads the pipeline's code anew: it keeps the kind of its containers, among others, in global variables. */
function loadPipeline() {
  Object.keys(require.cache)
    .filter((file) => /node_modules.coinstac-/.test(file))
    .forEach((file) => delete require.cache[file]);
  return require('coinstac-pipeline');
}

const listen = (server) => new Promise((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve(server.address().port));
});

async function freePort() {
  const server = net.createServer();
  const port = await listen(server);
  await new Promise((resolve) => { server.close(resolve); });
  return port;
}

const filesOf = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/** A run of a computation in the real COINSTAC: the pipeline's own code at each node, over MQTT, in one process. */
class Run {
  /**
   * @param {string} directory Holds the sites' files as `input/<site>/simulatorRun/`; gets `output/` and more.
   * @param {object} compspec With the image to run in `computation.dockerImage` and `computation.remote.dockerImage`.
   * @param {object[]} inputs The inputs of each site, as in an inputspec: `{"<name>": {"value": …}}`.
   * @param {string} [logLevel] The log level of the nodes and their containers; their default when undefined.
   * @param {'docker' | 'singularity'} [provider] What runs the sites' containers; the remote's run in Docker.
   * @param {function(Run, string, object)} [onUpdate] Called with each new state of each node:
   *   `controllerState` (a phrase of the pipeline's) and `currentIteration`.
   */
  constructor({ directory, compspec, inputs, logLevel, provider = 'docker', onUpdate = () => {} }) {
    Object.assign(this, { directory: path.resolve(directory), compspec, inputs, logLevel, provider, onUpdate });
    this.sites = inputs.map((_, index) => `local${index}`);
    this.managers = {};
    this.results = {};
    this.largestMessage = 0;
  }

  /** Makes the run. Returns each node's result or error: `{"remote": {…}, "local0": {"output": …} or {"error": …}}`. */
  async make() {
    await this.#startManagers();
    const clients = Object.fromEntries(this.sites.map((site) => [site, site]));
    this.#start(REMOTE, { spec: this.#spec(this.inputs[0]), clients });
    this.sites.forEach((site, index) => this.#start(site, { spec: this.#spec(this.inputs[index]) }));
    const nodes = [REMOTE, ...this.sites];
    return Object.fromEntries(await Promise.all(nodes.map(async (node) => [node, await this.#outcome(node)])));
  }

  /**
   * Suspends a site, and resumes it as the app does: with its saved state, and without the files that it received.
   * The pipeline suspends a site after its step, or when the remote's answer has come, whichever is next.
   * @param {boolean} [restarted] Whether the app is closed and opened in between: nothing but the saved state and the
   *   site's folders is left of the pipeline then.
   */
  suspendAndResume(site, { restarted = false } = {}) {
    this.results[site] = this.#resumed(site, this.results[site], restarted);
  }

  /** Returns the id of a node's container. */
  container(node) {
    return this.managers[node].containerManager.getServices()[`${RUN}-${node}`].container.id;
  }

  async #startManagers() {
    if (this.logLevel) process.LOGLEVEL = this.logLevel;
    const broker = aedes();
    broker.on('publish', ({ payload }) => {
      this.largestMessage = Math.max(this.largestMessage, payload.length);
    });
    this.managerOptions = {
      operatingDirectory: this.directory,
      imageDirectory: path.join(this.directory, 'images'),
      logger: winston.createLogger({ level: this.logLevel ?? 'error', transports: [new winston.transports.Console()] }),
      mqttRemotePort: await listen(net.createServer(broker.handle)),
      remotePort: await freePort(),
      remoteURL: '127.0.0.1',
      mqttRemoteURL: '127.0.0.1',
    };
    this.managers[REMOTE] = await loadPipeline().create({ ...this.managerOptions, clientId: REMOTE, mode: 'remote' });
    const pipeline = loadPipeline();
    for (const site of this.sites) await this.#startManager(site, pipeline);
  }

  async #startManager(site, pipeline) {
    this.managers[site] = await pipeline.create({ ...this.managerOptions, clientId: site, mode: 'local' });
    this.managers[site].containerManager.setServiceProvider(this.provider);
  }

  #spec(inputMap) {
    return { steps: [{ controller: { type: 'decentralized' }, computations: [this.compspec], inputMap }] };
  }

  #start(node, options) {
    this.options ??= {};
    this.options[node] = options;
    this.initialFiles ??= {};
    this.initialFiles[node] ??= new Set(filesOf(this.#inputFolder(node)));
    const { result, stateEmitter } = this.managers[node].startPipeline({ ...options, runId: RUN });
    stateEmitter.on('update', (state) => this.onUpdate(this, node, state));
    this.results[node] = result.then((output) => ({ output }), (error) => ({ error: error.message }));
  }

  async #resumed(site, suspended, restarted) {
    // A run that ends or fails before it can be suspended leaves suspendPipeline without an answer.
    const saveState = await Promise.race([this.managers[site].suspendPipeline(RUN), suspended.then(() => null)]);
    const outcome = await suspended;
    if (!saveState) return outcome;
    filesOf(this.#inputFolder(site))
      .filter((file) => !this.initialFiles[site].has(file))
      .forEach((file) => fs.rmSync(path.join(this.#inputFolder(site), file), { recursive: true }));
    if (restarted) await this.#startManager(site, loadPipeline());
    this.#start(site, { ...this.options[site], saveState: JSON.parse(JSON.stringify(saveState)) });
    return this.results[site];
  }

  /** Returns a node's outcome, through all the suspensions that replace its promise. */
  async #outcome(node) {
    for (;;) {
      const promise = this.results[node];
      const outcome = await promise;
      if (promise === this.results[node]) return outcome;
    }
  }

  #inputFolder(node) {
    return path.join(this.directory, 'input', node, RUN);
  }
}

module.exports = { Run, RUN, REMOTE };
