import fc from 'fast-check';
import { expect, test } from 'vitest';
import { httpDate } from './http-date.ts';
import { type ConditionalHeaders, conditional, contentRange, parseRange, type Representation } from './range.ts';

test.each([
  ['bytes=0-499', 1000, 0, 500],
  ['bytes=500-', 1000, 500, 1000],
  ['bytes=-200', 1000, 800, 1000],
  ['bytes=-5000', 1000, 0, 1000],
  ['bytes=0-0', 1000, 0, 1],
  ['bytes=999-5000', 1000, 999, 1000],
  ['BYTES=1-2', 1000, 1, 3],
  ['bytes= 1-2 , ', 1000, 1, 3],
  ['bytes=0-99999999999999999999999', 1000, 0, 1000],
  [`bytes=${2 ** 40}-`, 2 ** 41, 2 ** 40, 2 ** 41],
])('%s of %i bytes is one range', (header, sizeBytes, start, end) => {
  expect(parseRange(header, sizeBytes)).toEqual({ kind: 'range', start, end });
});

test.each([
  ['bytes=1000-', 1000],
  ['bytes=1000-1001', 1000],
  ['bytes=-0', 1000],
  ['bytes=0-', 0],
  ['bytes=99999999999999999999999-', 1000],
])('%s of %i bytes cannot be satisfied', (header, sizeBytes) => {
  expect(parseRange(header, sizeBytes)).toEqual({ kind: 'unsatisfiable' });
});

test.each([
  null,
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=+1-2',
  'bytes=1.0-2',
])('the header %s is answered whole', (header) => {
  expect(parseRange(header, 1000)).toEqual({ kind: 'none' });
});

test('any header gives a range inside the content or none', () => {
  const parts = fc.constantFrom('bytes=', '-', ',', ' ', '0', '7', '999', '1000', 'x');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), fc.nat(1000), (pieces, sizeBytes) => {
      const decision = parseRange(pieces.join(''), sizeBytes);
      if (decision.kind !== 'range') return;
      expect(decision.start).toBeGreaterThanOrEqual(0);
      expect(decision.start).toBeLessThan(decision.end);
      expect(decision.end).toBeLessThanOrEqual(sizeBytes);
    }),
  );
});

test('the range sent is told with its last byte included', () => {
  expect(contentRange(1000, { start: 0, end: 500 })).toBe('bytes 0-499/1000');
  expect(contentRange(1000)).toBe('bytes */1000');
});

const MODIFIED_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const DAY_MS = 86_400_000;
const SAME = httpDate(MODIFIED_MS);
const EARLIER = httpDate(MODIFIED_MS - DAY_MS);
const LATER = httpDate(MODIFIED_MS + DAY_MS);
const content: Representation = { sizeBytes: 1000, etag: '"1-ab"', lastModifiedMs: MODIFIED_MS };

const decisions: [name: string, headers: ConditionalHeaders, status: number][] = [
  ['no condition', {}, 200],
  ['a range', { range: 'bytes=0-9' }, 206],
  ['a range past the end', { range: 'bytes=1000-' }, 416],
  ['two ranges', { range: 'bytes=0-1,3-4' }, 200],
  ['the known tag', { ifNoneMatch: '"1-ab"' }, 304],
  ['the known tag, weakly written', { ifNoneMatch: 'W/"1-ab"' }, 304],
  ['the known tag in a list', { ifNoneMatch: '"x", "1-ab"' }, 304],
  ['any tag', { ifNoneMatch: '*' }, 304],
  ['another tag', { ifNoneMatch: '"1-cd"' }, 200],
  ['another tag though unmodified since', { ifNoneMatch: '"1-cd"', ifModifiedSince: LATER }, 200],
  ['the known tag and a range', { ifNoneMatch: '"1-ab"', range: 'bytes=0-9' }, 304],
  ['the date of the content', { ifModifiedSince: SAME }, 304],
  ['a later date', { ifModifiedSince: LATER }, 304],
  ['an earlier date', { ifModifiedSince: EARLIER }, 200],
  ['a broken date', { ifModifiedSince: 'soon' }, 200],
  ['the tag it must have', { ifMatch: '"1-ab"' }, 200],
  ['any tag it may have', { ifMatch: '*' }, 200],
  ['a tag it does not have', { ifMatch: '"1-cd"' }, 412],
  ['a weak tag where a strong one is needed', { ifMatch: 'W/"1-ab"' }, 412],
  ['unmodified since the same time', { ifUnmodifiedSince: SAME }, 200],
  ['unmodified since an earlier time', { ifUnmodifiedSince: EARLIER }, 412],
  ['the right tag though modified', { ifMatch: '"1-ab"', ifUnmodifiedSince: EARLIER }, 200],
  ['a failed match before a satisfied range', { ifMatch: '"1-cd"', range: 'bytes=0-9' }, 412],
  ['a range of the copy I have', { range: 'bytes=0-9', ifRange: '"1-ab"' }, 206],
  ['a range of another copy', { range: 'bytes=0-9', ifRange: '"1-cd"' }, 200],
  ['a range of a weakly known copy', { range: 'bytes=0-9', ifRange: 'W/"1-ab"' }, 200],
  ['a range of the copy of this date', { range: 'bytes=0-9', ifRange: SAME }, 206],
  ['a range of a copy of another date', { range: 'bytes=0-9', ifRange: LATER }, 200],
  ['a range past the end of another copy', { range: 'bytes=1000-', ifRange: '"1-cd"' }, 200],
  ['a range with a broken validator', { range: 'bytes=0-9', ifRange: 'soon' }, 200],
];

test.each(decisions)('a GET with %s is decided by its headers', (_, headers, status) => {
  expect(conditional('GET', headers, content).status).toBe(status);
});

test('a range answer holds the bytes to send', () => {
  expect(conditional('GET', { range: 'bytes=-10' }, content)).toEqual({ status: 206, start: 990, end: 1000 });
  expect(conditional('GET', {}, content)).toEqual({ status: 200, start: 0, end: 1000 });
});

test('a HEAD is answered as if no range were asked for', () => {
  expect(conditional('HEAD', { range: 'bytes=0-9' }, content).status).toBe(200);
  expect(conditional('HEAD', { range: 'bytes=1000-' }, content).status).toBe(200);
  expect(conditional('HEAD', { ifNoneMatch: '"1-ab"' }, content).status).toBe(304);
});

test('content without a date ignores conditions on dates', () => {
  const undated: Representation = { sizeBytes: 1000, etag: '"1-ab"' };
  expect(conditional('GET', { ifModifiedSince: LATER }, undated).status).toBe(200);
  expect(conditional('GET', { ifUnmodifiedSince: EARLIER }, undated).status).toBe(200);
  expect(conditional('GET', { range: 'bytes=0-9', ifRange: SAME }, undated).status).toBe(200);
});
