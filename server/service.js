'use strict';

const { spawn } = require('child_process');
const { constants } = require('os');
const { WebSocketServer } = require('ws');

// The orchestrator's broker passes 256 MB; a remote's input is the sum over its sites.
const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;

/** Sends one message; resolves when it has been handed to the network, rejects when the client is gone. */
function send(socket, message) {
  return new Promise((resolve, reject) => {
    socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
  });
}

/** Sends a stream as messages of a type: at the client's pace, and never half a character. */
async function sendStream(socket, type, stream) {
  stream.setEncoding('utf8');
  for await (const data of stream) {
    await send(socket, { type, data, end: false });
  }
  await send(socket, { type, end: true });
}

/** Sends all that a command writes, and its exit code (128 + n after signal n, as shells have it). */
async function sendOutcome(socket, child) {
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  await Promise.all([
    sendStream(socket, 'stdout', child.stdout),
    sendStream(socket, 'stderr', child.stderr),
    ended.then((code) => send(socket, { type: 'close', code })),
  ]);
}

/** Starts the command that a connection's first message names; throws when that cannot be. */
function startCommand(message) {
  const { command, args = [] } = JSON.parse(message.toString());
  const child = spawn(command, args);
  // A command may end without having read its input.
  child.stdin?.on('error', () => {});
  return child;
}

/**
 * Serves one connection. The client sends `{"command": "…", "args": ["…"]}`, then the command's input in any number
 * of messages, then an empty binary message. It is sent `{"type": "stdout" or "stderr", "data": "…", "end": false}`
 * any number of times, the same without data and with `"end": true` once for each, and `{"type": "close", "code": 0}`;
 * or `{"type": "error", "error": {"message": "…"}}` when the command cannot be started. A command whose client goes
 * away is killed.
 */
function serve(socket, { log, debug, children }) {
  let child;

  function fail(error) {
    const message = `the command cannot be started (${error.code ?? error.name})`;
    log(message);
    send(socket, { type: 'error', error: { message } }).catch(() => {});
  }

  function start(message) {
    child = startCommand(message);
    child.on('error', fail);
    child.once('spawn', () => {
      debug(`command started, process ${child.pid}`);
      children.add(child);
      sendOutcome(socket, child).catch(() => socket.terminate());
    });
    child.once('close', (code, signal) => {
      debug(`command ended with ${code ?? signal}, process ${child.pid}`);
      children.delete(child);
    });
  }

  socket.once('message', (first) => {
    try {
      start(first);
    } catch (error) {
      fail(error);
      return;
    }
    socket.on('message', (data, isBinary) => {
      if (isBinary && data.length === 0) {
        child.stdin?.end();
      } else {
        child.stdin?.write(data);
      }
    });
  });
  socket.on('error', (error) => log(`connection lost (${error.code ?? error.name})`));
  socket.on('close', () => child?.kill('SIGKILL'));
}

/**
 * Starts COINSTAC's container service: a WebSocket server that runs one command per connection.
 *
 * @param {number} port 0 for any free one.
 * @param {string} [host] The interface to listen on; all when undefined.
 * @param {function(string)} log Takes lines about failures, without any of a command's data.
 * @param {function(string)} debug Takes lines about every step.
 * @returns {Promise<{port: number, endCommands: function()}>} When it listens. `endCommands` kills what is running.
 */
function startService({ port, host, log, debug }) {
  const children = new Set();
  // Messages are passed on as they are, so it is the command that finds text that is not UTF-8.
  const server = new WebSocketServer({
    port,
    host,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  server.on('connection', (socket) => serve(socket, { log, debug, children }));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => resolve({
      port: server.address().port,
      endCommands: () => children.forEach((child) => child.kill('SIGKILL')),
    }));
  });
}

module.exports = { startService };
