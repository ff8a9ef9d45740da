/** Letters that are lost. */
import { expect, test } from 'vitest';
import { decodeText } from '#shared/content/text-decoding.ts';
import { lostLetters } from './lost-letters.rules.ts';

test.each([
  ['Grüße', [], 0],
  ['Grüße, ein Satz mit vielen Wörtern', [0xff], 1],
  ['the sign \ufffd itself', [], 0],
])('%s and the bytes %j have %d lost letters', (text, more, lost) => {
  const bytes = Uint8Array.from([...new TextEncoder().encode(text), ...more, 0x20, 0x61]);
  expect(lostLetters(decodeText(bytes, {}, 'utf-8'), bytes)).toBe(lost);
});
