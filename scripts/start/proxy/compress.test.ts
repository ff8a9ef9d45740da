import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { compressedFields, isCompressible, makeCompressor } from './compress.ts';

const ask = (change: object = {}) =>
  ({ method: 'GET', url: '/s/x', headers: { 'accept-encoding': 'gzip, br' }, ...change }) as unknown as IncomingMessage;
const HTML = ['Content-Type', 'text/html; charset=utf-8'];

test.each([
  ['a page', ask(), 200, HTML, true],
  [
    'a listing',
    ask({ url: '/drive/v1/files' }),
    200,
    ['content-type', 'application/json', 'content-length', '9000'],
    true,
  ],
  ['a short answer', ask(), 200, [...HTML, 'Content-Length', '900'], false],
  ['a token', ask({ url: '/v1/auth/token' }), 200, ['content-type', 'application/json'], false],
  ['content of people', ask({ url: '/f/x/y' }), 200, ['content-type', 'video/mp4'], false],
  ['a part of something', ask(), 206, HTML, false],
  ['nothing new', ask(), 304, HTML, false],
  ['a HEAD', ask({ method: 'HEAD' }), 200, HTML, false],
  ['what is compressed already', ask(), 200, [...HTML, 'Content-Encoding', 'br'], false],
  ['a client that cannot read it', ask({ headers: {} }), 200, HTML, false],
])('%s is compressed: %#', (_what, request, status, raw, expected) => {
  expect(isCompressible(request, status, raw)).toBe(expected);
});

test('a compressed response keeps a weak ETag, which does not identify bytes', () => {
  expect(compressedFields([...HTML, 'ETag', 'W/"x"'])).toContain('W/"x"');
});

test('a compressed response keeps its fields except length and ETag', () => {
  expect(
    compressedFields([...HTML, 'Content-Length', '5', 'ETag', '"x"', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']),
  ).toEqual([...HTML, 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding']);
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

test('the first piece is sent before the second arrives', async () => {
  const client = makeClient(false);
  const compressor = makeCompressor(client);
  await new Promise<void>((resolve) => compressor.write(Buffer.from('head '), resolve));
  expect(Buffer.concat(client.sent).length).toBeGreaterThan(10);
  await new Promise<void>((resolve) => compressor.write(Buffer.from('rows'), resolve));
  compressor.end(() => undefined);
  await client.ended;
  expect(gunzipSync(Buffer.concat(client.sent)).toString()).toBe('head rows');
});

test('a client that reads slowly holds back the next piece', async () => {
  const client = makeClient(true);
  const compressor = makeCompressor(client);
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
});
