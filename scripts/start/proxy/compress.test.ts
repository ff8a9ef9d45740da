import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { codingOf, codingsFor, compressedFields, makeCompressor } from './compress.ts';

const ask = (change: object = {}) =>
  ({ method: 'GET', url: '/s/x', headers: { 'accept-encoding': 'gzip, br' }, ...change }) as unknown as IncomingMessage;
const HTML = ['Content-Type', 'text/html; charset=utf-8'];

test.each([
  ['a page', ask(), 200, HTML, 'gzip'],
  [
    'a page for a client with a newer coding',
    ask({ headers: { 'accept-encoding': 'gzip, br, zstd' } }),
    200,
    HTML,
    'zstd',
  ],
  ['a page for a client that refuses it', ask({ headers: { 'accept-encoding': 'gzip, zstd;q=0' } }), 200, HTML, 'gzip'],
  ['a page for a client with one coding', ask({ headers: { 'accept-encoding': 'br' } }), 200, HTML, 'br'],
  [
    'a document',
    ask({ headers: { 'accept-encoding': 'gzip, br, zstd', 'sec-fetch-dest': 'document' } }),
    200,
    HTML,
    'br',
  ],
  [
    'a listing',
    ask({ url: '/drive/v1/files' }),
    200,
    ['content-type', 'application/json', 'content-length', '9000'],
    'gzip',
  ],
  ['a short answer', ask(), 200, [...HTML, 'Content-Length', '900'], null],
  ['a token', ask({ url: '/v1/auth/token' }), 200, ['content-type', 'application/json'], null],
  ['content of people', ask({ url: '/f/x/y' }), 200, ['content-type', 'video/mp4'], null],
  ['a part of something', ask(), 206, HTML, null],
  ['nothing new', ask(), 304, HTML, null],
  ['a HEAD', ask({ method: 'HEAD' }), 200, HTML, null],
  ['what is compressed already', ask(), 200, [...HTML, 'Content-Encoding', 'br'], null],
  ['a client that cannot read it', ask({ headers: {} }), 200, HTML, null],
])('%s has its coding: %#', (_what, request, status, raw, expected) => {
  expect(codingOf(codingsFor(request), status, raw)).toBe(expected);
});

test.each([
  ['https://other.example', 'cross-site', '/drive/search?q=guess', 'session=1', []],
  ['a page of the content host', 'same-site', '/drive/search?q=guess', 'session=1', []],
  ['our own page', 'same-origin', '/drive/search?q=guess', 'session=1', ['gzip', 'br']],
  ['another site without a query', 'cross-site', '/s/x', 'session=1', ['gzip', 'br']],
  ['another site for a visitor without cookies', 'cross-site', '/en-US?q=guess', undefined, ['gzip', 'br']],
])(
  'a page with a query that %s chose for a visitor with cookies is not compressed',
  (_who, site, url, cookie, codings) => {
    const headers = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': site, cookie };
    expect(codingsFor(ask({ url, headers }))).toEqual(codings);
  },
);

test('a compressed response keeps a weak ETag, which does not identify bytes', () => {
  expect(compressedFields([...HTML, 'ETag', 'W/"x"'], 'gzip')).toContain('W/"x"');
});

test('a compressed response keeps its fields except length and ETag', () => {
  expect(
    compressedFields([...HTML, 'Content-Length', '5', 'ETag', '"x"', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'], 'zstd'),
  ).toEqual([...HTML, 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Encoding', 'zstd', 'Vary', 'Accept-Encoding']);
});

/** A client that takes what it is sent when `take` is called, or at once. */
function makeClient(isSlow: boolean) {
  const sent: Buffer[] = [];
  const pending: (() => void)[] = [];
  const ended = Promise.withResolvers<void>();
  return {
    sent,
    pending,
    ended: ended.promise,
    write(piece: Buffer, written: () => void) {
      sent.push(piece);
      if (isSlow) pending.push(written);
      else written();
    },
    end: () => ended.resolve(),
    destroy: () => ended.reject(new Error('destroyed')),
  };
}

test.each([
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
  ['br', brotliDecompressSync],
] as const)('in %s the first piece is sent before the second arrives', async (coding, decompress) => {
  const client = makeClient(false);
  const compressor = makeCompressor(client, coding);
  await new Promise<void>((resolve) => compressor.write(Buffer.from('head '), resolve));
  expect(Buffer.concat(client.sent).length).toBeGreaterThan(5);
  await new Promise<void>((resolve) => compressor.write(Buffer.from('rows'), resolve));
  compressor.end(() => undefined);
  await client.ended;
  expect(decompress(Buffer.concat(client.sent)).toString()).toBe('head rows');
});

test.each(['gzip', 'zstd', 'br'] as const)(
  'in %s a client that reads slowly holds back the next piece',
  async (coding) => {
    const client = makeClient(true);
    const compressor = makeCompressor(client, coding);
    let consumed = false;
    const first = new Promise<void>((resolve) =>
      compressor.write(randomBytes(200_000), () => {
        consumed = true;
        resolve();
      }),
    );
    await vi.waitUntil(() => Buffer.concat(client.sent).length > 200_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(consumed).toBe(false);
    for (const taken of client.pending.splice(0)) taken();
    await first;
  },
);
