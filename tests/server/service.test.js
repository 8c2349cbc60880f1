'use strict';

const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const net = require('net');
const os = require('os');
const { after, before, describe, it } = require('node:test');
const { setTimeout: sleep } = require('timers/promises');
const WebSocket = require('ws');
const { ServiceFunctionGenerator } = require('coinstac-container-manager/src/services/serviceFunction');
const { INDEX, startService } = require('./service_process');

const MEBIBYTE = 2 ** 20;
const NODE = process.execPath;
const ECHO = ['/bin/cat'];

let service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Runs a command on an input with the orchestrator's own client; gives the JSON that it printed. */
function run(command, input = {}, port = service.port) {
  return ServiceFunctionGenerator({ port })({ command, input });
}

async function connect() {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}`);
  await once(socket, 'open');
  return socket;
}

const processExists = (pid) => fs.existsSync(`/proc/${pid}`);

async function until(condition) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (condition()) return;
    await sleep(25);
  }
  assert.fail('it did not happen within five seconds');
}

/** The orchestrator's message when a command fails. */
async function failure(command, input = {}) {
  const error = await run(command, input).then(() => assert.fail('it did not fail'), (reason) => reason);
  return error.message;
}

describe('a step', () => {
  it('gets its input and gives its output', async () => {
    const input = { input: { a: [1, 2.5, 'ü'] }, cache: {}, state: {} };
    assert.deepStrictEqual(await run(ECHO, input), input);
  });

  it('gets its arguments as they are', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    assert.deepStrictEqual(await run([NODE, '-e', script, 'a b', '$HOME', '']), ['a b', '$HOME', '']);
  });

  it('takes and gives messages of 220 MiB', async () => {
    const input = 'x'.repeat(220 * MEBIBYTE);
    const output = await run(ECHO, input);
    assert.ok(output === input);
  });

  it('keeps characters whole that its output splits', async () => {
    const script = `
      const bytes = Buffer.from('"aé€😀"');
      let next = 0;
      const timer = setInterval(() => {
        process.stdout.write(bytes.subarray(next, next + 1));
        next += 1;
        if (next === bytes.length) clearInterval(timer);
      }, 20);`;
    assert.strictEqual(await run([NODE, '-e', script]), 'aé€😀');
  });

  it('may leave its input unread', async () => {
    const command = ['/bin/sh', '-c', 'exec <&-; echo 1'];
    assert.strictEqual(await run(command, 'x'.repeat(8 * MEBIBYTE)), 1);
  });

  it('may write megabytes to stderr', async () => {
    const script = `process.stderr.write('e'.repeat(${32 * MEBIBYTE})); process.stdout.write('1')`;
    assert.strictEqual(await run([NODE, '-e', script]), 1);
  });

  it('runs beside others', async () => {
    const inputs = Array.from({ length: 8 }, (_, index) => ({ index }));
    const outputs = await Promise.all(inputs.map((input) => run(ECHO, input)));
    assert.deepStrictEqual(outputs, inputs);
  });
});

describe('a command that fails', () => {
  it('is reported with its exit code and stderr', async () => {
    const message = await failure(['/bin/sh', '-c', 'echo why >&2; exit 3']);
    assert.match(message, /exitcode 3 and stderr why/);
  });

  it('is reported when a signal ends it', async () => {
    const message = await failure(['/bin/sh', '-c', 'kill -SEGV $$']);
    assert.match(message, new RegExp(`exitcode ${128 + os.constants.signals.SIGSEGV}`));
  });

  it('is reported when it cannot be started', async () => {
    assert.match(await failure(['/no/such/command']), /cannot be started \(ENOENT\)/);
    assert.match(await failure(['/etc/passwd']), /cannot be started \(EACCES\)/);
    assert.match(await failure(['']), /cannot be started \(ERR_INVALID_ARG_VALUE\)/);
  });
});

describe('a client that misbehaves', () => {
  const isAlive = async () => assert.strictEqual(await run(ECHO, 1), 1);

  const badFirsts = ['not JSON', 'null', '[]', '{"command": 7}', '{"command": "/bin/cat", "args": 7}', Buffer.alloc(0)];
  for (const first of badFirsts) {
    it(`is told that its first message is wrong: ${first}`, async () => {
      const socket = await connect();
      socket.send(first);
      const [answer] = await once(socket, 'message');
      assert.strictEqual(JSON.parse(answer).type, 'error');
      socket.send('more');
      socket.send(Buffer.alloc(0));
      socket.close();
      await once(socket, 'close');
      await isAlive();
    });
  }

  it('cannot end the service with what is no WebSocket', async () => {
    for (const bytes of ['\x00\x01\x02', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n']) {
      const connection = net.connect(service.port, '127.0.0.1');
      connection.on('error', () => {});
      connection.end(bytes);
      connection.resume();
      await once(connection, 'close');
    }
    await isAlive();
  });

  it('cannot end the service with a broken frame', async () => {
    const socket = await connect();
    socket.on('error', () => {});
    socket._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await once(socket, 'close');
    await isAlive();
  });

  it('may close at once, as the orchestrator does before every step', async () => {
    for (let times = 0; times < 50; times += 1) {
      const socket = await connect();
      socket.close(1000, 'Test Connection');
    }
    await isAlive();
  });

  it('may write after the end of the input', async () => {
    const socket = await connect();
    socket.send('{"command": "/bin/cat"}');
    socket.send(Buffer.alloc(0));
    socket.send('late');
    socket.send(Buffer.alloc(0));
    await once(socket, 'message');
    socket.close();
    await isAlive();
  });
});

describe('a client that goes away', () => {
  async function startSleeper(script) {
    const socket = await connect();
    socket.send(JSON.stringify({ command: '/bin/sh', args: ['-c', `echo $$; ${script}`] }));
    const [answer] = await once(socket, 'message');
    return { socket, pid: Number(JSON.parse(answer).data) };
  }

  it('takes its waiting command with it', async () => {
    const { socket, pid } = await startSleeper('exec sleep 600');
    assert.ok(processExists(pid));
    socket.terminate();
    await until(() => !processExists(pid));
  });

  it('takes its writing command with it', async () => {
    const { socket, pid } = await startSleeper('exec yes');
    socket.pause();
    socket.terminate();
    await until(() => !processExists(pid));
  });

  it('takes a command with it that ignores SIGTERM', async () => {
    const { socket, pid } = await startSleeper('trap "" TERM; while :; do sleep 1; done');
    socket.close();
    await until(() => !processExists(pid));
  });
});

describe('the service', () => {
  it('waits for a client that reads slowly, and does not keep all output in memory', async () => {
    const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', service.child.pid])) / 1024;
    const socket = await connect();
    const start = memory();
    socket.send(JSON.stringify({ command: '/bin/sh', args: ['-c', 'head -c 400000000 /dev/zero | tr "\\0" x'] }));
    await once(socket, 'message');
    socket.pause();
    await sleep(1500);
    assert.ok(memory() - start < 200, `it grew by ${Math.round(memory() - start)} MiB`);
    socket.terminate();
  });

  it('leaks neither files nor processes over many steps', async () => {
    const files = () => fs.readdirSync(`/proc/${service.child.pid}/fd`).length;
    const children = () => fs.readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8');
    await run(ECHO, 1);
    await until(() => children() === '');
    const start = files();
    for (let step = 0; step < 300; step += 1) {
      await run(ECHO, step);
    }
    await until(() => children() === '' && files() <= start);
  });

  it('says nothing of a step but with a log level', async () => {
    const quiet = service.lines.length;
    await run(ECHO, 'private');
    assert.strictEqual(service.lines.length, quiet);

    const verbose = await startService({ level: 'debug', server: 'ws' });
    await run(ECHO, 'private', verbose.port);
    await until(() => verbose.lines.some((line) => line.includes('ended with 0')));
    assert.ok(!verbose.lines.some((line) => line.includes('private')));
    await verbose.stop();
  });

  it('goes on for a while after SIGTERM', async () => {
    const stopped = await startService();
    stopped.child.kill('SIGTERM');
    await sleep(1000);
    assert.strictEqual(await run(ECHO, 1, stopped.port), 1);
    const [code] = await once(stopped.child, 'exit');
    assert.strictEqual(code, 0);
  });

  it('ends its commands when it ends', async () => {
    const stopped = await startService();
    const socket = new WebSocket(`ws://127.0.0.1:${stopped.port}`);
    socket.on('error', () => {});
    await once(socket, 'open');
    socket.send('{"command": "/bin/sh", "args": ["-c", "echo $$; exec sleep 600"]}');
    const [answer] = await once(socket, 'message');
    await stopped.stop();
    await until(() => !processExists(Number(JSON.parse(answer).data)));
  });
});

