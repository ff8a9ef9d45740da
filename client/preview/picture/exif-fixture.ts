/** Makes the start of a JPEG with EXIF facts, for tests. */

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Inline number, or bytes placed behind the directory. */
  readonly value: number | Uint8Array;
}

const text = (tag: number, value: string): Entry => ({
  tag,
  type: 2,
  count: value.length + 1,
  value: new TextEncoder().encode(`${value}\0`),
});
const fractions = (tag: number, pairs: readonly (readonly [number, number])[]): Entry => {
  const bytes = new Uint8Array(pairs.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [over, under]] of pairs.entries()) {
    view.setUint32(index * 8, over, true);
    view.setUint32(index * 8 + 4, under, true);
  }
  return { tag, type: 5, count: pairs.length, value: bytes };
};

function directory(at: number, entries: readonly Entry[]): Uint8Array {
  const head = 2 + entries.length * 12 + 4;
  const extra = entries.reduce((sum, { value }) => sum + (typeof value === 'number' ? 0 : value.length), 0);
  const bytes = new Uint8Array(head + extra);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, entries.length, true);
  let free = head;
  for (const [index, { tag, type, count, value }] of entries.entries()) {
    const entry = 2 + index * 12;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, type, true);
    view.setUint32(entry + 4, count, true);
    if (typeof value === 'number') view.setUint32(entry + 8, value, true);
    else if (value.length <= 4) bytes.set(value, entry + 8);
    else {
      view.setUint32(entry + 8, at + free, true);
      bytes.set(value, free);
      free += value.length;
    }
  }
  return bytes;
}

/** Little-endian TIFF block of a picture by a camera called Alpha One, taken in Reykjavik. */
export function exifBlock(): Uint8Array {
  const shot = [
    fractions(0x82_9a, [[1, 250]]),
    fractions(0x82_9d, [[28, 10]]),
    { tag: 0x88_27, type: 3, count: 1, value: 400 },
    text(0x90_03, '2026:08:01 12:30:00'),
    fractions(0x92_0a, [[50, 1]]),
  ];
  const gps = [
    text(1, 'N'),
    fractions(2, [
      [64, 1],
      [8, 1],
      [48, 1],
    ]),
    text(3, 'W'),
    fractions(4, [
      [21, 1],
      [56, 1],
      [24, 1],
    ]),
  ];
  const main = (shotAt: number, gpsAt: number) => [
    text(0x01_0f, 'Alpha'),
    text(0x01_10, 'One'),
    { tag: 0x87_69, type: 4, count: 1, value: shotAt },
    { tag: 0x88_25, type: 4, count: 1, value: gpsAt },
  ];
  const mainBytes = directory(8, main(0, 0)).length;
  const shotAt = 8 + mainBytes;
  const gpsAt = shotAt + directory(shotAt, shot).length;
  const parts = [directory(8, main(shotAt, gpsAt)), directory(shotAt, shot), directory(gpsAt, gps)];
  const head = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0];
  return Uint8Array.from([...head, ...parts.flatMap((part) => [...part])]);
}

/** The block as the first segment of a JPEG. */
export function exifJpeg(block: Uint8Array = exifBlock()): Uint8Array<ArrayBuffer> {
  const length = block.length + 8;
  const mark = [...'Exif\0\0'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, ...mark, ...block, 0xff, 0xda, 0, 2]);
}
