/**
 * Many small pieces: bodies in one-byte chunks, frames of a WebSocket, requests in a row, forms of many parts, archives that grow.
 * Each kind runs from one connection and from ten, while a visitor at another address asks for a page.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { growingZip, manyEntriesZip } from './flood-archives.ts';
import { chunkedHead, chunkOf, flood, frameOf, handshakeHead } from './piece-client.ts';
import { requestBytes } from './raw-client.ts';
import { bearer, type Target } from './target.ts';
import { measureWaits, quantile, type Waits } from './waits.ts';

interface Sender {
  readonly target: Target;
  readonly port: number;
  /** An address of 127.0.0.0/8. */
  readonly from: string;
  /** Number of the connection, from 0. */
  readonly index: number;
  readonly forMs: number;
}

export interface FloodKind {
  readonly name: string;
  /** Sends for the given time, over one connection at a time. */
  run(sender: Sender): Promise<void>;
}

/** Repeats until the time has ended: a server that closes is asked again. */
async function again(forMs: number, act: (leftMs: number) => Promise<unknown>): Promise<void> {
  const endMs = performance.now() + forMs;
  for (let leftMs = forMs; leftMs > 0; leftMs = endMs - performance.now()) await act(leftMs);
}

function chunks(
  name: string,
  piece: string,
  method: string,
  pathOf: (target: Target) => string,
  fields: string[] = [],
) {
  const run = ({ target, port, from, forMs }: Sender) => {
    const head = chunkedHead(method, pathOf(target), target.host, [
      bearer(target),
      `Origin: http://${target.host}`,
      `x-oss-security-token: ${target.upload.securityToken}`,
      ...fields,
    ]);
    return again(forMs, (leftMs) => flood({ port, from, head, piece: chunkOf(piece), forMs: leftMs }));
  };
  return { name: `chunks: ${name}`, run } satisfies FloodKind;
}

const JSON_TYPE = 'Content-Type: application/json';
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded';
const PARTS_TYPE = 'Content-Type: multipart/form-data; boundary=b';
const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

/** Chunks that come in the read of something else: a request before them, or a chunk that would raise their mean size. */
function chunksAfter(name: string, first: (target: Target) => Buffer): FloodKind {
  return {
    name: `chunks: after ${name}`,
    run: ({ target, port, from, forMs }) => {
      const head = first(target);
      const piece = chunkOf(' ');
      return again(forMs, (leftMs) => flood({ port, from, head, piece, forMs: Math.min(leftMs, 150) }));
    },
  };
}

/** Every endpoint that reads a body gets one-byte chunks, one after another. */
const everyBody: FloodKind = {
  name: 'chunks: every endpoint that reads a body',
  async run({ target, port, from, index, forMs }) {
    const rows = ENDPOINTS.filter(({ method }) => method !== 'GET');
    let n = index * 17;
    await again(forMs, (leftMs) => {
      const row = rows[n++ % rows.length];
      const path = (row?.path ?? '/').replace(/\{\w+\}/g, target.ids[0] ?? 'x');
      const head = chunkedHead(row?.method ?? 'POST', path, target.host, [bearer(target), JSON_TYPE]);
      return flood({ port, from, head, piece: chunkOf(' '), forMs: Math.min(leftMs, 150) });
    });
  },
};

function frames(name: string, piece: Buffer): FloodKind {
  return {
    name: `socket: ${name}`,
    run: ({ target, port, from, forMs }) => {
      const fields = [`Sec-WebSocket-Protocol: magpie.v1, bearer.${target.attacker.token}`];
      const head = handshakeHead('/drive/v1/live', target.host, fields);
      return again(forMs, async (leftMs) => {
        await flood({ port, from, head, piece, after: '\r\n\r\n', forMs: leftMs });
        // A refused handshake would be repeated thousands of times a second.
        await delay(Math.min(leftMs, 50));
      });
    },
  };
}

function pipelined(name: string, path: string): FloodKind {
  return {
    name: `pipeline: ${name}`,
    run: ({ target, port, from, forMs }) => {
      const request = requestBytes(`GET ${path} HTTP/1.1`, [`Host: ${target.host}`]);
      return again(forMs, (leftMs) => flood({ port, from, head: request, piece: request, forMs: leftMs }));
    },
  };
}

/** One body of a given length, again and again. */
function bodies(name: string, path: string, type: string, unit: string, sizeBytes: number): FloodKind {
  const body = Buffer.from(unit.repeat(Math.ceil(sizeBytes / unit.length)));
  return {
    name: `body: ${name}`,
    run: ({ target, port, from, forMs }) => {
      const fields = [
        `Host: ${target.host}`,
        bearer(target),
        `Origin: http://${target.host}`,
        type,
        'Connection: close',
      ];
      const head = requestBytes(`POST ${path} HTTP/1.1`, fields, body);
      return again(forMs, (leftMs) =>
        flood({ port, from, head, piece: Buffer.alloc(0), pieces: 0, forMs: Math.min(leftMs, 5_000) }),
      );
    },
  };
}

