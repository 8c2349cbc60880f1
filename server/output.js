'use strict';

const { constants } = require('os');

/** Sends one message; resolves when it has been handed to the network, rejects when the client is gone. */
function send(socket, message) {
  return new Promise((resolve, reject) => {
    socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
  });
}

/** Sends a stream as messages of a type, as fast as the client reads, without splitting a character. */
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

module.exports = { send, sendOutcome };
