'use strict';

const { spawn } = require('child_process');

const MAX_MESSAGE_BYTES = 2 ** 16;

// Names the image's folder of fonts, for the reports' figures.
const VARIABLES = ['FONTCONFIG_FILE'];

const areEqual = (a, b) => a.length === b.length && a.every((word, index) => word === b[index]);

/** Returns the allowed command that a connection's first message names; throws when it names no allowed one. */
function requested(message, commands) {
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError('too long');
  const { command, args = [] } = JSON.parse(message.toString());
  const found = commands.find((allowed) => Array.isArray(args) && areEqual(allowed, [command, ...args]));
  if (!found) throw Object.assign(new Error('not allowed'), { code: 'EPERM' });
  return found;
}

/**
 * Starts a command.
 *
 * @param {Buffer} message The connection's first message, `{"command": "…", "args": ["…"]}`.
 * @param {string[][]} commands The allowed commands, each with its arguments.
 * @throws {Error} When the message names no allowed command, or the command cannot be started.
 */
function startCommand(message, commands) {
  const [program, ...args] = requested(message, commands);
  const known = VARIABLES.filter((name) => process.env[name] !== undefined);
  const child = spawn(program, args, { env: Object.fromEntries(known.map((name) => [name, process.env[name]])) });
  // A command may end without having read its input.
  child.stdin?.on('error', () => {});
  return child;
}

module.exports = { startCommand };
