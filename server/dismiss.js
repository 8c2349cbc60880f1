'use strict';

/** Closes a connection and ignores what the client still sends. */
function dismiss(socket, code, reason) {
  socket.removeAllListeners('message');
  socket.close(code, reason);
  // The client's close frame may follow unread messages.
  socket.resume();
}

module.exports = { dismiss };
