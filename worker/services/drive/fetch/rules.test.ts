/** Heads of answers as servers really send them. */
import { expect, it } from 'vitest';
import { readHead } from './rules.ts';

function headOf(status: number, fields: Record<string, string>, asked = 0) {
  const decision = readHead(
    { status, headers: new Headers(fields), url: new URL('https://files.example/a.bin') },
    asked,
  );
  return decision.ok ? [decision.head.offset, decision.head.sizeBytes, decision.head.hasRanges] : decision.reason;
}

const ETAG = { etag: '"a"' };

it.each([
  ['a whole file', 200, { 'content-length': '7', 'accept-ranges': 'bytes', ...ETAG }, 0, [0, 7, true]],
  ['a part', 206, { 'content-range': 'bytes 3-6/7', ...ETAG }, 3, [3, 7, true]],
  ['a part with a sign of equality', 206, { 'content-range': 'bytes=0-6/7', ...ETAG }, 0, [0, 7, true]],
  ['a part in capitals', 206, { 'content-range': 'BYTES 0-6/7', ...ETAG }, 0, [0, 7, true]],
  ['a part without the unit', 206, { 'content-range': '0-6/7', ...ETAG }, 0, [0, 7, true]],
  ['a part of an unknown whole', 206, { 'content-range': 'bytes 0-6/*', ...ETAG }, 0, [0, null, false]],
  ['a part that does not say which', 206, { 'content-length': '7', ...ETAG }, 0, [0, null, false]],
  ['a later part that does not say which', 206, { 'content-length': '7', ...ETAG }, 3, 'server_error'],
  ['an ignored range', 200, { 'content-length': '7' }, 3, [0, 7, false]],
  ['no length', 200, {}, 0, [0, null, false]],
  ['a length that is none', 200, { 'content-length': '-1' }, 0, [0, null, false]],
  ['a packed body', 200, { 'content-length': '7', 'content-encoding': 'gzip' }, 0, [0, null, false]],
  ['a packing that is a charset', 200, { 'content-length': '7', 'content-encoding': 'utf-8' }, 0, [0, 7, false]],
  ['a packing that is none', 200, { 'content-length': '7', 'content-encoding': 'none' }, 0, [0, 7, false]],
  ['an empty file', 416, { 'content-range': 'bytes */0' }, 0, [0, 0, false]],
  ['a range behind the end', 416, { 'content-range': 'bytes */7' }, 9, 'changed'],
])('the head of %s is read', (_, status, fields, asked, expected) => {
  expect(headOf(status, fields as Record<string, string>, asked)).toEqual(expected);
});
