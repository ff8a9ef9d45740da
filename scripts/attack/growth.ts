/**
 * Growth: the same request at four times the size must not cost many times four. Judged by processor time of the server,
 * which is counted work, not by the clock.
 */

import { groupUsage } from './process-group.ts';
import { exchange, requestBytes } from './raw-client.ts';
import type { Target } from './target.ts';

interface Sink {
  readonly name: string;
  /** Sizes to compare, bytes: within what the endpoint reads. */
  readonly small: number;
  readonly make: (target: Target, sizeBytes: number) => Buffer;
}

export interface Growth {
  readonly name: string;
  readonly smallMs: number;
  readonly largeMs: number;
  readonly isSuperLinear: boolean;
}

const FACTOR = 4;
/** Linear work gives FACTOR; caches, collection and other load of the server may triple it, a square gives 16. */
const MOST_RATIO = 12;
/** Below this the figure is noise of the counter, ms. */
const LEAST_MS = 400;
const TIMES = 5;
const WAIT_MS = 60_000;

const fill = (unit: string, sizeBytes: number) => unit.repeat(Math.max(1, Math.floor(sizeBytes / unit.length)));

const base = ({ host }: Target) => [`Host: ${host}`, 'Connection: close'];
const asPerson = (target: Target) => [...base(target), `Authorization: Bearer ${target.attacker.token}`];

function complete(name: string, unit: string, small: number): Sink {
  return {
    name: `xml: ${name}`,
    small,
    make: (target, size) =>
      requestBytes(
        `POST ${target.upload.path}?uploadId=${encodeURIComponent(target.upload.uploadId)} HTTP/1.1`,
        [...base(target), `x-oss-security-token: ${target.upload.securityToken}`],
        `<CompleteMultipartUpload>${fill(unit, size)}</CompleteMultipartUpload>`,
      ),
  };
}

function json(name: string, unit: string, wrap: (text: string) => string): Sink {
  return {
    name: `json: ${name}`,
    small: 400_000,
    make: (target, size) =>
      requestBytes(
        'POST /drive/v1/files HTTP/1.1',
        [...asPerson(target), 'Content-Type: application/json'],
        wrap(fill(unit, size)),
      ),
  };
}

function header(name: string, field: string, unit: string, at = '/en-US'): Sink {
  return {
    name: `header: ${name}`,
    small: 5_000,
    make: (target, size) => requestBytes(`GET ${at} HTTP/1.1`, [...base(target), `${field}: ${fill(unit, size)}`]),
  };
}

function address(name: string, unit: string, prefix: string): Sink {
  return {
    name: `address: ${name}`,
    small: 3_000,
    make: (target, size) => requestBytes(`GET ${prefix}${fill(unit, size)} HTTP/1.1`, asPerson(target)),
  };
}

const SINKS: readonly Sink[] = [
  complete('parts that never end', '<Part>', 200_000),
  complete('spaces in a part', ' ', 200_000),
  complete('nesting', '<a>', 200_000),
  complete('comments', '<!--', 200_000),
  complete('entities', '&amp;', 200_000),
  json('nested lists', '[', (text) => text),
  json('many members', '"a":1,', (text) => `{${text}"z":1}`),
  json('a long name', 'é', (text) => JSON.stringify({ kind: 'drive#folder', name: text })),
  json('spaces', ' ', (text) => `${text}{}`),
  json('a form of percent signs', '%', (text) => `a=${text}`),
  json('a form of many fields', 'a=b&', (text) => text),
  header('languages', 'Accept-Language', 'en;q=0.1,'),
  header('spaces among languages', 'Accept-Language', ' '),
  header('cookies', 'Cookie', 'a=b; '),
  header('ranges', 'Range', '0-1,'),
  header('entity tags', 'If-None-Match', '"a", '),
  header('addresses', 'X-Forwarded-For', '1.1.1.1, '),
  address('percent signs', '%25', '/en-US/help/'),
  address('slashes', '/', '/en-US'),
  address('dots', '../', '/'),
  address('a search', 'a%20', '/drive/v1/files:search?q='),
  address('filters', '%5B', '/drive/v1/files?filters='),
  address('parameters', 'a=b&', '/?'),
];

async function cpuOf(group: number, port: number, bytes: Buffer): Promise<number> {
  const before = groupUsage(group).cpuMs;
  for (let i = 0; i < TIMES; i++) await exchange({ port, from: '127.0.0.9', bytes, waitMs: WAIT_MS });
  return groupUsage(group).cpuMs - before;
}

/** Asks every sink, one after another, while nothing else is asked. */
export async function measureGrowth(target: Target, group: number, port: number): Promise<Growth[]> {
  const found: Growth[] = [];
  for (const { name, small, make } of SINKS) {
    const smallMs = await cpuOf(group, port, make(target, small));
    const largeMs = await cpuOf(group, port, make(target, small * FACTOR));
    found.push({
      name,
      smallMs,
      largeMs,
      isSuperLinear: largeMs > LEAST_MS && largeMs > MOST_RATIO * Math.max(smallMs, LEAST_MS / MOST_RATIO),
    });
  }
  return found;
}
