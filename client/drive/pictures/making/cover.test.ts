import { expect, it } from 'vitest';
import { findCover } from './cover.ts';

const COVER = 'a cover of forty bytes, which is a picture';

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)),
  );
}
const be32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const safe = (value: number) => [(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127];
const box = (name: string, inner: Uint8Array) => bytesOf(be32(inner.length + 8), name, [...inner]);
const coverIn = (bytes: Uint8Array) => {
  const span = findCover(bytes);
  return span && String.fromCharCode(...bytes.subarray(span.start, span.end));
};

function id3(version: number, frames: Uint8Array): Uint8Array {
  return bytesOf('ID3', [version, 0, 0], safe(frames.length), [...frames], 'sound');
}
const apic = (kind: number, size: (value: number) => number[], cover = COVER) => {
  const body = bytesOf([0], 'image/png\0', [kind], 'front\0', cover);
  return bytesOf('APIC', size(body.length), [0, 0], [...body]);
};

it.each([
  ['ID3v2.3', id3(3, bytesOf([...bytesOf('TIT2', be32(4), [0, 0, 0], 'abc')], [...apic(3, be32)]))],
  ['ID3v2.4', id3(4, apic(0, safe))],
  ['ID3v2.2', id3(2, bytesOf('PIC', [0, 0, 6 + COVER.length], [0], 'PNG', [3], '\0', COVER))],
  [
    'FLAC',
    (() => {
      const body = bytesOf(be32(3), be32(9), 'image/png', be32(0), new Array(16).fill(0), be32(COVER.length), COVER);
      return bytesOf('fLaC', [0, 0, 0, 2, 7, 7], [0x86, 0, 0, body.length], [...body]);
    })(),
  ],
  [
    'MP4',
    (() => {
      const data = box('data', bytesOf(be32(14), be32(0), COVER));
      const meta = box('meta', bytesOf(be32(0), [...box('ilst', box('covr', data))]));
      return bytesOf([...box('ftyp', bytesOf('M4A ', be32(0)))], [...box('moov', box('udta', meta))]);
    })(),
  ],
])('finds the cover of %s', (_name, bytes) => {
  expect(coverIn(bytes)).toBe(COVER);
});

it('takes the front cover before another picture', () => {
  expect(coverIn(id3(3, bytesOf([...apic(4, be32, 'back')], [...apic(3, be32)])))).toBe(COVER);
});

it('a cover that is cut off, lies about its length or is missing is none', () => {
  const whole = id3(3, apic(3, be32));
  for (let length = 0; length < whole.length - 8; length += 1) expect(findCover(whole.subarray(0, length))).toBeNull();
  expect(findCover(id3(3, bytesOf('APIC', be32(0xffffffff), [0, 0])))).toBeNull();
  expect(findCover(bytesOf('fLaC', [6, 255, 255, 255]))).toBeNull();
  expect(findCover(bytesOf(be32(8), 'ftyp', be32(1), 'moov'))).toBeNull();
  expect(findCover(bytesOf('RIFF'))).toBeNull();
});
