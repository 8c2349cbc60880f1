'use strict';

const { isIP } = require('net');
const os = require('os');

const NAMES = ['localhost', os.hostname().toLowerCase()];

/** The host that a Host header names, without the port; undefined when it names none. */
function hostOf(header) {
  try {
    return new URL(`http://${header}`).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a request to connect can be the orchestrator's. It comes from no web page, so it has no Origin, which
 * every browser sends. It is sent to 127.0.0.1, or with the orchestrator's CI set to the container's own name: so a
 * Host that is neither an address nor a name of this machine is one that somebody else's DNS has led here.
 *
 * @param {{headers: object}} request
 */
function mayConnect({ headers }) {
  const origin = headers.origin ?? headers['sec-websocket-origin'];
  const host = hostOf(headers.host);
  return origin === undefined && (isIP(host) !== 0 || NAMES.includes(host));
}

module.exports = { mayConnect };
