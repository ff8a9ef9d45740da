import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answerChallenge,
  makeChallenge,
  PROOF_SPAN_BYTES,
  PROOF_SPANS,
  PROOF_WHOLE_BYTES,
  sameProof,
} from './proof.ts';
import type { Span } from './window.ts';

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(message).digest();
}

const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: PROOF_SPANS,
  maxLength: PROOF_SPANS,
});
const nonce = new Uint8Array(32).fill(7);
const middle = new Array<number>(PROOF_SPANS).fill(0.5);
const content = new Uint8Array(PROOF_WHOLE_BYTES * 2).map((_, index) => (index * 31) % 251);

function answer(bytes: Uint8Array, spans: Span[], key = nonce): Promise<string> {
  const chunks = spans.map(({ start, end }) => bytes.subarray(start, end));
  return answerChallenge(key, bytes.length, spans, chunks, hmac);
}

test('small content is proved whole and empty content by nothing', () => {
  expect(makeChallenge(PROOF_WHOLE_BYTES, middle)).toEqual([{ start: 0, end: PROOF_WHOLE_BYTES }]);
  expect(makeChallenge(1, middle)).toEqual([{ start: 0, end: 1 }]);
  expect(makeChallenge(0, middle)).toEqual([]);
});

test('a challenge lies inside the content, in order, and never asks twice for a byte', () => {
  fc.assert(
    fc.property(fc.integer({ min: PROOF_WHOLE_BYTES + 1, max: 2 ** 50 }), randoms, (sizeBytes, numbers) => {
      const spans = makeChallenge(sizeBytes, numbers);
      expect(spans).toHaveLength(PROOF_SPANS);
      let reached = 0;
      for (const { start, end } of spans) {
        expect(Number.isInteger(start)).toBe(true);
        expect(start).toBeGreaterThanOrEqual(reached);
        expect(end - start).toBe(PROOF_SPAN_BYTES);
        reached = end;
      }
      expect(reached).toBeLessThanOrEqual(sizeBytes);
    }),
  );
});

test('numbers that are no fractions make no challenge', () => {
  expect(() => makeChallenge(1, [])).toThrow(RangeError);
  expect(() => makeChallenge(1, new Array<number>(PROOF_SPANS).fill(1))).toThrow(RangeError);
  expect(() => makeChallenge(1, new Array<number>(PROOF_SPANS).fill(Number.NaN))).toThrow(RangeError);
});

test('who holds the bytes answers as the server does', async () => {
  const spans = makeChallenge(content.length, middle);
  expect(sameProof(await answer(content, spans), await answer(content.slice(), spans))).toBe(true);
});

test('one other byte, another nonce, another place or another size gives another answer', async () => {
  const spans = makeChallenge(content.length, middle);
  const expected = await answer(content, spans);
  const other = content.slice();
  other[spans[3]?.start ?? 0] = 255;
  const shifted = spans.map(({ start, end }) => ({ start: start + 1, end: end + 1 }));
  expect(await answer(other, spans)).not.toBe(expected);
  expect(await answer(content, spans, new Uint8Array(32))).not.toBe(expected);
  expect(await answer(content, shifted)).not.toBe(expected);
  expect(await answer(content.subarray(0, -1), spans)).not.toBe(expected);
});

test('chunks that do not fit their spans are refused', async () => {
  const span = { start: 0, end: 4 };
  await expect(answerChallenge(nonce, 4, [span], [], hmac)).rejects.toThrow(RangeError);
  await expect(answerChallenge(nonce, 4, [span], [new Uint8Array(3)], hmac)).rejects.toThrow(RangeError);
});

test('answers of another form are never the same', () => {
  expect(sameProof('a'.repeat(64), 'a'.repeat(64))).toBe(true);
  expect(sameProof('a'.repeat(64), `${'a'.repeat(63)}b`)).toBe(false);
  expect(sameProof('', '')).toBe(false);
  expect(sameProof('a'.repeat(64), 'A'.repeat(64))).toBe(false);
});
