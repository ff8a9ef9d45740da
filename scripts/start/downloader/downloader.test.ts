/** The downloader over a double of aria2's RPC: answers that lie, calls that repeat, the folder's bound; and the rules of the gateway. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { parseBencode, writeBencode } from '#shared/drive/torrent/bencode.ts';
import { fetchedBytes, readTorrent } from '#shared/drive/torrent/torrent.ts';
import { type DownloadChoice, type Downloader, DownloaderError } from '#worker/platform/downloader/port.ts';
import { makeDownloader as makeBoundDownloader } from '#worker/platform/downloader/service.ts';
import { resolveBySystem } from '../runtime/outbound.ts';
import { makeAria2Downloader } from './aria2.ts';
import { environmentOf } from './aria2-process.ts';
import { makeAria2Rpc } from './aria2-rpc.ts';
import { makeDownloadFolder } from './folder.ts';
import { startGateway } from './gateway.ts';
import { makeDownloaderService } from './service.ts';
import { readDownloader } from './settings.ts';
import { makeTorrent, startTracker } from './torrent-fixture.ts';
import { filterAnswer, makePeerRule } from './tracker-answer.ts';

const SECRET = 'a secret that no message may name';
const place = scratchFolder();
const id = 'ab'.repeat(16);
const files = [{ path: ['one.bin'], bytes: Buffer.alloc(40_000, 1) }];
const { torrent } = makeTorrent('pack', files, 'http://tracker.example/announce');

/** Answers of the double, and the calls that it got. */
let answer: (method: string) => string = () => '{}';
const calls: { method: string; params: unknown[] }[] = [];
const double = http.createServer((request, response) => {
  void buffer(request).then((body) => {
    const call = JSON.parse(body.toString()) as { method: string; params: unknown[] };
    calls.push(call);
    response.end(answer(call.method));
  });
});

let nowMs = 0;
function makeDownloader(folderBytes = 1e9) {
  const { port } = double.address() as AddressInfo;
  return makeAria2Downloader({
    rpc: makeAria2Rpc(() => `http://127.0.0.1:${port}/jsonrpc`, SECRET),
    folder: makeDownloadFolder(place),
    schemes: ['magnet', 'torrent'],
    folderBytes,
    trackerAddress: (one) => `http://gateway/${one.length}`,
    serverAddress: (one) => one,
    freeBytes: () => 1e12,
    nowMs: () => nowMs,
  });
}

await listenOnLoopback(double);

afterAll(() => {
  double.closeAllConnections();
  double.close();
});

const known = (more: object): string =>
  JSON.stringify({
    result: {
      status: 'active',
      totalLength: '10',
      completedLength: '4',
      downloadSpeed: '2',
      connections: '1',
      ...more,
    },
  });
const NOT_FOUND = JSON.stringify({ error: { code: 1, message: 'GID 1 is not found' } });

it.each([
  '',
  'nonsense',
  '[]',
  '{"result":{}}',
  known({ totalLength: '-1' }),
  known({ status: 'odd' }),
  `"${'x'.repeat(5e6)}"`,
])('an answer of aria2 that is none becomes one error without the secret: %#', async (text) => {
  makeDownloadFolder(place).write(id, { kind: 'torrent', files: [1], sizeBytes: 1 }, torrent);
  answer = () => text;
  const failure = await makeDownloader()
    .status(id)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DownloaderError);
  expect(JSON.stringify([String(failure), (failure as Error).cause?.toString()])).not.toContain(SECRET);
});

it('a chosen torrent has our trackers, names of ours on the disk, and is given again when aria2 has lost it', async () => {
  answer = (method) => (method === 'aria2.tellStatus' ? NOT_FOUND : '{"result":"1"}');
  const downloader = makeDownloader();
  calls.length = 0;
  await downloader.choose({ id, torrent, files: [1], sizeBytes: 40_000 });
  await downloader.status(id);
  const given = calls.filter(({ method }) => method === 'aria2.addTorrent');
  expect(given).toHaveLength(2);
  const [, encoded, , options] = given[0]?.params ?? [];
  expect(readTorrent(new Uint8Array(Buffer.from(String(encoded), 'base64'))).trackers).toEqual(['http://gateway/31']);
  expect(options).toMatchObject({ 'select-file': '1', 'index-out': ['1=f1'] });
  // The aria2 of an operator may have other defaults.
  expect(options).toMatchObject({ 'follow-torrent': 'false', 'seed-time': '0', 'check-integrity': 'true' });
  expect(given[1]?.params[3]).toEqual(options);
});

