import { expect, test } from 'vitest';
import { freeBody } from './free-body.ts';

test('memory of a piece of its own is given back', () => {
  const piece = Buffer.allocUnsafeSlow(65_536);
  freeBody(piece);
  expect(piece.length).toBe(0);
});

test('memory that a piece shares with others stays', () => {
  const whole = Buffer.alloc(100, 7);
  freeBody(whole.subarray(10, 20));
  freeBody(Buffer.from('pooled'));
  freeBody(Buffer.alloc(0));
  expect(whole[15]).toBe(7);
});
