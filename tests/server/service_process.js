'use strict';

const { spawn } = require('child_process');
const { once } = require('events');
const path = require('path');
const readline = require('readline');

const INDEX = path.resolve(__dirname, '../../server/index.js');

/**
 * Starts the service as the image does, on a free port.
 * @param {object} [options] What its argument holds besides the port.
 * @param {object} [environment] Variables added to its environment.
 */
async function startService(options = {}, environment = {}) {
  const child = spawn(process.execPath, [INDEX, JSON.stringify({ port: 0, ...options })], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  const reader = readline.createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const [first] = await once(reader, 'line');
  return {
    child,
    lines,
    port: Number(first.match(/port (\d+)/)[1]),
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGINT');
        await once(child, 'exit');
      }
    },
  };
}

module.exports = { INDEX, startService };