it('the folder takes no more than its bound, and one download never more', async () => {
  answer = (method) => (method === 'aria2.tellStatus' ? NOT_FOUND : '{"result":"1"}');
  const downloader = makeDownloader(50_000);
  const other = 'cd'.repeat(16);
  expect((await downloader.choose({ id: other, torrent, files: [1], sizeBytes: 60_000 })).failure).toBe('too_large');
  expect((await downloader.choose({ id: other, torrent, files: [1], sizeBytes: 40_000 })).failure).toBe('busy');
  await downloader.remove(id);
  expect((await downloader.choose({ id: other, torrent, files: [1], sizeBytes: 40_000 })).phase).toBe('active');
});

it('the folder counts whole pieces: a small file of a torrent with large ones brings them along', async () => {
  answer = (method) => (method === 'aria2.tellStatus' ? NOT_FOUND : '{"result":"1"}');
  const small = [
    { path: ['small.txt'], bytes: Buffer.alloc(1, 1) },
    { path: ['large.bin'], bytes: Buffer.alloc(100_000, 2) },
    { path: ['last.txt'], bytes: Buffer.alloc(1, 3) },
  ];
  const { torrent: packed } = makeTorrent('pack', small, 'http://tracker.example/announce');
  const read = readTorrent(packed);
  expect([[1], [2], [3], [1, 3], [1, 2, 3]].map((chosen) => fetchedBytes(read, chosen))).toEqual([
    32_768, 100_002, 32_768, 65_536, 100_002,
  ]);
  const order = { id: 'ef'.repeat(16), torrent: packed, files: [1], sizeBytes: 1 };
  expect((await makeDownloader(30_000).choose(order)).failure).toBe('too_large');
});

it('ftp without an end stops at the bound of the folder', async () => {
  const ftp = 'fa'.repeat(16);
  makeDownloadFolder(place).write(ftp, { kind: 'ftp', address: 'ftp://files.example/endless' });
  answer = (method) =>
    method === 'aria2.tellStatus' ? known({ totalLength: '0', completedLength: '2000000' }) : NOT_FOUND;
  const downloader = makeDownloader(1_000_000);
  expect((await downloader.status(ftp)).failure).toBe('too_large');
  await downloader.remove(ftp);
});

it('ftp downloads count the bytes of each other, after a restart too', async () => {
  const [first, second] = ['fb'.repeat(16), 'fc'.repeat(16)];
  for (const one of [first, second])
    makeDownloadFolder(place).write(one, { kind: 'ftp', address: 'ftp://a.example/x' });
  answer = (method) =>
    method === 'aria2.tellStatus' ? known({ totalLength: '600000', completedLength: '5' }) : NOT_FOUND;
  const downloader = makeDownloader(1_000_000);
  expect((await downloader.status(first)).phase).toBe('active');
  expect((await downloader.status(second)).failure).toBe('busy');
  expect((await downloader.status(first)).phase).toBe('active');
  expect(makeDownloadFolder(place).ids()).not.toContain(second);
  writeFileSync(path.join(makeDownloadFolder(place).filesOf(first), 'f1'), Buffer.alloc(700_000));
  const order = { id: second, torrent, files: [1], sizeBytes: 400_000 };
  expect((await makeDownloader(1_000_000).choose(order)).failure).toBe('busy');
  await downloader.remove(first);
});

