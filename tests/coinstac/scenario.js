'use strict';

// Makes one of the scenarios' runs, in a process of its own.
//   node scenario.js <name> <directory of the run> <file that gets {"outcome": …, "largestMessage": bytes}>
// The directory holds compspec.json and inputspec.json (an array) beside input/.

const fs = require('fs');
const path = require('path');
const { Run } = require('./orchestrator');
const scenarios = require('./scenarios');

const LIMIT_MS = 300000;

const read = (directory, file) => JSON.parse(fs.readFileSync(path.join(directory, file), 'utf8'));

async function main([name, directory, report]) {
  // With CI set the orchestrator mounts volumes of its own developers' machines.
  delete process.env.CI;
  setTimeout(() => {
    console.error(`the run has not ended within ${LIMIT_MS / 1000} s`);
    process.exit(1);
  }, LIMIT_MS);
  const { check = () => {}, ...options } = scenarios[name]({ directory });
  const run = new Run({
    directory,
    compspec: read(directory, 'compspec.json'),
    inputs: read(directory, 'inputspec.json'),
    ...options,
  });
  const outcome = await run.make();
  // A run that failed says why, rather than what did not happen after that.
  if (Object.values(outcome).every(({ error }) => error === undefined)) check();
  fs.writeFileSync(report, JSON.stringify({ outcome, largestMessage: run.largestMessage }));
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
