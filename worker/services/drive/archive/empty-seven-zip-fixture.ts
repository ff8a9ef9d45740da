/** A 7z archive of many empty files. */
import { crc32 } from '#shared/content/crc32.ts';

const HEADER = 1;
const FILES_INFO = 5;
const EMPTY_STREAM = 14;
const EMPTY_FILE = 15;
const NAMES = 17;

/** A number as 7z writes it: the first byte says how many follow. */
function numberOf(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x40_00) return [0x80 | (value >> 8), value & 0xff];
  if (value < 0x20_00_00) return [0xc0 | (value >> 16), value & 0xff, (value >> 8) & 0xff];
  return [0xe0 | (value >> 24), value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
}

export function makeEmptySevenZip(count: number): Uint8Array<ArrayBuffer> {
  const names = Array.from({ length: count }, (_, index) => `${index}.txt\0`).join('');
  const utf16 = new Uint8Array(Uint16Array.from(names, (sign) => sign.charCodeAt(0)).buffer);
  const bits = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 > 0) bits[bits.length - 1] = (0xff << (8 - (count % 8))) & 0xff;
  const bitsLength = numberOf(bits.length);
  const body = new Uint8Array([
    HEADER,
    FILES_INFO,
    ...numberOf(count),
    EMPTY_STREAM,
    ...bitsLength,
    ...bits,
    EMPTY_FILE,
    ...bitsLength,
    ...bits,
    NAMES,
    ...numberOf(utf16.length + 1),
    0,
  ]);
  // The last two bytes end the files and the header.
  const whole = new Uint8Array(32 + body.length + utf16.length + 2);
  whole.set(body, 32);
  whole.set(utf16, 32 + body.length);
  const view = new DataView(whole.buffer);
  whole.set([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  view.setUint32(20, whole.length - 32, true);
  view.setUint32(28, crc32(whole.subarray(32)), true);
  view.setUint32(8, crc32(whole.subarray(12, 32)), true);
  return whole;
}