it('the look for the files of a magnet link ends soon after its last call', async () => {
  answer = (method) => (method === 'aria2.tellStatus' ? NOT_FOUND : '{"result":"1"}');
  const [sought, found] = ['aa'.repeat(16), 'bb'.repeat(16)];
  const link = `magnet:?xt=urn:btih:${'1'.repeat(40)}`;
  const downloader = makeDownloader();
  for (const one of [sought, found]) await downloader.add(one, link);
  writeFileSync(path.join(makeDownloadFolder(place).filesOf(found), `${'1'.repeat(40)}.torrent`), torrent);
  nowMs += 3 * 60_000;
  await downloader.sweep();
  expect([sought, found].map((one) => makeDownloadFolder(place).ids().includes(one))).toEqual([false, true]);
  await downloader.remove(found);
});

it('the numbers of ten thousand files reach the downloader', async () => {
  const given: DownloadChoice[] = [];
  const choose = async (choice: DownloadChoice) => {
    given.push(choice);
    return { phase: 'active', failure: null, doneBytes: 0, totalBytes: 0, bytesPerSecond: 0, connections: 0 } as const;
  };
  const service = makeDownloaderService({ choose } as unknown as Downloader);
  const server = http.createServer((request, response) => void service(request, response));
  const base = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const binding = { fetch: (to: string, init: RequestInit) => fetch(to.replace('http://downloader', base), init) };
  const numbers = Array.from({ length: 10_000 }, (_, at) => at + 1);
  const client = makeBoundDownloader({ DOWNLOADER: binding as never, DOWNLOADER_SCHEMES: 'torrent' });
  await client.choose({ id, torrent, files: numbers, sizeBytes: 7 });
  expect(given).toEqual([{ id, torrent, files: numbers, sizeBytes: 7 }]);
  server.closeAllConnections();
  server.close();
});

it('aria2 gets neither proxies nor secrets of the environment', () => {
  const env = {
    PATH: '/bin',
    http_proxy: 'http://10.0.0.1',
    no_proxy: '10.0.0.0/8',
    DOWNLOADER_SECRET: SECRET,
    HOME: '/root',
  };
  expect(environmentOf(env, place)).toEqual({ PATH: '/bin', HOME: place });
});

it('codes of aria2 become reasons', async () => {
  const downloader = makeDownloader();
  const reasons: unknown[] = [];
  for (const code of ['3', '12', '19', '24', '1']) {
    answer = (method) =>
      method === 'aria2.tellStatus' ? known({ status: 'error', errorCode: code }) : '{"result":"1"}';
    reasons.push((await downloader.status('cd'.repeat(16))).failure);
  }
  expect(reasons).toEqual(['not_found', 'busy', 'unreachable', 'refused', 'internal']);
});

it('bytes are read from files of ours alone, and a download that no call names is removed after an hour', async () => {
  answer = () => NOT_FOUND;
  const folder = makeDownloadFolder(place);
  folder.write(id, { kind: 'finished', sizeBytes: 3 });
  writeFileSync(path.join(folder.filesOf(id), 'f1'), 'abc');
  const downloader = makeDownloader();
  expect(Buffer.from((await downloader.read(id, 1, 1, 2)) ?? []).toString()).toBe('bc');
  expect([await downloader.read(id, 1, 2, 2), await downloader.read(id, 2, 0, 1)]).toEqual([null, null]);
  expect(() => folder.filesOf('../../etc')).toThrow(RangeError);
  await downloader.sweep();
  nowMs += 2 * 3_600_000;
  await downloader.sweep();
  expect(folder.ids()).toEqual([]);
});

