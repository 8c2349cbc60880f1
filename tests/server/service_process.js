'use strict';

const assert = require('assert');
const { spawn } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { setTimeout: sleep } = require('timers/promises');
const WebSocket = require('ws');
const { ServiceFunctionGenerator } = require('coinstac-container-manager/src/services/serviceFunction');
const programs = require('./programs');

const INDEX = path.resolve(__dirname, '../../server/index.js');
const LIMITED = path.join(__dirname, 'limited_service.js');

/** A running service. */
class Service {
  constructor(child) {
    this.child = child;
    this.lines = [];
  }

  /** Runs a command on an input with the orchestrator's own client; returns the JSON that it printed. */
  run(command, input = {}) {
    return ServiceFunctionGenerator({ port: this.port })({ command, input });
  }

  /** Returns the orchestrator's message when a command fails. */
  async failure(command, input) {
    const error = await this.run(command, input).then(() => assert.fail('it did not fail'), (reason) => reason);
    return error.message;
  }

  async connect(options) {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}`, options);
    await once(socket, 'open');
    return socket;
  }

  /** Connects and sends a command. */
  async request([command, ...args]) {
    const socket = await this.connect();
    socket.send(JSON.stringify({ command, args }));
    return socket;
  }

  /** Sends a command that prints its process's number first; returns the connection and the number. */
  async requestProcess(command) {
    const socket = await this.request(command);
    const [answer] = await once(socket, 'message');
    return { socket, pid: Number(JSON.parse(answer).data.split('\n')[0]) };
  }

  async assertAlive() {
    assert.strictEqual(await this.run(programs.echo, 1), 1);
  }

  /** Returns the memory in MiB. */
  memory() {
    return Number(fs.readFileSync(`/proc/${this.child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  }

  async stop() {
    if (this.child.exitCode === null) {
      this.child.kill('SIGINT');
      await once(this.child, 'exit');
    }
  }
}

async function start(args, environment) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DSNE_COMMANDS: JSON.stringify(Object.values(programs)), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const service = new Service(child);
  const reader = readline.createInterface({ input: child.stdout });
  reader.on('line', (line) => service.lines.push(line));
  const [first] = await once(reader, 'line');
  service.port = Number(first.match(/port (\d+)/)[1]);
  return service;
}

/**
 * Starts the service as the image does, on a free port, but with other programs.
 * @param {object} [options] Fields of its argument besides the port.
 * @param {object} [environment] Variables added to its environment.
 */
const startService = (options, environment) => start([INDEX, JSON.stringify({ port: 0, ...options })], environment);

/** Starts the service with other limits, as limits.js has them. */
const startLimitedService = (limits) => start([LIMITED, JSON.stringify(limits)]);

/** Returns the code with which the service closes a connection, within seconds. */
async function closeCode(socket) {
  socket.on('error', () => {});
  const [code] = await once(socket, 'close', { signal: AbortSignal.timeout(5000) });
  return code;
}

const processExists = (pid) => fs.existsSync(`/proc/${pid}`);

async function until(condition) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (condition()) return;
    await sleep(25);
  }
  assert.fail('it did not happen within five seconds');
}

module.exports = { INDEX, startService, startLimitedService, closeCode, processExists, until };
