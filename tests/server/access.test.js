'use strict';

// Which clients can connect to the service, and which commands it runs for them.

const assert = require('assert');
const { once } = require('events');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { after, before, describe, it } = require('node:test');
const WebSocket = require('ws');
const compspec = require('../../compspec.json');
const serverPackage = require('../../server/package.json');
const programs = require('./programs');
const { closeCode, startService } = require('./service_process');

let service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Returns the status of the answer to a request to connect: 101 when the connection is made. */
async function status(options) {
  const socket = new WebSocket(`ws://127.0.0.1:${service.port}`, options);
  socket.on('error', () => {});
  const answered = Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode),
  ]);
  answered.finally(() => socket.terminate());
  return answered;
}

/** Returns the first line of the answer to a request with these headers. */
async function firstLine(headers) {
  const connection = net.connect(service.port, '127.0.0.1');
  connection.write(['GET / HTTP/1.1', ...headers, '', ''].join('\r\n'));
  const [data] = await once(connection, 'data');
  connection.destroy();
  return data.toString().split('\r\n')[0];
}

describe('a web page', () => {
  for (const origin of ['https://page.example', 'http://localhost', 'http://127.0.0.1:8101', 'null', '']) {
    it(`cannot connect: Origin ${origin}`, async () => {
      assert.strictEqual(await status({ headers: { Origin: origin } }), 403);
      await service.assertAlive();
    });
  }

  it('cannot connect from an old browser', async () => {
    assert.strictEqual(await status({ protocolVersion: 8, origin: 'https://page.example' }), 403);
  });

  it('cannot hide its Origin behind other headers', async () => {
    const upgrade = ['Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    const others = Array.from({ length: 2500 }, () => 'a:b');
    assert.match(await firstLine(upgrade), / 101 /);
    assert.match(await firstLine([...upgrade, ...others, 'Origin: https://page.example']), / 403 /);
  });

  for (const host of ['page.example', 'page.example:8101', '127.0.0.1.page.example', 'localhost.page.example', '%']) {
    it(`cannot connect where its name leads here: Host ${host}`, async () => {
      assert.strictEqual(await status({ headers: { Host: host } }), 403);
    });
  }

  it('gets nothing by HTTP', async () => {
    const { status: code } = await fetch(`http://127.0.0.1:${service.port}`, { method: 'POST', body: '{}' });
    assert.strictEqual(code, 426);
  });
});

describe('the orchestrator', () => {
  for (const host of ['127.0.0.1:8101', 'localhost:8101', '172.17.0.2:8881', '[::1]:8881', `${os.hostname()}:8101`]) {
    it(`can connect: Host ${host}`, async () => {
      assert.strictEqual(await status({ headers: { Host: host } }), 101);
    });
  }

  it('calls the service by IPv4, and nobody calls it by IPv6', async () => {
    const connection = net.connect(service.port, '::1');
    await assert.rejects(once(connection, 'connect'));
  });

  it('calls a service that a container runs on its host\'s network by the loopback interface only', async () => {
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

describe('a command', () => {
  it('is one of those that compspec.json names', async () => {
    const { readOptions } = require('../../server/options');
    const { command, remote } = compspec.computation;
    assert.deepStrictEqual(readOptions(undefined, {}).commands, [command, remote.command]);

    const real = await startService({}, { DSNE_COMMANDS: undefined });
    assert.match(await real.failure(programs.echo), /\(EPERM\)/);
    // These programs are not installed here.
    assert.match(await real.failure(command), /\(ENOENT\)/);
    assert.match(await real.failure(remote.command), /\(ENOENT\)/);
    await real.stop();
  });

  it('that is another one is refused, and not run', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'service-'));
    const file = path.join(folder, 'file');
    assert.match(await service.failure(['/usr/bin/touch', file]), /\(EPERM\)/);
    assert.match(await service.failure(['/bin/sh', '-c', `touch ${file}`]), /\(EPERM\)/);
    assert.deepStrictEqual(fs.readdirSync(folder), []);
    fs.rmdirSync(folder);
  });

  const [echo, one] = programs.one;
  for (const words of [['cat'], ['/bin/../bin/cat'], ['/bin/cat', '/etc/hostname'], ['/bin/cat', ''],
    [echo], [echo, Number(one)], [echo, one, one], [echo, [one]], [[echo, one]], []]) {
    it(`that is nearly one of them is refused: ${JSON.stringify(words)}`, async () => {
      assert.match(await service.failure(words), /\(EPERM\)/);
    });
  }

  it('is not read from a message that is far too long for one', async () => {
    const socket = await service.connect();
    socket.send(JSON.stringify({ command: '/bin/cat', more: 'x'.repeat(2 ** 17) }));
    const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(5000) });
    assert.strictEqual(JSON.parse(answer).type, 'error');
    assert.strictEqual(await closeCode(socket), 1011);
  });

  it('gets the variables that it needs, and no others', async () => {
    const rich = await startService({}, { FONTCONFIG_FILE: '/fonts.conf', LD_PRELOAD: '', SECRET: 'a secret' });
    assert.deepStrictEqual(await rich.run(programs.environment), { FONTCONFIG_FILE: '/fonts.conf' });
    await rich.stop();
  });
});

it('the tests use the WebSockets of the image', () => {
  assert.strictEqual(require('ws/package.json').version, serverPackage.dependencies.ws);
});
