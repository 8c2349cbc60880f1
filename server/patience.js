'use strict';

const { dismiss } = require('./dismiss');

/** Closes a connection when its client takes too long. */
class Patience {
  #socket;

  #timer;

  constructor(socket) {
    this.#socket = socket;
    socket.once('close', () => this.end());
  }

  /** Starts or restarts the wait. */
  begin(milliseconds) {
    this.end();
    this.#timer = setTimeout(() => dismiss(this.#socket, 1008, 'idle'), milliseconds);
  }

  end() {
    clearTimeout(this.#timer);
  }
}

module.exports = { Patience };
