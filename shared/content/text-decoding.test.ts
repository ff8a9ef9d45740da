import { expect, test } from 'vitest';
import { decodeText } from './text-decoding.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('a byte order mark names the encoding and is no text', () => {
  expect(decodeText(bytes(0xff, 0xfe, 0x41, 0))).toEqual({ text: 'A', encoding: 'utf-16le' });
  expect(decodeText(bytes(0xfe, 0xff, 0, 0x41))).toEqual({ text: 'A', encoding: 'utf-16be' });
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41))).toEqual({ text: 'A', encoding: 'utf-8' });
});

test('a lone letter of the West is read in its code page', () => {
  expect(decodeText(bytes(0x63, 0x61, 0x66, 0xe9)).text).toBe('café');
});
