import { expect, test } from 'vitest';
import { readDrawn, readOrder, writeDrawn, writeOrder } from './order.ts';

const ORDER = {
  locale: 'ja',
  title: '旅行',
  lines: ['3 件', 'Anna'],
  product: 'Magpie',
  fonts: [
    { characters: '旅行', bytes: Uint8Array.of(1, 2, 3) },
    { characters: 'Ana', bytes: Uint8Array.of(4) },
  ],
  icon: Uint8Array.of(5, 6),
  picture: Uint8Array.of(),
} as const;

test('an order is read as it was written', () => {
  expect(readOrder(writeOrder(ORDER))).toEqual(ORDER);
});

test('an order that is cut off is none', () => {
  const frame = writeOrder(ORDER);
  expect(() => readOrder(frame.subarray(0, frame.length - 1))).toThrow('cut off');
});

test('a card comes back with its type, and one that was not drawn as nothing', () => {
  const card = { type: 'image/png', bytes: Uint8Array.of(7, 8) } as const;
  expect(readDrawn(writeDrawn(card))).toEqual(card);
  expect(readDrawn(writeDrawn(null))).toBeNull();
});