it('peers at private addresses, and of this machine, are left out', () => {
  const rule = makePeerRule(new Set(['127.0.0.1:7']), (address) => address === '8.8.8.8');
  const peers = [
    [10, 0, 0, 1, 0, 80],
    [127, 0, 0, 1, 0, 7],
    [127, 0, 0, 1, 0, 8],
    [169, 254, 169, 254, 0, 80],
    [8, 8, 8, 8, 0, 9],
    [1, 1, 1, 1, 0, 9],
    [1, 1, 1, 1, 0, 0],
  ];
  const passed = (value: object): unknown => {
    const read = parseBencode(filterAnswer(writeBencode(value as never), rule)).value as ReadonlyMap<string, unknown>;
    return read.get('peers');
  };
  expect(passed({ interval: 1, peers: Uint8Array.from(peers.flat()) })).toEqual(
    Uint8Array.from([127, 0, 0, 1, 0, 7, 1, 1, 1, 1, 0, 9]),
  );
  const dicts = [
    { ip: '192.168.0.1', port: 80 },
    { ip: 'localhost', port: 80 },
    { ip: '1.1.1.1', port: 80 },
  ];
  expect(passed({ peers: dicts })).toEqual(Uint8Array.from([1, 1, 1, 1, 0, 80]));
  const six = filterAnswer(writeBencode({ peers6: new Uint8Array([...new Array(15).fill(0), 1, 0, 80]) }), rule);
  expect((parseBencode(six).value as ReadonlyMap<string, unknown>).has('peers6')).toBe(false);
});

it('the gateway asks no tracker and opens no tunnel to a forbidden address, and nothing without its password', async () => {
  const listener = await startTracker([]);
  const resolve = () => resolveBySystem('127.0.0.1');
  const gateway = await startGateway({ resolve, allowed: new Set(), hasFtp: true });
  const basic = `Basic ${Buffer.from(`${gateway.user}:${gateway.password}`).toString('base64')}`;
  const ask = async (target: string, headers: object, method = 'GET'): Promise<number> => {
    const request = http.request({ port: gateway.port, path: target, method, headers: { host: 'x', ...headers } });
    request.end();
    const [response] = (await Promise.race([once(request, 'response'), once(request, 'connect')])) as [
      http.IncomingMessage,
    ];
    response.resume();
    return response.statusCode ?? 0;
  };
  const trusted = { 'proxy-authorization': basic };
  const places = [
    listener.address,
    `http://[::ffff:127.0.0.1]:${listener.port}/`,
    `http://name.example:${listener.port}/`,
  ];
  for (const one of [...places, `udp://127.0.0.1:${listener.port}/`, `udp://name.example:${listener.port}`])
    expect(await ask(`${gateway.trackerAddress(one)}?info_hash=x`, trusted)).toBe(502);
  for (const one of places) expect(await ask(one, trusted)).toBe(403);
  for (const one of ['127.0.0.1:443', 'name.example:443', 'name.example:21', `127.0.0.1:${listener.port}`])
    expect(await ask(one, trusted, 'CONNECT')).toBe(403);
  expect(await ask(listener.address, {})).toBe(407);
  expect([gateway.trackerAddress('file:///etc/passwd'), gateway.trackerAddress('udp://noport')]).toEqual([null, null]);
  expect(listener.asked).toEqual([]);
  listener.stop();
  await gateway.stop();
});

it('settings are read, and wrong ones are refused with a sentence', () => {
  expect(readDownloader({})).toBeUndefined();
  expect(readDownloader({ DOWNLOADER: 'aria2', DOWNLOADER_FTP: '1' })).toMatchObject({ url: '', hasFtp: true });
  expect(() => readDownloader({ DOWNLOADER: 'other' })).toThrow('must be aria2');
  expect(() => readDownloader({ DOWNLOADER_URL: 'http://127.0.0.1:6800/jsonrpc' })).toThrow('DOWNLOADER_SECRET');
  expect(() => readDownloader({ DOWNLOADER: 'aria2', DOWNLOADER_PORTS: '1; rm' })).toThrow('ports');
});

it('the configuration of aria2 is read by this user alone', async () => {
  const { startAria2, hasAria2 } = await import('./aria2-process.ts');
  if (!hasAria2()) return;
  const proxy = { port: 9, user: 'u', password: 'p' };
  const aria2 = await startAria2({
    folder: place,
    secret: SECRET,
    proxy,
    peerPorts: '6881-6999',
    log: () => undefined,
  });
  const file = path.join(place, 'aria2.conf');
  const { statSync } = await import('node:fs');
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').includes('enable-dht=false')]).toEqual([0o600, true]);
  aria2.stop();
});
