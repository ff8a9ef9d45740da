/** The codec of a film's sound. */
import { expect, test } from 'vitest';
import { soundCodecOf } from './sound-codec.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const box = (name: string, body: readonly number[]) => {
  const length = body.length + 8;
  return [0, 0, length >> 8, length & 255, ...ascii(name), ...body];
};
const reading = (bytes: Uint8Array) => async (start: number, end: number) => bytes.subarray(start, end);
const codecOf = (bytes: Uint8Array) => soundCodecOf(bytes.length, reading(bytes));

test('eac3 is found in an MP4 whose index is at the end', async () => {
  const film = [
    ...box('ftyp', ascii('isom0000')),
    ...box('mdat', Array<number>(500).fill(7)),
    ...box('moov', ascii('...ec-3...')),
  ];
  expect(await codecOf(Uint8Array.from(film))).toBe('eac3');
});

test('eac3 is found in a Matroska file', async () => {
  expect(await codecOf(Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...ascii('............A_EAC3....')]))).toBe('eac3');
});

test('a film with playable sound, a cut one and a file of another type have none', async () => {
  const film = [...box('ftyp', ascii('isom0000')), ...box('moov', ascii('...mp4a...........'))];
  expect(await codecOf(Uint8Array.from(film))).toBe('');
  expect(await codecOf(Uint8Array.from(film.slice(0, 20)))).toBe('');
  expect(await codecOf(new TextEncoder().encode('<html>ec-3 A_EAC3 is no film</html>'))).toBe('');
});

test('a box of no length ends the search', async () => {
  const film = [...box('ftyp', ascii('isom0000')), 0, 0, 0, 0, ...ascii('free'), ...Array<number>(20).fill(0)];
  expect(await codecOf(Uint8Array.from(film))).toBe('');
});
