'use strict';

// What happens to a run in each scenario: options of Run, and `check`, which throws when it did not happen.
// The iterations are a node's own steps, from 1.

const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { REMOTE } = require('./orchestrator');

const RUNNING = 'Running computation';
const FINISHED = 'Finished iteration';
const WAITING = 'Waiting on central node';
const REMOTE_WAITING = 'Waiting on local nodes';

/** Calls each event's `action` once, when its node is in its iteration and state. */
function at(events) {
  const left = new Set(events);
  return {
    onUpdate(run, node, { currentIteration, controllerState }) {
      for (const event of left) {
        if (event.node === node && event.iteration === currentIteration && event.state === controllerState) {
          left.delete(event);
          event.action(run, node);
          return;
        }
      }
    },
    check: () => assert.deepStrictEqual([...left], []),
  };
}

// The containers are handled synchronously, so that the run cannot go on meanwhile.
const docker = (...command) => execFileSync('docker', command, { encoding: 'utf8' });

function assertStartedWithLevel(run, node) {
  const command = docker('inspect', '--format', '{{.Config.Cmd}}', run.container(node));
  assert.match(command, /"level":"debug"/);
}

const suspend = (run, node) => run.suspendAndResume(node);
const restart = (run, node) => run.suspendAndResume(node, { restarted: true });
const killContainer = (run, node) => docker('kill', run.container(node));

/** A suspension right after a step: its output is kept, its files are lost. */
const suspendAfter = (node, iteration) => ({ node, iteration, state: RUNNING, action: suspend });

/** A suspension while the site waits: the answer is kept, the files that came with it are lost. */
const suspendWaiting = (node, iteration) => ({ node, iteration, state: WAITING, action: suspend });

/** The same, and the app is closed and opened before the site resumes. */
const restartAfter = (node, iteration) => ({ ...suspendAfter(node, iteration), action: restart });
const restartWaiting = (node, iteration) => ({ ...suspendWaiting(node, iteration), action: restart });

/** The end of a container between two steps. */
const killAfter = (node, iteration) => (
  { node, iteration, state: node === REMOTE ? REMOTE_WAITING : WAITING, action: killContainer });

module.exports = {
  plain: () => ({}),

  'suspended while summaries and the reference travel': () => at([
    suspendAfter('local0', 1),
    suspendAfter('local0', 2),
    suspendWaiting('local0', 2),
    restartWaiting('local1', 3),
    restartAfter('local2', 3),
  ]),

  'restarted in every phase': () => at([
    restartAfter('local0', 1),
    restartWaiting('local1', 1),
    restartAfter('local2', 2),
    restartAfter('local0', 3),
    restartWaiting('local1', 4),
    restartAfter('local0', 7),
    restartWaiting('local2', 7),
    restartAfter('local0', 10),
    restartAfter('local1', 11),
  ]),

  'restarted while a reference with a guarantee is drawn': () => at([
    restartAfter('local0', 3),
    restartWaiting('local1', 4),
    restartAfter('local2', 6),
    restartAfter('local1', 10),
  ]),

  'containers killed between steps': () => at(
    ['local0', 'local1', REMOTE].flatMap((node) => [killAfter(node, 2), killAfter(node, 7)])),

  '/tmp emptied after every step': () => ({
    onUpdate(run, node, { controllerState }) {
      if (controllerState === FINISHED) docker('exec', run.container(node), 'sh', '-c', 'rm -rf /tmp/* /tmp/.[!.]*');
    },
  }),

  'a log level': () => ({
    logLevel: 'debug',
    ...at(['local0', REMOTE].map((node) => ({
      node,
      iteration: 2,
      state: FINISHED,
      action: assertStartedWithLevel,
    }))),
  }),

  'a new container for every step': ({ directory }) => {
    const hostTmp = path.join(directory, 'tmp');
    fs.mkdirSync(hostTmp);
    fs.chmodSync(hostTmp, 0o1777);
    process.env.DSNE_HOST_TMP = hostTmp;
    fs.mkdirSync(path.join(directory, 'images'));
    fs.writeFileSync(path.join(directory, 'images', 'dsne-test'), '');
    // Singularity's containers run as the user, who owns the folders that they are given.
    process.umask(0);
    return { provider: 'singularity' };
  },
};
