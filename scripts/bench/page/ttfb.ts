/**
 * Whether the first bytes of a page wait for its data: the product with its list calls made 100 ms slower, beside the
 * product as it is and a constant page, each request on a connection of its own.
 */

import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { buildFloor, DELAY_HEADER, makeDelayed } from '../floor/build.ts';
import { atMost, type PartReport, printTable } from '../harness/report.ts';
import { percentile } from '../harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct, startWorker } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';
import { makeHundred } from './page-data.ts';
import { sessionCookie } from './weights.ts';

const DELAY_MS = 100;
const SAMPLES = 50;
const WARM_SAMPLES = 5;
/** First byte under delay against the constant page's. */
const MAX_RATIO = 4;

interface Timing {
  /** From the start of connecting to the first byte of the answer. */
  firstByteMs: number;
  /** To the first byte of the document itself. */
  documentMs: number;
  /** To `</head>`: what a browser needs to ask for styles and scripts. */
  headMs: number;
  totalMs: number;
}

interface Target {
  name: string;
  port: number;
  request: string;
}

function ask({ port, request }: Target): Promise<Timing> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const timing: Partial<Timing> = {};
    let text = '';
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => socket.write(request));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      const nowMs = performance.now() - startedMs;
      timing.firstByteMs ??= nowMs;
      text += piece;
      if (text.includes('<!DOCTYPE')) timing.documentMs ??= nowMs;
      if (text.includes('</head>')) timing.headMs ??= nowMs;
      if (text.includes('</html>')) timing.totalMs ??= nowMs;
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const { firstByteMs, documentMs, headMs, totalMs } = timing;
      if (
        !/^HTTP\/1\.1 200/.test(text) ||
        firstByteMs === undefined ||
        documentMs === undefined ||
        headMs === undefined
      )
        reject(new Error(`no page came: ${text.slice(0, 300)}`));
      else resolve({ firstByteMs, documentMs, headMs, totalMs: totalMs ?? Number.NaN });
    });
  });
}

function requestOf(
  server: BenchServer,
  path_: string,
  headers: Record<string, string> = {},
): Pick<Target, 'port' | 'request'> {
  const all = {
    host: new URL(server.origin).host,
    connection: 'close',
    'accept-language': 'en-US',
    'user-agent': 'bench',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { port: server.port, request: `GET ${path_} HTTP/1.1\r\n${lines.join('')}\r\n` };
}

/** Fifty requests of each target, one after the other in turn. */
export async function benchFirstByte(options: BenchOptions): Promise<PartReport> {
  const scratch = makeScratch();
  const servers: BenchServer[] = [];
  try {
    const state = path.join(scratch.dir, 'product');
    const product = await startProduct(options.port, state);
    servers.push(product);
    const hundred = await makeHundred(product);
    const floorFolder = path.join(scratch.dir, 'floor');
    const slowFolder = path.join(scratch.dir, 'slow');
    mkdirSync(floorFolder);
    await buildFloor(floorFolder, hundred.floor);
    makeDelayed(slowFolder);
    // The slow server opens the state that the product has made, so the product ends first.
    await product.stop();
    const slow = await startWorker(options.port, state, slowFolder);
    servers.push(slow);
    const floor = await startWorker(options.port + 1, path.join(scratch.dir, 'floor-state'), floorFolder);
    servers.push(floor);
    const cookie = await sessionCookie(slow.origin);
    const delay = { [DELAY_HEADER]: String(DELAY_MS) };
    const targets: Target[] = [
      { name: 'constant page', ...requestOf(floor, '/constant') },
      { name: 'share', ...requestOf(slow, hundred.topPath) },
      { name: `share, list ${DELAY_MS} ms slower`, ...requestOf(slow, hundred.topPath, delay) },
      { name: 'drive', ...requestOf(slow, '/drive/all', { cookie }) },
      { name: `drive, list ${DELAY_MS} ms slower`, ...requestOf(slow, '/drive/all', { ...delay, cookie }) },
    ];
    const timings = new Map<string, Timing[]>(targets.map(({ name }) => [name, []]));
    for (let sample = -WARM_SAMPLES; sample < SAMPLES; sample++) {
      for (const target of targets) {
        const timing = await ask(target);
        if (sample >= 0) timings.get(target.name)?.push(timing);
      }
    }
    const p50 = (name: string, pick: keyof Timing): number =>
      percentile(
        (timings.get(name) ?? []).map((timing) => timing[pick]),
        0.5,
      );
    const figures = Object.fromEntries(
      targets.map(({ name }) => [
        name,
        {
          firstByteMs: p50(name, 'firstByteMs'),
          documentMs: p50(name, 'documentMs'),
          headMs: p50(name, 'headMs'),
          totalMs: p50(name, 'totalMs'),
        },
      ]),
    );
    printTable(
      `First byte, new connection, p50 of ${SAMPLES}, ms`,
      ['page', 'first byte', 'document', '</head>', 'whole', 'first byte vs constant'],
      Object.entries(figures).map(([name, one]) => [
        name,
        one.firstByteMs.toFixed(2),
        one.documentMs.toFixed(2),
        one.headMs.toFixed(2),
        one.totalMs.toFixed(2),
        (one.firstByteMs / p50('constant page', 'firstByteMs')).toFixed(2),
      ]),
    );
    const checks = ['share', 'drive'].flatMap((page) => {
      const name = `${page}, list ${DELAY_MS} ms slower`;
      const constant = p50('constant page', 'documentMs');
      return [
        atMost(`${name}: document begins`, p50(name, 'documentMs') / constant, MAX_RATIO, 'x of the constant page'),
        {
          name: `${name}: the delay is really there`,
          ok: p50(name, 'totalMs') >= DELAY_MS,
          says: `whole page after ${p50(name, 'totalMs').toFixed(1)} ms`,
        },
      ];
    });
    return { part: 'ttfb', figures, checks };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}
