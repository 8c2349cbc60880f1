'use strict';

const http = require('http');
const { WebSocketServer } = require('ws');
const { startCommand } = require('./command');
const { dismiss } = require('./dismiss');
const { mayConnect } = require('./gate');
const { passInput } = require('./input');
const { LIMITS } = require('./limits');
const { send, sendOutcome } = require('./output');
const { Patience } = require('./patience');

/**
 * Serves one connection. The client sends `{"command": "…", "args": ["…"]}`, then the command's input in any number
 * of messages, then an empty binary message. It receives `{"type": "stdout" or "stderr", "data": "…", "end": false}`
 * any number of times, then once for each type without data and with `"end": true`, and `{"type": "close", "code": 0}`;
 * or `{"type": "error", "error": {"message": "…"}}` when the command cannot be started. A command whose client
 * disconnects is killed.
 */
function serve(socket, { commands, limits, log, debug, children }) {
  const patience = new Patience(socket);
  let child;

  function fail(error) {
    const message = `the command cannot be started (${error.code ?? error.name})`;
    log(message);
    send(socket, { type: 'error', error: { message } }).catch(() => {});
    dismiss(socket, 1011);
  }

  function start(message) {
    child = startCommand(message, commands);
    child.on('error', fail);
    child.once('spawn', () => {
      debug(`command started, process ${child.pid}`);
      children.add(child);
      sendOutcome(socket, child)
        .then(() => patience.begin(limits.clientMs))
        .catch(() => dismiss(socket, 1011));
    });
    child.once('close', (code, signal) => {
      debug(`command ended with ${code ?? signal}, process ${child.pid}`);
      children.delete(child);
    });
    if (child.stdin) passInput(socket, child.stdin, limits, patience);
  }

  patience.begin(limits.requestMs);
  socket.once('message', (first) => {
    patience.end();
    try {
      start(first);
    } catch (error) {
      fail(error);
    }
  });
  socket.on('error', (error) => log(`connection lost (${error.code ?? error.name})`));
  socket.on('close', () => child?.kill('SIGKILL'));
}

function createServer({ connections, requestMs }) {
  const times = { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 4 };
  const server = http.createServer(times, (_, response) => {
    response.writeHead(426, { Connection: 'close' }).end();
  });
  // The orchestrator retries after a dropped connection, and gives up after an error answer.
  server.maxConnections = connections;
  // No limit: Origin may be any header. Node limits their total length.
  server.maxHeadersCount = 0;
  return server;
}

/**
 * Starts COINSTAC's container service: a WebSocket server that runs one command per connection.
 *
 * @param {number} port 0 for any free one.
 * @param {string} host The address to listen on.
 * @param {string[][]} commands The only commands that it runs, each with its arguments.
 * @param {function(string)} log Takes lines about failures, without any of a command's data.
 * @param {function(string)} debug Takes lines about every step.
 * @param {object} [limits] Overrides those of limits.js.
 * @returns {Promise<{port: number, endCommands: function()}>} When it listens. `endCommands` kills the running commands.
 */
function startService({ port, host, commands, log, debug, limits = {} }) {
  const children = new Set();
  const allLimits = { ...LIMITS, ...limits };
  const server = createServer(allLimits);
  // Messages are passed on unchanged, so the command refuses text that is not UTF-8.
  const sockets = new WebSocketServer({
    server,
    maxPayload: allLimits.inputBytes,
    perMessageDeflate: false,
    skipUTF8Validation: true,
    verifyClient: ({ req }, answer) => answer(mayConnect(req), 403),
  });
  sockets.on('connection', (socket) => serve(socket, { commands, limits: allLimits, log, debug, children }));
  return new Promise((resolve, reject) => {
    sockets.once('error', reject);
    sockets.once('listening', () => resolve({
      port: server.address().port,
      endCommands: () => children.forEach((child) => child.kill('SIGKILL')),
    }));
    server.listen(port, host);
  });
}

module.exports = { startService };
