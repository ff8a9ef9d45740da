/** Numbers, logs and checks of one machine, each from a stand-in of the other side. */
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { onFreePort } from '../proxy/proxy-fixture.ts';
import { makeCached } from './cached.ts';
import { type FactsEndpoint, makeFacts, serveFacts } from './machine-facts.ts';
import { makePacedLines } from './paced-lines.ts';
import { listenForMetrics, makeProbes } from './probes.ts';
import { withTime } from './records.ts';
import { makeRequestWatch } from './request-watch.ts';
import { isLogged, readWatch } from './settings.ts';
import { readWaitingWork } from './waiting-work.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const dataDir = scratchFolder();
const good = { ok: true, ms: 2 };
const parts = { objects: good, store: good, kv: good };
let worker: { parts: Record<string, { ok: boolean; ms: number }> } = { parts };
let level: 'ample' | 'low' = 'ample';
let asked = 0;
/** Monotonic ms of the machine's facts. */
let machineMs = 0;
const facts = makeFacts({
  dataDir,
  disk: { state: () => ({ level, freeBytes: 5, watermarkBytes: 1 }), stop: () => undefined },
  damagedObjects: () => 0,
  askWorker() {
    asked += 1;
    return Promise.resolve({ nowMs: Date.now(), ...worker });
  },
  relay: undefined,
  processes: () => ({ runtime: process.pid }),
  now: () => machineMs,
});
const closers: (() => unknown)[] = [];
let endpoint: FactsEndpoint;

/** Answers requests as the proxy does, with a route and a status that the path names. */
async function servedBy(watch: ReturnType<typeof makeRequestWatch>): Promise<string> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    watch.follow(request, response, url.pathname === '/up' ? 'upload' : 'other', () => '192.0.2.1');
    const route = url.searchParams.get('route');
    if (route) watch.noteFields(response, ['X-Magpie-Route', route, 'X-Request-Id', 'r1']);
    response.writeHead(Number(url.searchParams.get('status') ?? 200)).end('body');
  });
  await listenOnLoopback(server);
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startProbes(token = '') {
  const watch = makeRequestWatch({ accessLog: 'off', write: () => undefined, now: () => performance.now() });
  const probes = makeProbes(watch.families);
  probes.setFacts(endpoint);
  return onFreePort(async (port) => {
    closers.push(await listenForMetrics({ host: '127.0.0.1', port, token }, probes));
    return { watch, probes, port };
  });
}

/** Metrics after requests of each kind. */
async function realMetrics(): Promise<string> {
  const { watch, probes } = await startProbes();
  const origin = await servedBy(watch);
  for (const at of ['/?route=/f/:token/:name', '/up?route=/drive/v1/uploads', '/?status=503'])
    await (await fetch(origin + at)).text();
  return probes.metrics();
}

beforeAll(async () => {
  mkdirSync(path.join(dataDir, 'tmp'));
  const folder = path.join(dataDir, 'state/do/magpie-DriveObject');
  mkdirSync(folder, { recursive: true });
  const schedule = new DatabaseSync(path.join(folder, 'metadata.sqlite'));
  schedule.exec('CREATE TABLE _cf_ALARM (actor_id TEXT, scheduled_time INTEGER)');
  const late = BigInt(Date.now() - 60_000) * 1_000_000n;
  schedule.prepare('INSERT INTO _cf_ALARM VALUES (?, ?), (?, ?)').run('a1', late, 'a2', late * 2n);
  schedule.close();
  const object = new DatabaseSync(path.join(folder, 'a1.sqlite'));
  object.exec("CREATE TABLE _self (name TEXT); INSERT INTO _self VALUES ('V-anna')");
  object.exec('CREATE TABLE _outbox (at_ms INTEGER); CREATE TABLE tasks (job TEXT)');
  object.prepare('INSERT INTO _outbox VALUES (?)').run(Date.now() - 30_000);
  object.exec("INSERT INTO tasks VALUES ('{}'), (NULL)");
  object.close();
  const served = await serveFacts(facts);
  endpoint = served;
  closers.push(() => served.stop());
});

afterAll(() => {
  for (const close of closers) close();
});

it('work that waits is read from the schedule and from the objects whose alarms come next', async () => {
  expect(await readWaitingWork(dataDir, Date.now())).toMatchObject({
    objects: { DriveObject: 1 },
    alarms: 2,
    lateAlarms: 1,
    events: 1,
    jobs: 1,
    late: [{ className: 'DriveObject', name: 'V-anna' }],
    busyDrives: ['V-anna'],
  });
});

it('the outlook of operators has a part that fails with the time of the first look, until it works again', async () => {
  const broken = { ok: false, ms: 1 };
  worker = { parts: { ...parts, kv: broken } };
  machineMs += 60_000;
  const [first] = (await facts.outlook()).failing;
  expect(first?.part).toBe('kv');
  machineMs += 60_000;
  expect((await facts.outlook()).failing).toEqual([first]);
  worker = { parts };
  machineMs += 60_000;
  expect(await facts.outlook()).toMatchObject({ failing: [], lateAlarms: 1, backupMs: null });
});

