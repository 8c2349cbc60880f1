'use strict';

// The image's default command. COINSTAC starts it as
//   node /server/index.js
//   node /server/index.js '{"level": "debug", "server": "ws", "port": 8881}'

const { readOptions } = require('./options');
const { startService } = require('./service');

// Docker kills a container ten seconds after its SIGTERM.
const LINGER_MS = 8000;

async function main() {
  const { verbose, ...options } = readOptions(process.argv[2], process.env);
  const service = await startService({ ...options, log: console.log, debug: verbose ? console.log : () => {} });

  // The orchestrator stops the containers while sites still fetch the run's last files, and removes
  // these files once the containers are gone: a service that lingers leaves the sites that time.
  process.once('SIGTERM', () => setTimeout(() => process.exit(0), LINGER_MS));
  process.once('SIGINT', () => process.exit(0));
  process.once('exit', service.endCommands);

  console.log(`listening on port ${service.port}`);
}

main().catch((error) => {
  console.error(`the service cannot start: ${error.message}`);
  process.exitCode = 1;
});
