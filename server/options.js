'use strict';

const DEFAULT_PORT = 8881;
const VERBOSE_LEVELS = ['verbose', 'debug', 'silly'];

function parseArgument(argument) {
  try {
    return JSON.parse(argument);
  } catch {
    // The orchestrator escapes quotes for Singularity, whose newer versions may hand them on as they are.
    return JSON.parse(argument.replaceAll('\\"', '"'));
  }
}

/**
 * Reads the service's options.
 *
 * @param {string} [argument] JSON object with `port` (0 to 65535) and `level` (a winston log level), both optional.
 * @param {object} environment COINSTAC_PORT, which the orchestrator sets for Singularity only, is the default port.
 *   There a container has its host's network, so the service then listens on the loopback interface alone:
 *   it runs any command for whoever can reach it.
 * @returns {{port: number, host: string | undefined, verbose: boolean}} `host` undefined means every interface.
 * @throws {Error} When the argument is not such an object.
 */
function readOptions(argument, environment) {
  const options = argument ? parseArgument(argument) : {};
  const port = Number(options.port ?? environment.COINSTAC_PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error('port must be an integer from 0 to 65535');
  }
  return {
    port,
    host: environment.COINSTAC_PORT === undefined ? undefined : '127.0.0.1',
    verbose: VERBOSE_LEVELS.includes(options.level),
  };
}

module.exports = { readOptions };