it('every metric that the dashboard and the alerts name is one that the server writes', async () => {
  const text = await realMetrics();
  const written = new Set(Array.from(text.matchAll(/^([a-z_]+)[{ ]/gm), ([, name]) => name));
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml']) {
    const named = new Set(readFileSync(path.join(ROOT, file), 'utf8').match(/\bmagpie_[a-z_]+/g));
    expect(named.size).toBeGreaterThan(5);
    expect([file, [...named].filter((name) => !written.has(name))]).toEqual([file, []]);
  }
  const dashboard = JSON.parse(readFileSync(path.join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8'));
  expect(new Set(dashboard.panels.map(({ id }: { id: number }) => id)).size).toBe(dashboard.panels.length);
});

it('metrics are in the text form: each name once, with help and type, and histograms that add up', async () => {
  const text = await realMetrics();
  expect(text).toMatch(/\n$/);
  const names = Array.from(text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram)$/gm), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]+(\{([a-z_]+="[^"\n]*",?)+\})? [0-9.e+-]+)$/);
  expect(text).toContain('magpie_http_requests_total{method="GET",route="/f/:token/:name",status="2xx"} 1\n');
  expect(text).toContain('magpie_http_requests_total{method="GET",route="proxy",status="5xx"} 1\n');
  expect(text).toContain('magpie_transfers_total{kind="uploads"} 1\n');
  expect(text).toContain('magpie_transfers_total{kind="downloads"} 1\n');
  expect(text).toContain('magpie_http_request_seconds_bucket{group="upload",le="+Inf"} 1\n');
  expect(text).toContain('magpie_http_request_seconds_count{group="upload"} 1\n');
  expect(text).toMatch(/magpie_process_resident_bytes\{process="runtime"\} \d{7,}\n/);
  expect(text).toContain('magpie_alarms_late 1\n');
});

it('a line of the access log holds id, route and status, and no path, query or address', async () => {
  const lines: string[] = [];
  const watch = makeRequestWatch({ accessLog: 'on', write: (_level, line) => lines.push(line), now: () => 0 });
  const origin = await servedBy(watch);
  await (await fetch(`${origin}/secret-name?route=/s/:shareId&passcode=hunter2`)).text();
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 'info', event: 'request', id: 'r1', method: 'GET', route: '/s/:shareId' });
  expect(lines[0]).not.toMatch(/secret-name|hunter2|192\.0\.2/);
  const named: string[] = [];
  const withAddress = makeRequestWatch({ accessLog: 'address', write: (_l, one) => named.push(one), now: () => 0 });
  await (await fetch(`${await servedBy(withAddress)}/?status=500`)).text();
  expect(JSON.parse(named[0] ?? '')).toMatchObject({ level: 'error', status: 500, address: '192.0.2.1' });
});

it('a server is ready, degraded or unavailable by its parts, and is looked at once for all who ask', async () => {
  const { probes, port } = await startProbes();
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  const before = asked;
  machineMs += 1_000;
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill([200, 'ready']));
  expect(asked - before).toBe(1);
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok\n');
  const fresh = async () => {
    machineMs += 1_000;
    const { port: again } = await startProbes();
    const answer = await fetch(`http://127.0.0.1:${again}/readyz`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  level = 'low';
  expect(await fresh()).toEqual([200, 'degraded']);
  worker = { parts: { ...parts, store: { ok: false, ms: 3_000 } } };
  expect(await fresh()).toEqual([503, 'unavailable']);
  probes.setFacts(undefined);
  level = 'ample';
  worker = { parts };
});

it('readiness names a host that the Worker does not serve, as a visitor meets it, and not the host of a machine that asks', async () => {
  machineMs += 1_000;
  const { probes } = await startProbes();
  const site = { isHttps: true, servedHosts: ['drive.example.com:8443', 'files.example.com'] };
  const server = http.createServer((request, response) => void probes.serve(request, response, site));
  const port = await listenOnLoopback(server);
  closers.push(() => server.close());
  const ask = async (host: string) => {
    const asking = http.get({ host: '127.0.0.1', port, path: '/readyz', headers: { host } });
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const { status, checks } = JSON.parse(Buffer.concat(await response.toArray()).toString());
    return [response.statusCode, status, checks.host, response.headers['strict-transport-security']];
  };
  const strict = 'max-age=31536000; includeSubDomains';
  const found = { ok: false, seen: 'drive.example.com', expected: 'drive.example.com:8443' };
  expect(await ask('Drive.example.com')).toEqual([200, 'degraded', found, strict]);
  for (const host of [
    'drive.example.com:8443',
    'files.example.com',
    'localhost:8787',
    '127.0.0.1',
    '[::1]:9',
    'magpie',
  ])
    expect([host, ...(await ask(host))]).toEqual([host, 200, 'ready', undefined, strict]);
});

it('lines of one kind are bounded in a minute, and a line says how many were left out', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const report = makePacedLines((line) => lines.push(line));
    for (let n = 0; n < 100; n += 1) report('a request', () => `line ${n}`);
    report('another', () => 'other');
    expect(lines).toHaveLength(31);
    vi.advanceTimersByTime(60_000);
    expect(lines.at(-1)).toBe('error: a request: 70 more lines of a minute were left out');
  } finally {
    vi.useRealTimers();
  }
});

