'use strict';

// Makes one run in the real COINSTAC; prints the time of each of its rounds, in ms, as JSON.
//   node timed_run.js <directory with compspec.json, inputspec.json and input/>

const fs = require('fs');
const path = require('path');
const { Run, REMOTE } = require('../../tests/coinstac/orchestrator');

const read = (directory, file) => JSON.parse(fs.readFileSync(path.join(directory, file), 'utf8'));

async function main(directory) {
  const ends = {};
  const run = new Run({
    directory,
    compspec: read(directory, 'compspec.json'),
    inputs: read(directory, 'inputspec.json'),
    onUpdate(_, node, { controllerState, currentIteration }) {
      if (node === REMOTE && controllerState === 'Finished iteration') ends[currentIteration] ??= performance.now();
    },
  });
  const outcome = await run.make();
  const failed = Object.values(outcome).find(({ error }) => error);
  if (failed) throw new Error(failed.error);
  const times = Object.values(ends);
  fs.writeSync(1, `\n${JSON.stringify(times.slice(1).map((time, index) => time - times[index]))}\n`);
  process.exit(0);
}

main(process.argv[2]).catch((error) => {
  console.error(error);
  process.exit(1);
});
