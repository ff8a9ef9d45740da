/** Fetches by link on a real server, against servers that lie, break off and stand still, and over a kill of the server. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { startServer, type TestServer } from '#test/server.ts';

const MIB = 2 ** 20;
const BYTES = Buffer.alloc(48 * MIB);
for (let at = 0; at < BYTES.length; at += 4_096) BYTES.writeUInt32LE(at, at);

const ranges: string[] = [];
/** Bytes a second of `/slow`. */
let slowBytes = 8 * MIB;

function sendSlowly(response: ServerResponse, from: number, to: number): void {
  let at = from;
  const timer = setInterval(() => {
    const next = Math.min(to, at + slowBytes / 20);
    response.write(BYTES.subarray(at, next));
    at = next;
    if (at < to) return;
    clearInterval(timer);
    response.end();
  }, 50);
  response.on('close', () => clearInterval(timer));
}

/** Each path is a kind of server. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const { socket } = response;
  switch (request.url) {
    case '/slow': {
      ranges.push(`${start} ${request.headers['if-range'] ?? ''}`);
      const size = BYTES.length;
      const range = `bytes ${start}-${size - 1}/${size}`;
      response.writeHead(206, { etag: '"one"', 'content-range': range, 'content-length': size - start });
      sendSlowly(response, start, size);
      break;
    }
    case '/short':
      socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nhalf');
      break;
    case '/reset':
      socket?.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      );
      break;
    case '/long': {
      const head = 'HTTP/1.1 206 Partial\r\ntransfer-encoding: chunked\r\ncontent-range: bytes 0-999/1000\r\n\r\n';
      socket?.write(`${head}1000000\r\n`);
      socket?.end(BYTES.subarray(0, 16 * MIB));
      break;
    }
    case '/stall':
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write('a');
      break;
    case '/circle':
      response.writeHead(302, { location: '/circle' }).end();
      break;
    case '/inside':
      response.writeHead(302, { location: `http://[::ffff:127.0.0.1]:${port()}/slow` }).end();
      break;
    default:
      response.writeHead(404).end();
  }
}

const origin = http.createServer(answer);
const port = (): number => (origin.address() as AddressInfo).port;
const dataDir = scratchFolder();
let server: TestServer;
let token = '';

async function boot(fetchTries = 1): Promise<void> {
  server = await startServer({
    dataDir,
    env: {
      MAGPIE_OUTBOUND_ALLOW: `127.0.0.1:${port()}`,
      LIMITS: JSON.stringify({ fetchTries, fetchStallSeconds: 2, fetchTasksAtOnce: 8 }),
    },
  });
}

async function call<T>(method: string, to: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answered = await fetch(`${server.origin}${to}`, {
    method,
    headers: token === '' ? { 'content-type': 'application/json' } : headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answered.json()) as T;
}

async function begin(at: string): Promise<string> {
  const body = { kind: 'drive#file', upload_type: 'UPLOAD_TYPE_URL', url: { url: `http://127.0.0.1:${port()}${at}` } };
  const { task } = await call<{ task: TaskObject }>('POST', '/drive/v1/files', body);
  return task.id;
}

const taskOf = (id: string) => call<TaskObject>('GET', `/drive/v1/tasks/${id}`);

async function ended(id: string): Promise<TaskObject> {
  await expect.poll(async () => (await taskOf(id)).phase, { timeout: 60_000 }).toMatch(/COMPLETE|ERROR/);
  return taskOf(id);
}

beforeAll(async () => {
  await listenOnLoopback(origin);
  await boot();
  const body = { client_id: 'cli', username: 'alice@example.com', password: 'magpie-demo' };
  token = (await call<{ access_token: string }>('POST', '/v1/auth/signin', body)).access_token;
});

afterAll(async () => {
  await server.stop();
  origin.closeAllConnections();
  origin.close();
});

test('a fetch from a server that lies, breaks off, stands still or redirects badly ends with its reason and reserves nothing', async () => {
  const cases = {
    '/short': 'incomplete',
    '/reset': 'incomplete',
    '/long': 'too_long',
    '/stall': 'stalled',
    '/circle': 'redirects',
    '/inside': 'forbidden',
    '/none': 'not_found',
  };
  const ids = await Promise.all(Object.keys(cases).map(begin));
  const tasks = await Promise.all(ids.map(ended));
  expect(tasks.map(({ params }) => params['error'])).toEqual(Object.values(cases));
  expect(ranges).toEqual([]);
  const { quota } = await call<{ quota: { usage: string } }>('GET', '/drive/v1/about');
  expect(quota.usage).toBe('0');
});

test('a fetch continues by range and validator after the server was killed in its middle', async () => {
  const id = await begin('/slow');
  await expect.poll(async () => (await taskOf(id)).progress, { timeout: 30_000 }).toBeGreaterThan(30);
  await server.kill9();
  slowBytes = 256 * MIB;
  // The lapsed lease counts as a try.
  await boot(2);
  const task = await ended(id);
  expect([task.phase, task.file_size]).toEqual(['PHASE_TYPE_COMPLETE', String(BYTES.length)]);
  expect(ranges[0]).toBe('0 ');
  expect(ranges.at(-1)).toMatch(/^[1-9]\d+ "one"$/);
  const file = await call<{ web_content_link: string }>('GET', `/drive/v1/files/${task.file_id}`);
  const stored = Buffer.from(await (await fetch(file.web_content_link)).arrayBuffer());
  const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(digest(stored)).toBe(digest(BYTES));
  await server.stop();
  expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
  await boot();
});
