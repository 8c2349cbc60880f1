'use strict';

const { isIP } = require('net');
const os = require('os');

const NAMES = ['localhost', os.hostname().toLowerCase()];

/** Returns the host of a Host header without the port; undefined when it has none. */
function hostOf(header) {
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a request to connect can be the orchestrator's. Every browser sends an Origin; the orchestrator sends
 * none. The orchestrator connects to 127.0.0.1, or in its CI to the container's own name. So a Host that is neither an
 * address nor a name of this machine comes from a foreign DNS name that resolves to it (DNS rebinding).
 *
 * @param {{headers: object}} request
 */
function mayConnect({ headers }) {
  const origin = headers.origin ?? headers['sec-websocket-origin'];
  const host = hostOf(headers.host);
  return origin === undefined && (isIP(host) !== 0 || NAMES.includes(host));
}

module.exports = { mayConnect };
