/** The placeholder of a picture as an address of data: a bitmap of 4 by 3 pixels, which the browser draws smoothly when large. Pure. */

const WIDTH = 4;
const HEIGHT = 3;
const DIGITS = 3;
const HEAD_BYTES = 54;
/** Rows of a bitmap end at a multiple of four bytes: 4 pixels of 3 bytes do. */
const ROW_BYTES = WIDTH * 3;
const FORM = /^[0-9a-f]{36}$/;

/** @param blur  four by three colours of three hex digits, row by row. @returns '' for anything else */
export function blurBitmap(blur: string): string {
  if (!FORM.test(blur)) return '';
  const bytes = new Uint8Array(HEAD_BYTES + ROW_BYTES * HEIGHT);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, HEAD_BYTES, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, WIDTH, true);
  view.setInt32(22, HEIGHT, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let cell = 0; cell < WIDTH * HEIGHT; cell += 1) {
    // Rows from the bottom up, colours as blue, green, red.
    const row = HEIGHT - 1 - Math.floor(cell / WIDTH);
    const at = HEAD_BYTES + row * ROW_BYTES + (cell % WIDTH) * 3;
    for (let part = 0; part < DIGITS; part += 1)
      bytes[at + 2 - part] = Number.parseInt(blur.charAt(cell * DIGITS + part), 16) * 17;
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...bytes))}`;
}
