'use strict';

const { dismiss } = require('./dismiss');

/**
 * Passes a connection's messages on to a command's stdin, until an empty binary one ends it. No more is read from the
 * client than the command takes, so one message at a time is in memory.
 *
 * @param {{inputBytes: number, clientMs: number, heartbeatMs: number}} limits
 * @param {Patience} patience Waits for the client, not while the command leaves its input unread.
 */
function passInput(socket, stdin, limits, patience) {
  let bytes = 0;
  let heartbeat;

  function read() {
    clearInterval(heartbeat);
    socket.resume();
  }

  function readLater() {
    patience.end();
    socket.pause();
    // Who does not read does not see that the client has gone; who writes does. Nobody answers a pong.
    clearInterval(heartbeat);
    heartbeat = setInterval(() => socket.pong('', false, () => {}), limits.heartbeatMs);
  }

  function pass(data) {
    bytes += data.length;
    if (bytes > limits.inputBytes) {
      dismiss(socket, 1009, 'input too large');
    } else if (!stdin.write(data)) {
      readLater();
    }
  }

  /** From here on what the client sends is thrown away. */
  function end() {
    patience.end();
    stdin.end();
    read();
  }

  patience.begin(limits.clientMs);
  stdin.on('drain', () => {
    read();
    patience.begin(limits.clientMs);
  });
  // The command can close its input early.
  stdin.once('close', end);
  socket.once('close', () => clearInterval(heartbeat));
  socket.on('message', (data, isBinary) => {
    if (!stdin.writable) return;
    if (data.length > 0) pass(data);
    else if (isBinary) end();
  });
}

module.exports = { passInput };