/** Uploads an archive and extracts it until the time has ended, then cancels what still runs. */
function archive(name: string, make: () => Buffer): FloodKind {
  return {
    name: `archive: ${name}`,
    async run({ target, port, index, forMs }) {
      const call = async (method: string, path: string, body?: BodyInit, type = 'application/json') => {
        const headers = { authorization: `Bearer ${target.attacker.token}`, 'content-type': type };
        const answer = await fetch(`http://localhost:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
        // biome-ignore lint/suspicious/noExplicitAny: read by field names, as an outside program does
        return (await answer.json().catch(() => ({}))) as any;
      };
      const uploaded = await call(
        'POST',
        `/drive/v1/uploads?name=flood-${index}.zip&parent_id=`,
        Uint8Array.from(make()),
        'application/zip',
      );
      const begun = await call(
        'POST',
        '/decompress/v1/decompress',
        JSON.stringify({ file_id: uploaded.file?.id ?? '', default_parent: true }),
      );
      await delay(forMs);
      const taskId = begun.task_id ?? '';
      if (taskId !== '') await call('DELETE', `/drive/v1/tasks?task_ids=${taskId}`);
    },
  };
}

export const FLOODS: readonly FloodKind[] = [
  chunks('a call without account', ' ', 'POST', () => '/config/v1/basic', [JSON_TYPE]),
  chunks('a call in pieces just large enough', ' '.repeat(64), 'POST', () => '/config/v1/basic', [JSON_TYPE]),
  chunks('a call of a person', ' ', 'POST', () => '/drive/v1/files', [JSON_TYPE]),
  chunks('a page form', 'a', 'POST', () => '/auth', [FORM_TYPE]),
  chunks('a form of parts', 'b', 'POST', () => '/contact-us', [PARTS_TYPE]),
  chunks('a webhook', ' ', 'POST', () => '/vip/v1/webhooks/stripe', [JSON_TYPE]),
  chunks('an upload', 'x', 'POST', () => '/drive/v1/uploads?name=pieces.bin&parent_id='),
  chunks('an S3-style part', 'x', 'PUT', ({ upload }) => `${upload.path}?partNumber=1&uploadId=${upload.uploadId}`),
  chunks('a compressed body', '\0', 'POST', () => '/drive/v1/files', [JSON_TYPE, 'Content-Encoding: gzip']),
  chunks('a path without endpoint', ' ', 'POST', () => '/no/such/place'),
  chunksAfter('another request', ({ host }) =>
    Buffer.concat([requestBytes('GET /healthz HTTP/1.1', [`Host: ${host}`]), chunkedHead('POST', '/auth', host)]),
  ),
  chunksAfter('a large one', ({ host }) =>
    Buffer.concat([chunkedHead('POST', '/auth', host, [FORM_TYPE]), chunkOf(Buffer.alloc(100 * 1024, 'a'))]),
  ),
  everyBody,
  frames('texts of one byte', frameOf(1, 'x')),
  frames('empty continuations', frameOf(0, '', false)),
  frames('pings', frameOf(9)),
  pipelined('a page', '/auth'),
  pipelined('a probe', '/healthz'),
  bodies('a form of many parts', '/contact-us', PARTS_TYPE, PART, 400_000),
  bodies('a form of many fields', '/auth', FORM_TYPE, 'a=b&', 400_000),
  bodies('a list of many members', '/drive/v1/files:batchTrash', JSON_TYPE, '0,', 400_000),
  archive('a few MB that become gigabytes', growingZip),
  archive('many empty files', manyEntriesZip),
];

export interface FloodMeasurement {
  readonly name: string;
  readonly connections: number;
  readonly idleMedianMs: number;
  /** 99 of 100 waits during the flood were no longer. */
  readonly duringMs: number;
  /** Median of the waits that begin a second after its end. */
  readonly afterMs: number;
}

/** Of 250 ms and ten times the idle median the larger: a wait that a visitor does not notice as a failure. */
const MOST_DURING_MS = 250;
/** Below this a wait is noise of the machine. */
const LEAST_AFTER_MS = 15;

export function isStalled({ idleMedianMs, duringMs, afterMs }: FloodMeasurement): boolean {
  return duringMs > Math.max(MOST_DURING_MS, 10 * idleMedianMs) || afterMs > Math.max(LEAST_AFTER_MS, 2 * idleMedianMs);
}

const median = (waits: Waits) => quantile(waits, 0.5);

interface FloodRun {
  readonly target: Target;
  readonly port: number;
  readonly connections: number;
  readonly forMs: number;
  /** Pause before the waits after the flood. */
  readonly calmMs: number;
  /** Waits that are measured before the flood; a third as many after it. */
  readonly idleAsks: number;
}

/** Runs one kind over some connections at a time, each from an address of its own. */
export async function measureFlood(kind: FloodKind, run: FloodRun): Promise<FloodMeasurement> {
  const { target, port, connections, forMs, calmMs, idleAsks } = run;
  const idle = await measureWaits(port, () => true, idleAsks);
  let hasEnded = false;
  const senders = Array.from({ length: connections }, (_, index) =>
    kind.run({ target, port, index, forMs, from: `127.0.0.${70 + index}` }),
  );
  const sending = Promise.all(senders).then(() => {
    hasEnded = true;
  });
  const during = await measureWaits(port, () => hasEnded);
  await sending;
  await delay(calmMs);
  const after = await measureWaits(port, () => true, idleAsks / 3);
  return {
    name: kind.name,
    connections,
    idleMedianMs: median(idle),
    duringMs: quantile(during, 0.99),
    afterMs: median(after),
  };
}