describe('the options', () => {
  const { readOptions } = require('../../server/options');

  it('have defaults', () => {
    assert.deepStrictEqual(readOptions(undefined, {}), { port: 8881, host: undefined, verbose: false });
  });

  it('are read as the orchestrator gives them', () => {
    const argument = '{"level":"debug","server":"ws","port":8101}';
    assert.deepStrictEqual(readOptions(argument, {}), { port: 8101, host: undefined, verbose: true });
  });

  it('are read as Singularity gives them', () => {
    const argument = '{\\"server\\":\\"ws\\",\\"port\\":8101}';
    const environment = { COINSTAC_PORT: '8101' };
    assert.deepStrictEqual(readOptions(argument, environment), { port: 8101, host: '127.0.0.1', verbose: false });
  });

  it('take the port from the environment when they have none', () => {
    assert.strictEqual(readOptions('{}', { COINSTAC_PORT: '8101' }).port, 8101);
  });

  for (const argument of ['nonsense', '{"port": "many"}', '{"port": 1.5}', '{"port": -1}', '{"port": 65536}']) {
    it(`are refused: ${argument}`, () => {
      assert.throws(() => readOptions(argument, {}));
      const { status, stderr } = spawnSync(NODE, [INDEX, argument], { encoding: 'utf8' });
      assert.strictEqual(status, 1);
      assert.match(stderr, /^the service cannot start: .*\n$/);
    });
  }

  it('keep a service that a container runs on its host\'s network to the loopback interface', async () => {
    const local = await startService({}, { COINSTAC_PORT: '1' });
    const addresses = Object.values(os.networkInterfaces()).flat()
      .filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of addresses) {
      const connection = net.connect(local.port, address);
      const [error] = await once(connection, 'error');
      assert.strictEqual(error.code, 'ECONNREFUSED');
    }
    await local.stop();
  });
});
