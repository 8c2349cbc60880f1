'use strict';

// What happens to a run in each scenario: options of Run. The iterations are a node's own steps, from 1.

const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { REMOTE } = require('./orchestrator');

// A site's state after each of its steps, before its output is sent, and while it waits for the remote's answer.
const RUNNING = 'Running computation';
const FINISHED = 'Finished iteration';
const WAITING = 'Waiting on central node';

/** Calls each of some actions once: when the node is in that iteration and state. */
function at(events) {
  const left = [...events];
  return (run, node, { currentIteration, controllerState }) => {
    const index = left.findIndex((event) => event.node === node
      && event.iteration === currentIteration && event.state === controllerState);
    if (index === -1) return;
    const [{ action }] = left.splice(index, 1);
    action(run, node);
  };
}

const suspend = (run, node) => run.suspendAndResume(node);

/** A suspension right after a step: its output is kept, its files are lost. */
const suspendAfter = (node, iteration) => ({ node, iteration, state: RUNNING, action: suspend });

/** A suspension while the site waits: the answer is kept, the files that came with it are lost. */
const suspendWaiting = (node, iteration) => ({ node, iteration, state: WAITING, action: suspend });

function emptyTmp(run, node) {
  const { id } = run.container(node);
  execFileSync('docker', ['exec', id, 'sh', '-c', 'rm -rf /tmp/* /tmp/.[!.]*']);
}

module.exports = {
  plain: () => ({}),

  'suspended in mid-run': () => ({
    onUpdate: at([
      suspendAfter('local0', 6),
      suspendWaiting('local1', 7),
      suspendAfter('local2', 8),
      suspendWaiting('local2', 8),
    ]),
  }),

  'suspended in the reference phase': () => ({
    onUpdate: at([
      suspendAfter('local0', 1),
      suspendAfter('local0', 2),
      suspendWaiting('local0', 2),
      suspendWaiting('local1', 2),
      suspendAfter('local2', 3),
    ]),
  }),

  'containers killed between steps': () => ({
    onUpdate: at(['local0', 'local1', REMOTE].flatMap((node) => [2, 7].map((iteration) => ({
      node,
      iteration,
      state: node === REMOTE ? 'Waiting on local nodes' : WAITING,
      action: (run) => run.killContainer(node),
    })))),
  }),

  '/tmp emptied after every step': () => ({
    onUpdate(run, node, { controllerState }) {
      if (controllerState === FINISHED) emptyTmp(run, node);
    },
  }),

  'a log level': () => ({ logLevel: 'debug' }),

  'a new container for every step': ({ directory }) => {
    const hostTmp = path.join(directory, 'tmp');
    fs.mkdirSync(hostTmp);
    fs.chmodSync(hostTmp, 0o1777);
    fs.mkdirSync(path.join(directory, 'images'));
    fs.writeFileSync(path.join(directory, 'images', 'dsne-test'), '');
    // Singularity's containers run as the user, who owns these folders.
    process.umask(0);
    process.env.DSNE_HOST_TMP = hostTmp;
    return { provider: 'singularity' };
  },

  'bad input': () => ({}),
};
