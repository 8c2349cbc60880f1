'use strict';

const DEFAULT_PORT = 8881;
const VERBOSE_LEVELS = ['verbose', 'debug', 'silly'];

// The commands of compspec.json.
const COMMANDS = [['/computation/local'], ['/computation/remote']];

function parseArgument(argument) {
  try {
    return JSON.parse(argument);
  } catch {
    // The orchestrator escapes quotes for Singularity, whose newer versions may hand them on as they are.
    return JSON.parse(argument.replaceAll('\\"', '"'));
  }
}

function parseCommands(text) {
  const commands = JSON.parse(text);
  const isWord = (word) => typeof word === 'string';
  const isCommand = (words) => Array.isArray(words) && words.length > 0 && words.every(isWord);
  if (!Array.isArray(commands) || !commands.every(isCommand)) throw new Error('DSNE_COMMANDS must be arrays of words');
  return commands;
}

/**
 * Reads the service's options.
 *
 * @param {string} [argument] JSON object with `port` (0 to 65535) and `level` (a winston log level), both optional.
 * @param {object} environment COINSTAC_PORT, which the orchestrator sets for Singularity only, is the default port.
 *   A Singularity container has its host's network, so the service then listens on the loopback interface alone. With
 *   Docker the orchestrator calls it through the container's IPv4 address. DSNE_COMMANDS, a JSON array of commands,
 *   each an array of words, replaces the computation's two commands.
 * @returns {{port: number, host: string, commands: string[][], verbose: boolean}}
 * @throws {Error} When an option is invalid.
 */
function readOptions(argument, environment) {
  const options = argument ? parseArgument(argument) : {};
  const port = Number(options.port ?? environment.COINSTAC_PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error('port must be an integer from 0 to 65535');
  }
  return {
    port,
    host: environment.COINSTAC_PORT === undefined ? '0.0.0.0' : '127.0.0.1',
    commands: environment.DSNE_COMMANDS ? parseCommands(environment.DSNE_COMMANDS) : COMMANDS,
    verbose: VERBOSE_LEVELS.includes(options.level),
  };
}

module.exports = { readOptions };
