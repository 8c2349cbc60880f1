'use strict';

// Limits of what a client can make the service hold in memory or wait for.

const assert = require('assert');
const { once } = require('events');
const net = require('net');
const { after, before, describe, it } = require('node:test');
const { setTimeout: sleep } = require('timers/promises');
const programs = require('./programs');
const { closeCode, processExists, startLimitedService, startService, until } = require('./service_process');

const MEBIBYTE = 2 ** 20;
const CHUNK = Buffer.alloc(8 * MEBIBYTE, 'x');
const END = Buffer.alloc(0);

let service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Sends a message many times, as fast as the service reads, until nothing has been read for a second. */
async function sendMany(socket, message, count) {
  for (let sent = 0; sent < count; sent += 1) {
    socket.send(message);
    for (let waits = 0; socket.bufferedAmount > 0; waits += 1) {
      if (waits === 100 || socket.readyState !== socket.OPEN) return;
      await sleep(10);
    }
  }
}

/** Returns what a command prints until it has ended. */
async function output(socket) {
  const messages = [];
  socket.on('message', (message) => messages.push(JSON.parse(message)));
  await until(() => messages.some(({ type }) => type === 'close'));
  return messages.filter(({ type, end }) => type === 'stdout' && !end).map(({ data }) => data).join('');
}

describe('memory', () => {
  it('does not grow with an input that a command leaves unread', async () => {
    const socket = await service.request(programs.sleep);
    const start = service.memory();
    await sendMany(socket, CHUNK, 96);
    const growth = service.memory() - start;
    assert.ok(growth < 48, `it grew by ${Math.round(growth)} MiB`);
    assert.strictEqual(socket.readyState, socket.OPEN);
    socket.terminate();
  });

  it('does not grow with an output that a client reads slowly', async () => {
    const socket = await service.request(programs.talkative);
    const start = service.memory();
    await once(socket, 'message');
    socket.pause();
    await sleep(1500);
    const growth = service.memory() - start;
    assert.ok(growth < 48, `it grew by ${Math.round(growth)} MiB`);
    socket.terminate();
  });

  it('does not grow with a message that never ends', async () => {
    const socket = await service.request(programs.sleep);
    const closed = closeCode(socket);
    for (let piece = 0; piece < 20000; piece += 1) socket.send('x', { fin: false });
    assert.strictEqual(await closed, 1008);
  });
});

describe('an input', () => {
  it('arrives whole when the command reads it late', async () => {
    const socket = await service.request(programs.countLate);
    const printed = output(socket);
    for (let chunk = 0; chunk < 12; chunk += 1) socket.send(CHUNK);
    socket.send(END);
    assert.strictEqual(Number(await printed), 12 * CHUNK.length);
    socket.close();
  });

  it('is no matter any more when the command has closed it', async () => {
    const socket = await service.request(programs.deafLate);
    const printed = output(socket);
    socket.send(CHUNK);
    socket.send(CHUNK);
    assert.strictEqual(await printed, '1\n');
    socket.close(1000);
    assert.strictEqual(await closeCode(socket), 1000);
  });

  it('of more than 100 MiB in one message is refused', async () => {
    assert.match(await service.failure(programs.echo, 'x'.repeat(100 * MEBIBYTE - 1)), /Abnormal Container websocket/);
    await service.assertAlive();
  });

  it('of more than 100 MiB in many messages is refused, and its command killed before it sees an end', async () => {
    const verbose = await startService({ level: 'debug' });
    const { socket, pid } = await verbose.requestProcess(programs.reading);
    for (let chunk = 0; chunk < 12; chunk += 1) socket.send(CHUNK);
    await sleep(500);
    assert.ok(processExists(pid));
    socket.send(CHUNK);
    socket.send(END);
    assert.strictEqual(await closeCode(socket), 1009);
    await until(() => verbose.lines.includes(`command ended with SIGKILL, process ${pid}`));
    await verbose.stop();
  });

  it('that is unread does not keep a command alive whose client has gone', async () => {
    const limited = await startLimitedService({ heartbeatMs: 50 });
    const { socket, pid } = await limited.requestProcess(programs.processId);
    socket.on('error', () => {});
    socket.send(CHUNK);
    socket.send(CHUNK);
    await sleep(500);
    socket.terminate();
    await until(() => !processExists(pid));
    await limited.stop();
  });
});

describe('connections', () => {
  it('are eight at most', async () => {
    const fresh = await startService();
    const sockets = [];
    for (let number = 0; number < 8; number += 1) sockets.push(await fresh.connect());
    await assert.rejects(fresh.connect(), { code: 'ECONNRESET' });
    // The orchestrator's client tries again.
    const answered = fresh.assertAlive();
    await sleep(500);
    sockets.forEach((socket) => socket.close());
    await answered;
    await fresh.stop();
  });
});

describe('a client that keeps a connection idle', () => {
  let limited;
  before(async () => {
    limited = await startLimitedService({ requestMs: 200, clientMs: 500 });
  });
  after(() => limited.stop());

  it('is cut off before it has asked to connect', async () => {
    const connection = net.connect(limited.port, '127.0.0.1');
    connection.resume();
    await once(connection, 'close', { signal: AbortSignal.timeout(5000) });
  });

  it('is cut off before it has asked for a command', async () => {
    const socket = await limited.connect();
    assert.strictEqual(await closeCode(socket), 1008);
  });

  it('is cut off before it has ended the input, and its command with it', async () => {
    const { socket, pid } = await limited.requestProcess(programs.reading);
    assert.strictEqual(await closeCode(socket), 1008);
    await until(() => !processExists(pid));
  });

  it('is cut off when it has been sent the output', async () => {
    const socket = await limited.request(programs.echo);
    socket.send(END);
    assert.strictEqual(await closeCode(socket), 1008);
  });

  for (const what of ['late', 'deaf', 'deafLate', 'countLate']) {
    it(`is not cut off while it waits for its command: ${what}`, async () => {
      for (const input of ['x', 'x'.repeat(MEBIBYTE)]) {
        assert.strictEqual(typeof await limited.run(programs[what], input), 'number');
      }
    });
  }

  it('has seconds to ask for a command and minutes for its input', async () => {
    const waiting = await service.connect();
    const asking = await service.request(programs.echo);
    await Promise.all([waiting, asking].map((socket) => (
      Promise.race([sleep(4000), once(socket, 'close').then(() => assert.fail('it was cut off'))]))));
    waiting.close();
    asking.close();
  });
});
