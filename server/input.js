'use strict';

const { dismiss } = require('./dismiss');

/**
 * Passes a connection's messages on to a command's stdin until an empty binary message. Reads from the client only as
 * fast as the command reads, so one message at a time is in memory.
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
    // While nothing is read, only writing shows that the client has gone. Nobody answers a pong.
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

  /** Ends the input and ignores what the client sends from now on. */
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
