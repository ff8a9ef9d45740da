/** Writes opaque pixels as PNG, with the compression of the platform: that of the decoder takes four times as long. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const CHANNELS = 3;
const BITS = 8;
/** Colour without transparency. */
const TRUE_COLOUR = 2;
/** Plain paper needs no more. */
const LEVEL = 5;

function chunkOf(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(name), 4);
  chunk.set(data, 8);
  view.setUint32(data.length + 8, crc32(chunk.subarray(4, data.length + 8)));
  return chunk;
}

/** @param pixels  red, green and blue of each, row after row */
export function pngOf(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([BITS, TRUE_COLOUR], 8);
  // A row begins with its filter: 0 for none.
  const rowBytes = width * CHANNELS;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  const chunks = [
    SIGNATURE,
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(rows, { level: LEVEL })),
    chunkOf('IEND', new Uint8Array(0)),
  ];
  const png = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    png.set(chunk, at);
    at += chunk.length;
  }
  return png;
}
