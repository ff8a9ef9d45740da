import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerChallenge } from './proof.ts';
import type { Span } from './window.ts';

function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(message).digest();
}

const nonce = new Uint8Array(32).fill(7);
const content = new Uint8Array(1_000).map((_, index) => (index * 31) % 251);
const spans: Span[] = [
  { start: 0, end: 64 },
  { start: 500, end: 600 },
];

function answer(bytes: Uint8Array, spans: Span[], key = nonce): Promise<string> {
  const chunks = spans.map(({ start, end }) => bytes.subarray(start, end));
  return answerChallenge(key, bytes.length, spans, chunks, hmac);
}

test('one other byte, another nonce, another place or another size gives another answer', async () => {
  const expected = await answer(content, spans);
  const other = content.slice();
  other[500] = 255;
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
