/** The downloader with a real aria2c against servers on loopback: ftp, web seeds, a tracker over UDP, an aria2 of the operator. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { freePort, listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { parseBencode } from '#shared/drive/torrent/bencode.ts';
import { resolveBySystem } from '../runtime/outbound.ts';
import { makeAria2Downloader } from './aria2.ts';
import { environmentOf, hasAria2, startAria2 } from './aria2-process.ts';
import { makeAria2Rpc } from './aria2-rpc.ts';
import { makeDownloadFolder } from './folder.ts';
import { startFtpDouble } from './ftp-double.ts';
import { startGateway } from './gateway.ts';
import { makeTorrent } from './torrent-fixture.ts';

const PATIENT = { timeout: 30_000, interval: 200 };
const BYTES = Buffer.alloc(300_000, 'magpie');
const id = 'ab'.repeat(16);
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function newFolder(): string {
  const place = scratchFolder();
  return place;
}

function downloaderOver(url: () => string, secret: string, folder: string, serverAddress = (one: string) => one) {
  return makeAria2Downloader({
    rpc: makeAria2Rpc(url, secret),
    folder: makeDownloadFolder(folder),
    schemes: ['magnet', 'torrent', 'ftp'],
    folderBytes: 1e9,
    trackerAddress: () => null,
    serverAddress,
    freeBytes: () => 1e12,
    nowMs: () => performance.now(),
  });
}

async function startOwn(allowed: readonly string[]) {
  const folder = newFolder();
  const gateway = await startGateway({ resolve: resolveBySystem, allowed: new Set(allowed), hasFtp: true });
  ends.push(() => gateway.stop());
  const log = (line: string): void => console.error(line);
  const aria2 = await startAria2({ folder, secret: 'secret', proxy: gateway, peerPorts: '6881-6999', log });
  ends.push(() => aria2.stop());
  return downloaderOver(aria2.url, 'secret', folder);
}

/** Serves the file of a torrent by http. */
async function startSeed() {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const end = to === '' ? BYTES.length - 1 : Number(to);
    const range = `bytes ${from}-${end}/${BYTES.length}`;
    response.writeHead(206, { 'content-range': range, 'content-length': end - Number(from) + 1 });
    response.end(BYTES.subarray(Number(from), end + 1));
  });
  await listenOnLoopback(server);
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const seeded = (port: number) =>
  makeTorrent('pack', [{ path: ['one.bin'], bytes: BYTES }], 'http://tracker.example/announce', {
    'url-list': `http://127.0.0.1:${port}/seed/`,
  }).torrent;

async function expectWhole(downloader: ReturnType<typeof downloaderOver>): Promise<void> {
  const phase = async () => {
    try {
      return (await downloader.status(id)).phase;
    } catch {
      return 'starting';
    }
  };
  await expect.poll(phase, PATIENT).toBe('complete');
  await downloader.finish(id);
  expect(Buffer.from((await downloader.read(id, 1, 0, BYTES.length)) ?? []).equals(BYTES)).toBe(true);
  await downloader.remove(id);
}

/** Until aria2 answers. A short download may have ended before the first answer that is seen. */
async function begin(order: () => Promise<{ readonly phase: string }>): Promise<void> {
  await expect.poll(() => order().then(({ phase }) => phase, String), PATIENT).toMatch(/^(active|complete)$/);
}

it.skipIf(!hasAria2())('a file is fetched by ftp through the gateway, and one that is missing says so', async () => {
  const ftp = await startFtpDouble('one.bin', BYTES);
  ends.push(() => ftp.stop());
  const downloader = await startOwn([`127.0.0.1:${ftp.port}`, `127.0.0.1:${ftp.dataPort}`]);
  await begin(() => downloader.add(id, `ftp://127.0.0.1:${ftp.port}/folder/one.bin`));
  await expectWhole(downloader);
  const other = 'cd'.repeat(16);
  await downloader.add(other, `ftp://127.0.0.1:${ftp.port}/folder/missing.txt`);
  await expect.poll(async () => (await downloader.status(other)).failure, PATIENT).toBe('not_found');
});

it.skipIf(!hasAria2())('a torrent without peers is fetched from its web seed', async () => {
  const seed = await startSeed();
  const downloader = await startOwn([`127.0.0.1:${seed.port}`]);
  const order = { id, torrent: seeded(seed.port), files: [1], sizeBytes: BYTES.length };
  await begin(() => downloader.choose(order));
  await expectWhole(downloader);
  expect(seed.asked[0]).toBe('/seed/pack/one.bin');
});

it.skipIf(!hasAria2())('an aria2 that the operator started stores into the shared folder', async () => {
  const seed = await startSeed();
  const folder = newFolder();
  const port = await freePort();
  const options = ['--enable-rpc', `--rpc-listen-port=${port}`, '--rpc-secret=theirs', `--dir=${folder}`];
  const theirs: ChildProcess = spawn('aria2c', [...options, '--quiet', '--no-conf', '--enable-dht=false'], {
    stdio: 'ignore',
    env: environmentOf(process.env, folder),
  });
  ends.push(() => theirs.kill('SIGKILL'));
  mkdirSync(folder, { recursive: true });
  const downloader = downloaderOver(() => `http://127.0.0.1:${port}/jsonrpc`, 'theirs', folder);
  await begin(() => downloader.choose({ id, torrent: seeded(seed.port), files: [1], sizeBytes: BYTES.length }));
  await expectWhole(downloader);
});

it('a tracker is asked over UDP, and its peers pass the rule', async () => {
  const tracker = createSocket('udp4');
  ends.push(() => tracker.close());
  const announced: Buffer[] = [];
  tracker.on('message', (message, from) => {
    const isHello = message.length === 16;
    const answer = Buffer.alloc(isHello ? 16 : 32);
    answer.writeUInt32BE(isHello ? 0 : 1, 0);
    message.copy(answer, 4, 12, 16);
    if (!isHello) {
      announced.push(message);
      answer.writeUInt32BE(900, 8);
      Buffer.from([10, 0, 0, 1, 0, 80, 1, 1, 1, 1, 0, 81]).copy(answer, 20);
    }
    tracker.send(answer, from.port, from.address);
  });
  tracker.bind(0, '127.0.0.1');
  await once(tracker, 'listening');
  const { port } = tracker.address();
  const allowed = new Set([`127.0.0.1:${port}`]);
  const gateway = await startGateway({ resolve: resolveBySystem, allowed, hasFtp: false });
  ends.push(() => gateway.stop());
  const hash = '%01%02'.repeat(10);
  const address = `${gateway.trackerAddress(`udp://127.0.0.1:${port}/announce`)}?info_hash=${hash}&peer_id=${hash}&port=6881&left=7&event=started`;
  const authorization = `Basic ${Buffer.from(`${gateway.user}:${gateway.password}`).toString('base64')}`;
  const request = http.get({
    port: gateway.port,
    path: address,
    headers: { host: 'x', 'proxy-authorization': authorization },
  });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const read = parseBencode(await buffer(answer)).value as ReadonlyMap<string, unknown>;
  expect([answer.statusCode, read.get('interval'), [...(read.get('peers') as Uint8Array)]]).toEqual([
    200,
    900,
    [1, 1, 1, 1, 0, 81],
  ]);
  const [message] = announced;
  expect(message?.subarray(16, 36).toString('hex')).toBe('0102'.repeat(10));
  expect([message?.readBigUInt64BE(64), message?.readUInt32BE(80), message?.readUInt16BE(96)]).toEqual([7n, 2, 6881]);
});
