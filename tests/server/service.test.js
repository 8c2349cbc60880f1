'use strict';

const assert = require('assert');
const { spawnSync } = require('child_process');
const { once } = require('events');
const fs = require('fs');
const net = require('net');
const os = require('os');
const { after, before, describe, it } = require('node:test');
const { setTimeout: sleep } = require('timers/promises');
const programs = require('./programs');
const { INDEX, processExists, startService, until } = require('./service_process');

const MEBIBYTE = 2 ** 20;

let service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

describe('a step', () => {
  it('gets its input and gives its output', async () => {
    const input = { input: { a: [1, 2.5, 'ü'] }, cache: {}, state: {} };
    assert.deepStrictEqual(await service.run(programs.echo, input), input);
  });

  it('gets its arguments as they are', async () => {
    assert.deepStrictEqual(await service.run(programs.words), ['a b', '$HOME', '']);
  });

  it('takes an input of 100 MiB', async () => {
    const input = 'x'.repeat(100 * MEBIBYTE - 2);
    assert.ok(await service.run(programs.echo, input) === input);
  });

  it('gives an output of 230 MB', async () => {
    assert.strictEqual((await service.run(programs.large)).length, 230000000);
  });

  it('keeps characters whole that its output splits', async () => {
    assert.strictEqual(await service.run(programs.pieces), 'aé€😀');
  });

  it('may leave its input unread', async () => {
    assert.strictEqual(await service.run(programs.deaf, 'x'.repeat(8 * MEBIBYTE)), 1);
  });

  it('may write megabytes to stderr', async () => {
    assert.strictEqual(await service.run(programs.warning), 1);
  });

  it('runs beside others', async () => {
    const inputs = Array.from({ length: 3 }, (_, index) => ({ index }));
    const outputs = await Promise.all(inputs.map((input) => service.run(programs.echo, input)));
    assert.deepStrictEqual(outputs, inputs);
  });
});

describe('a command that fails', () => {
  it('is reported with its exit code and stderr', async () => {
    assert.match(await service.failure(programs.failing), /exitcode 3 and stderr why/);
  });

  it('is reported when a signal ends it', async () => {
    const message = await service.failure(programs.crashing);
    assert.match(message, new RegExp(`exitcode ${128 + os.constants.signals.SIGSEGV}`));
  });

  it('is reported when it cannot be started', async () => {
    assert.match(await service.failure(programs.missing), /cannot be started \(ENOENT\)/);
    assert.match(await service.failure(programs.notExecutable), /cannot be started \(EACCES\)/);
    assert.match(await service.failure(programs.nameless), /cannot be started \(ERR_INVALID_ARG_VALUE\)/);
  });
});

describe('a client that misbehaves', () => {
  const badFirsts = ['not JSON', 'null', '[]', '{"command": 7}', '{"command": "/bin/cat", "args": 7}', Buffer.alloc(0)];
  for (const first of badFirsts) {
    it(`is told that its first message is wrong: ${first}`, async () => {
      const socket = await service.connect();
      socket.send(first);
      const [answer] = await once(socket, 'message');
      assert.strictEqual(JSON.parse(answer).type, 'error');
      socket.send('more');
      socket.send(Buffer.alloc(0));
      socket.close();
      await once(socket, 'close');
      await service.assertAlive();
    });
  }

  it('cannot end the service with what is no WebSocket', async () => {
    const headers = ['Connection: Upgrade', ...Array.from({ length: 2500 }, () => 'a:b'), 'Upgrade: websocket'];
    for (const bytes of [
      '\x00\x01\x02',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n',
      ['GET / HTTP/1.1', ...headers, '', ''].join('\r\n'),
    ]) {
      const connection = net.connect(service.port, '127.0.0.1');
      connection.on('error', () => {});
      connection.end(bytes);
      connection.resume();
      await once(connection, 'close');
    }
    await service.assertAlive();
  });

  it('cannot end the service with a broken frame', async () => {
    const socket = await service.connect();
    socket.on('error', () => {});
    socket._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await once(socket, 'close');
    await service.assertAlive();
  });

  it('may close at once, as the orchestrator does before every step', async () => {
    for (let times = 0; times < 50; times += 1) {
      const socket = await service.connect();
      socket.close(1000, 'Test Connection');
      await once(socket, 'close');
    }
    await service.assertAlive();
  });

  it('may write after the end of the input', async () => {
    const socket = await service.request(programs.echo);
    socket.send(Buffer.alloc(0));
    socket.send('late');
    socket.send(Buffer.alloc(0));
    await once(socket, 'message');
    socket.close();
    await service.assertAlive();
  });
});

