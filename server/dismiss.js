'use strict';

/** Closes a connection on which nothing counts that is still to come. */
function dismiss(socket, code, reason) {
  socket.removeAllListeners('message');
  socket.close(code, reason);
  // The client's answer may be behind messages that were not read.
  socket.resume();
}

module.exports = { dismiss };
