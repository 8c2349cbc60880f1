'use strict';

const { dismiss } = require('./dismiss');

/** Closes a connection whose client does not do what it is waited for. */
class Patience {
  #socket;

  #timer;

  constructor(socket) {
    this.#socket = socket;
    socket.once('close', () => this.end());
  }

  /** Begins to wait, anew if it waits already. */
  begin(milliseconds) {
    this.end();
    this.#timer = setTimeout(() => dismiss(this.#socket, 1008, 'idle'), milliseconds);
  }

  end() {
    clearTimeout(this.#timer);
  }
}

module.exports = { Patience };
