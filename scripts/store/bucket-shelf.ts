/**
 * The local R2 bucket of a stopped state folder, opened by Miniflare on the folder a server would open. A few lines of
 * Worker stand before the bucket, so that bytes stream both ways instead of being passed whole.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { keepSignals, prepareEnvironment } from './miniflare.ts';
import { BLOB_KEY, type Shelf } from './shelf.ts';

export interface BucketOptions {
  dataDir: string;
  /** The Worker's bindings as the build wrote them: they name the bucket. */
  bindingsFile: string;
  runtimePidFile: string;
  /** Called when the runtime stands, so that the lock can name it. */
  onStarted(): void;
}

const HEAP_MEBIBYTES = 256;
/** R2 takes at most this many keys in one delete. */
const DELETE_BATCH = 1_000;

const WORKER = `export default {
  async fetch(request, { BLOBS }) {
    const url = new URL(request.url);
    const key = url.pathname.slice(1);
    if (request.method === 'GET' && key === '') {
      const page = await BLOBS.list({ startAfter: url.searchParams.get('after') || undefined, limit: 1000 });
      return Response.json({ rows: page.objects.map(({ key, size }) => [key, size]), more: page.truncated });
    }
    if (request.method === 'GET') {
      const object = await BLOBS.get(key);
      return object ? new Response(object.body) : new Response(null, { status: 404 });
    }
    if (request.method === 'PUT') {
      const isEmpty = request.headers.get('content-length') === '0';
      await BLOBS.put(key, isEmpty ? new Uint8Array(0) : request.body);
      return new Response(null, { status: 204 });
    }
    await BLOBS.delete(await request.json());
    return new Response(null, { status: 204 });
  },
};`;

function send(origin: URL, method: string, target: string, headers: http.OutgoingHttpHeaders = {}): http.ClientRequest {
  return http.request(new URL(target, origin), { method, headers, agent: false });
}

/** @throws Error for any answer but a success */
async function answerOf(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  if (answer.statusCode === 200 || answer.statusCode === 204) return answer;
  answer.resume();
  throw new Error(`the bucket answered ${answer.statusCode} to ${request.method} ${request.path}`);
}

async function textOf(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** Sends a request with its body and reads the answer to its end. */
async function post(request: http.ClientRequest, body: Readable | string): Promise<void> {
  const answer = answerOf(request);
  // Told below, by the same await; until then it must not count as unheard.
  answer.catch(() => undefined);
  request.on('error', () => undefined);
  try {
    // Not a pipeline: the bucket may answer, and its connection end, before the request reports its end.
    for await (const piece of typeof body === 'string' ? [body] : body)
      if (!request.write(piece)) await Promise.race([once(request, 'drain'), answer]);
    request.end();
  } catch (error) {
    request.destroy();
    throw error;
  }
  await textOf(await answer);
}

async function listBucket(origin: URL): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let after = ''; ; ) {
    const request = send(origin, 'GET', `/?after=${after}`);
    request.end();
    const page = JSON.parse(await textOf(await answerOf(request))) as { rows: [string, number][]; more: boolean };
    for (const [key, sizeBytes] of page.rows) if (BLOB_KEY.test(key)) found.set(key, sizeBytes);
    after = page.rows.at(-1)?.[0] ?? '';
    if (!page.more) return found;
  }
}

/** Starts a runtime on the bucket of a state folder that this process has locked. */
export async function openBucketShelf(options: BucketOptions): Promise<Shelf> {
  prepareEnvironment({ ...options, heapMebibytes: HEAP_MEBIBYTES });
  const { r2Buckets } = JSON.parse(readFileSync(options.bindingsFile, 'utf8')) as V4WorkerOptions;
  const miniflareOptions = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    telemetry: { enabled: false },
    unsafeLocalExplorer: false,
    unsafeObservability: false,
    resourcePersistencePath: path.join(options.dataDir, 'state'),
    workers: [
      {
        name: 'store',
        compatibilityDate: '2026-11-01',
        modules: true,
        script: WORKER,
        r2Buckets,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        unsafeRegisterWorker: false,
      },
    ],
  });
  const runtime = keepSignals(() => new Miniflare(miniflareOptions));
  await runtime.ready;
  options.onStarted();
  const origin = await runtime.unsafeGetDirectURL('store');
  return {
    list: () => listBucket(origin),
    async read(key) {
      const request = send(origin, 'GET', `/${key}`);
      request.end();
      return answerOf(request);
    },
    write: (key, bytes, sizeBytes) => post(send(origin, 'PUT', `/${key}`, { 'content-length': sizeBytes }), bytes),
    async remove(keys) {
      for (let at = 0; at < keys.length; at += DELETE_BATCH)
        await post(send(origin, 'POST', '/'), JSON.stringify(keys.slice(at, at + DELETE_BATCH)));
    },
    close: () => runtime.dispose(),
  };
}
