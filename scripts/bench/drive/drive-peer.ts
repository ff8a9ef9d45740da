/**
 * Another file manager over the same number of things: `r2-explorer` from npm, fetched into a folder that is thrown away, its
 * Worker on the same runtime and a local bucket, its page from a plain server of files. Only when asked for.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { build } from 'vite';
import { makeScratch } from '../harness/server.ts';

export const PEER = 'r2-explorer@1.2.0';
const ENTRY = `import { R2Explorer } from 'r2-explorer';\nexport default R2Explorer({ readonly: false });\n`;
const BUCKET = 'bench';
const PREFIX = 'many/';
const nameOf = (at: number): string => `${PREFIX}entry ${at}.txt`;
const COMPATIBILITY_DATE = '2026-11-01';
const FOUND = 200;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg']);

export interface Peer {
  /** Of the page that lists all of them. */
  readonly url: string;
  readonly origin: string;
  stop(): Promise<void>;
}

async function install(dir: string): Promise<void> {
  writeFileSync(path.join(dir, 'package.json'), '{ "private": true, "type": "module" }');
  const args = ['install', PEER, '--prefix', dir, '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1'];
  const child = spawn('npm', args, { stdio: ['ignore', 'ignore', 'ignore'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm ended with ${code ?? 'a signal'}`);
}

async function bundle(dir: string): Promise<string> {
  const entry = path.join(dir, 'worker.js');
  writeFileSync(entry, ENTRY);
  const outDir = path.join(dir, 'out');
  await build({
    configFile: false,
    root: dir,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: { ssr: entry, outDir, rolldownOptions: { output: { entryFileNames: 'worker.mjs' } } },
  });
  return path.join(outDir, 'worker.mjs');
}

/** Files of the page from the package, compressed as a host of files would; everything else from the Worker. */
async function serve(dashboard: string, worker: URL, port: number): Promise<http.Server> {
  const compressed = new Map<string, Buffer>();
  const server = http.createServer((request, response) => {
    const address = new URL(request.url ?? '/', worker);
    if (address.pathname.startsWith('/api/')) {
      const { method, headers } = request;
      request.pipe(
        http.request(address, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
      return;
    }
    const wanted = path.join(dashboard, path.normalize(address.pathname));
    const isFile = path.extname(wanted) !== '' && existsSync(wanted);
    const file = isFile ? wanted : path.join(dashboard, 'index.html');
    const extension = path.extname(file);
    const type = { 'content-type': TYPES[extension] ?? 'application/octet-stream' };
    if (!COMPRESSED.has(extension)) {
      response.writeHead(FOUND, type).end(readFileSync(file));
      return;
    }
    const bytes = compressed.get(file) ?? gzipSync(readFileSync(file));
    compressed.set(file, bytes);
    response.writeHead(FOUND, { ...type, 'content-encoding': 'gzip' }).end(bytes);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function startRuntime(script: string, state: string): Promise<Miniflare> {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      log: new Log(LogLevel.ERROR),
      telemetry: { enabled: false },
      resourcePersistencePath: state,
      workers: [
        {
          name: 'peer',
          compatibilityDate: COMPATIBILITY_DATE,
          modulesRoot: path.dirname(script),
          modules: [{ type: 'ESModule', path: script }],
          r2Buckets: [BUCKET],
        },
      ],
    }),
  );
  await runtime.ready;
  return runtime;
}

/** One object is put, its row copied: so many puts of nothing would take a quarter of an hour. */
async function fill(script: string, state: string, count: number): Promise<void> {
  const runtime = await startRuntime(script, state);
  const bucket = await runtime.getR2Bucket(BUCKET);
  await bucket.put(nameOf(0), '');
  await runtime.dispose();
  const folder = path.join(state, 'r2/miniflare-R2BucketObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) ?? '';
  const store = new DatabaseSync(path.join(folder, file));
  try {
    store.exec('BEGIN');
    const columns = 'blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata';
    const copy = store.prepare(
      `INSERT INTO _mf_objects (key, ${columns}) SELECT ?, ${columns} FROM _mf_objects WHERE key = ?`,
    );
    for (let at = 1; at < count; at += 1) copy.run(nameOf(at), nameOf(0));
    store.exec('COMMIT');
  } finally {
    store.close();
  }
}

/** @param count  objects under one prefix. @throws Error when the package cannot be had or does not start */
export async function startPeer(port: number, count: number): Promise<Peer> {
  const scratch = makeScratch();
  let runtime: Miniflare | undefined;
  let server: http.Server | undefined;
  const stop = async (): Promise<void> => {
    server?.close();
    server?.closeAllConnections();
    await runtime?.dispose();
    scratch.remove();
  };
  try {
    await install(scratch.dir);
    const script = await bundle(scratch.dir);
    const state = path.join(scratch.dir, 'state');
    await fill(script, state, count);
    runtime = await startRuntime(script, state);
    server = await serve(path.join(scratch.dir, 'node_modules/r2-explorer/dashboard'), await runtime.ready, port);
    const origin = `http://127.0.0.1:${port}`;
    const url = `${origin}/${BUCKET}/files/${encodeURIComponent(Buffer.from(PREFIX).toString('base64'))}`;
    return { origin, url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
