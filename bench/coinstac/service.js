'use strict';

// What the container service costs a step: its latency with a command that does nothing, and its throughput with `cat`.
//   node service.js [steps] [path of another service's index.js …]
// The services take turns, first each in turn, and the orchestrator's own client calls them.

const { spawn } = require('child_process');
const { once } = require('events');
const path = require('path');
const { ServiceFunctionGenerator } = require('coinstac-container-manager/src/services/serviceFunction');

const OURS = path.resolve(__dirname, '../../server/index.js');
const FIRST_PORT = 18881;
const MEBIBYTE = 2 ** 20;
const NOTHING = ['/bin/echo', '{}'];
const CAT = ['/bin/cat'];

async function startService(file, port) {
  const child = spawn(process.execPath, [file, JSON.stringify({ level: 'error', server: 'ws', port })], {
    env: { ...process.env, DSNE_COMMANDS: JSON.stringify([NOTHING, CAT]) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => { throw new Error(`${file} does not start`); }),
  ]);
  child.stdout.resume();
  return { file, child, call: ServiceFunctionGenerator({ port }), times: {} };
}

async function time(service, what, step) {
  const start = process.hrtime.bigint();
  await service.call(step);
  (service.times[what] ??= []).push(Number(process.hrtime.bigint() - start) / 1e6);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function main() {
  const steps = Number(process.argv[2] ?? 200);
  const files = [OURS, ...process.argv.slice(3).map((file) => path.resolve(file))];
  const services = await Promise.all(files.map((file, index) => startService(file, FIRST_PORT + index)));
  const nothing = { command: NOTHING, input: { input: {}, cache: {}, state: {} } };
  const large = { command: CAT, input: { input: 'x'.repeat(64 * MEBIBYTE) } };
  try {
    for (let step = 0; step < steps; step += 1) {
      for (const service of services) await time(service, 'nothing', nothing);
      services.push(services.shift());
    }
    for (let step = 0; step < Math.ceil(steps / 40); step += 1) {
      for (const service of services) await time(service, '64 MiB through cat', large);
      services.push(services.shift());
    }
    for (const { file, times } of services) {
      console.log(path.relative(process.cwd(), file));
      for (const [what, values] of Object.entries(times)) {
        console.log(`  ${what}: median ${median(values).toFixed(2)} ms`);
      }
    }
  } finally {
    services.forEach(({ child }) => child.kill('SIGINT'));
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