describe('a client that goes away', () => {
  it('takes its waiting command with it', async () => {
    const { socket, pid } = await service.requestProcess(programs.processId);
    assert.ok(processExists(pid));
    socket.terminate();
    await until(() => !processExists(pid));
  });

  it('takes its writing command with it', async () => {
    const { socket, pid } = await service.requestProcess(programs.endless);
    socket.pause();
    socket.terminate();
    await until(() => !processExists(pid));
  });

  it('takes a command with it that ignores SIGTERM', async () => {
    const { socket, pid } = await service.requestProcess(programs.stubborn);
    socket.close();
    await until(() => !processExists(pid));
  });
});

describe('the service', () => {
  it('leaks neither files nor processes over many steps', async () => {
    const files = () => fs.readdirSync(`/proc/${service.child.pid}/fd`).length;
    const children = () => fs.readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8');
    await service.assertAlive();
    await until(() => children() === '');
    const start = files();
    for (let step = 0; step < 300; step += 1) {
      await service.run(programs.echo, step);
    }
    await until(() => children() === '' && files() <= start);
  });

  it('says nothing of a step but with a log level', async () => {
    const quiet = service.lines.length;
    await service.run(programs.echo, 'private');
    assert.strictEqual(service.lines.length, quiet);

    const verbose = await startService({ level: 'debug', server: 'ws' });
    await verbose.run(programs.echo, 'private');
    await until(() => verbose.lines.some((line) => line.includes('ended with 0')));
    assert.ok(!verbose.lines.some((line) => line.includes('private')));
    await verbose.stop();
  });

  it('goes on for a while after SIGTERM', async () => {
    const stopped = await startService();
    stopped.child.kill('SIGTERM');
    await sleep(1000);
    await stopped.assertAlive();
    const [code] = await once(stopped.child, 'exit');
    assert.strictEqual(code, 0);
  });

  it('ends its commands when it ends', async () => {
    const stopped = await startService();
    const { socket, pid } = await stopped.requestProcess(programs.processId);
    socket.on('error', () => {});
    await stopped.stop();
    await until(() => !processExists(pid));
  });
});

describe('the options', () => {
  const { readOptions } = require('../../server/options');
  const commands = [['/computation/local'], ['/computation/remote']];

  it('have defaults', () => {
    assert.deepStrictEqual(readOptions(undefined, {}), { port: 8881, host: '0.0.0.0', commands, verbose: false });
  });

  it('are read as the orchestrator gives them', () => {
    const argument = '{"level":"debug","server":"ws","port":8101}';
    assert.deepStrictEqual(readOptions(argument, {}), { port: 8101, host: '0.0.0.0', commands, verbose: true });
  });

  it('are read as Singularity gives them', () => {
    const argument = '{\\"server\\":\\"ws\\",\\"port\\":8101}';
    const environment = { COINSTAC_PORT: '8101' };
    assert.deepStrictEqual(
      readOptions(argument, environment), { port: 8101, host: '127.0.0.1', commands, verbose: false });
  });

  it('take the port from the environment when they have none', () => {
    assert.strictEqual(readOptions('{}', { COINSTAC_PORT: '8101' }).port, 8101);
  });

  it('take other commands from the environment', () => {
    const others = [['/bin/echo', '{}'], ['/bin/cat']];
    assert.deepStrictEqual(readOptions('{}', { DSNE_COMMANDS: JSON.stringify(others) }).commands, others);
  });

  const refused = [
    ...['nonsense', '{"port": "many"}', '{"port": 1.5}', '{"port": -1}', '{"port": 65536}'].map((text) => [text, {}]),
    ...['nonsense', '{}', '["/bin/cat"]', '[[]]', '[[1]]'].map((text) => ['{}', { DSNE_COMMANDS: text }]),
  ];
  for (const [argument, environment] of refused) {
    it(`are refused: ${argument} ${environment.DSNE_COMMANDS ?? ''}`, () => {
      assert.throws(() => readOptions(argument, environment));
      const env = { ...process.env, ...environment };
      const options = { encoding: 'utf8', env, timeout: 5000 };
      const { status, stderr } = spawnSync(process.execPath, [INDEX, argument], options);
      assert.strictEqual(status, 1);
      assert.match(stderr, /^the service cannot start: .*\n$/);
    });
  }
});