it('metrics ask for their token, and the facts of the machine for the secret of this start', async () => {
  const { port } = await startProbes('a-token-of-20-letters');
  const get = (authorization: string) => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });
  expect((await get('')).status).toBe(401);
  expect((await get('Bearer another-token')).status).toBe(401);
  expect((await get('Bearer a-token-of-20-letters')).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${endpoint.port}/checks`)).status).toBe(404);
});

it('a reading is shared while it is fresh, and a failed one is tried again', async () => {
  let [count, nowMs] = [0, 0];
  const read = makeCached(
    () => (++count === 1 ? Promise.reject(new Error('no')) : Promise.resolve(count)),
    1_000,
    () => nowMs,
  );
  await expect(read()).rejects.toThrow('no');
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  nowMs = 1_000;
  expect(await read()).toBe(3);
});

it('settings of logs and metrics that are unsafe or unreadable are refused', () => {
  expect(readWatch({}, true)).toEqual({ logLevel: 'info', accessLog: 'off', metrics: undefined });
  expect(readWatch({}, false).accessLog).toBe('on');
  expect(readWatch({ METRICS_ADDRESS: '[::1]:9464' }, true).metrics).toEqual({ host: '::1', port: 9464, token: '' });
  expect(() => readWatch({ METRICS_ADDRESS: '0.0.0.0:9464' }, true)).toThrow('METRICS_TOKEN is required');
  expect(() => readWatch({ METRICS_ADDRESS: '0.0.0.0:9464', METRICS_TOKEN: 'short' }, true)).toThrow('at least 16');
  expect(() => readWatch({ METRICS_ADDRESS: '9464' }, true)).toThrow('METRICS_ADDRESS must be');
  expect(() => readWatch({ LOG_LEVEL: 'loud' }, true)).toThrow('LOG_LEVEL must be error, info, debug');
});

it('lines below the level are left out, and lines without one never', () => {
  const logged = (level: 'error' | 'info' | 'debug') =>
    ['debug: a', 'log: b', 'info: c', 'warn: d', 'error: e', 'runtime: f'].filter((line) => isLogged(line, level));
  expect(logged('error')).toEqual(['warn: d', 'error: e', 'runtime: f']);
  expect(logged('info')).toHaveLength(5);
  expect(logged('debug')).toHaveLength(6);
});

it('a record of the Worker is a line of JSON with its time, and what others say stays as it is', () => {
  const record = 'error: {"level":"error","event":"auth.provider","message":"a \\"b\\""}';
  expect(JSON.parse(withTime(record, 0))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    event: 'auth.provider',
    message: 'a "b"',
  });
  for (const line of ['error: {no record}', 'error: it failed', 'runtime: {"a":1}'])
    expect(withTime(line, 0)).toBe(line);
});

it('a Worker that hangs has one question, however many ask and however often', async () => {
  let questions = 0;
  let answer: () => void = () => undefined;
  const hanging = new Promise<never>((_resolve, reject) => {
    answer = () => reject(new Error('gone'));
  });
  let nowMs = 0;
  const { checks } = makeFacts({
    dataDir,
    disk: { state: () => ({ level: 'ample', freeBytes: 5, watermarkBytes: 1 }), stop: () => undefined },
    damagedObjects: () => 0,
    askWorker() {
      questions += 1;
      return hanging;
    },
    relay: undefined,
    processes: () => ({}),
    now: () => nowMs,
  });
  const first = checks();
  nowMs = 60_000;
  const second = checks();
  answer();
  expect((await first).needed['store']).toEqual({ ok: false, ms: 0 });
  await second;
  expect(questions).toBe(1);
  await checks();
  expect(questions).toBe(1);
  nowMs += 1_000;
  await checks();
  expect(questions).toBe(2);
});

it('a known route is counted by its name however many there are; new ones are counted as one when a thousand are known', () => {
  const watch = makeRequestWatch({ accessLog: 'off', write: () => undefined, now: () => 0 });
  const request = (method: string, route: string) => {
    const response = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 200, writableFinished: true });
    const socket = { bytesRead: 0, bytesWritten: 0 };
    watch.follow({ method, socket } as IncomingMessage, response as unknown as ServerResponse, 'other', () => '');
    watch.recordRoute(response as unknown as ServerResponse, route);
    response.emit('close');
  };
  for (let at = 0; at < 1_100; at += 1) request('GET', `/r${at}`);
  request('POST', '/r999');
  const counted = watch.families()[0]?.samples.map(([, labels, count]) => [labels, count]);
  expect(counted).toHaveLength(1_002);
  expect(counted).toContainEqual([{ method: 'POST', route: '/r999', status: '2xx' }, 1]);
  expect(counted).toContainEqual([{ method: 'GET', route: 'other', status: '2xx' }, 100]);
});
