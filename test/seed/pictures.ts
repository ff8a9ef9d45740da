/** Pictures made by script, good and bad. Pure: tests in Node and in workerd use the same bytes. */
import { crc32 } from '#shared/content/crc32.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function joined(...parts: readonly (Uint8Array | readonly number[] | string)[]): Bytes {
  const pieces = parts.map((part) => (typeof part === 'string' ? latin(part) : Uint8Array.from(part)));
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function latin(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const be32 = (value: number): number[] => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const be16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
const le16 = (value: number): number[] => [value & 255, (value >>> 8) & 255];
const le24 = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255];
const le32 = (value: number): number[] => [...le16(value & 0xffff), ...le16(value >>> 16)];

function chunk(name: string, data: Uint8Array | readonly number[]): Bytes {
  const body = joined(name, data);
  return joined(be32(data.length), body, be32(crc32(body)));
}

function adler(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

/** zlib without compression. */
function stored(bytes: Uint8Array): Bytes {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 65_535) {
    const piece = bytes.subarray(at, at + 65_535);
    const isLast = at + 65_535 >= bytes.length;
    blocks.push(joined([isLast ? 1 : 0, ...le16(piece.length), ...le16(~piece.length & 0xffff)], piece));
  }
  return joined([0x78, 0x01], ...blocks, be32(adler(bytes)));
}

const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const header = (width: number, height: number): Bytes =>
  chunk('IHDR', [...be32(width), ...be32(height), 8, 2, 0, 0, 0]);

/** A PNG of two colours, the left half and the right half. @param salt  makes the bytes differ, not the look */
export function pngOf(width: number, height: number, salt = ''): Bytes {
  const lines = new Uint8Array(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      lines.set(x < width / 2 ? [220, 40, 40] : [40, 80, 220], y * (1 + width * 3) + 1 + x * 3);
  const note = salt === '' ? [] : chunk('tEXt', encoder.encode(`Comment\0${salt}`));
  return joined(PNG_MARK, header(width, height), note, chunk('IDAT', stored(lines)), chunk('IEND', []));
}

/** The PNG with an EXIF block behind its header. */
export function withExif(png: Uint8Array, block: Uint8Array): Bytes {
  const at = PNG_MARK.length + header(1, 1).length;
  return joined(png.subarray(0, at), chunk('eXIf', block), png.subarray(at));
}

/** A PNG that no codec makes small. */
export function noisyPng(width: number, height: number): Bytes {
  const lines = new Uint8Array(height * (1 + width * 3));
  for (let at = 0; at < lines.length; at += 65_536) crypto.getRandomValues(lines.subarray(at, at + 65_536));
  for (let y = 0; y < height; y += 1) lines[y * (1 + width * 3)] = 0;
  return joined(PNG_MARK, header(width, height), chunk('IDAT', stored(lines)), chunk('IEND', []));
}

const box = (name: string, ...parts: readonly (Uint8Array | readonly number[] | string)[]): Bytes => {
  const body = joined(...parts);
  return joined(be32(body.length + 8), name, body);
};

function heif(brand: string, width: number, height: number): Bytes {
  const ispe = box('ispe', be32(0), be32(width), be32(height));
  return joined(
    box('ftyp', brand, be32(0), brand, 'mif1'),
    box('meta', be32(0), box('iprp', box('ipco', ispe))),
    box('mdat', new Uint8Array(64)),
  );
}

const sof = (marker: number, width: number, height: number): Bytes =>
  joined([0xff, marker, 0, 17, 8, ...be16(height), ...be16(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
const jpeg = (...parts: readonly (Uint8Array | readonly number[] | string)[]): Bytes =>
  joined([0xff, 0xd8], ...parts, [0xff, 0xd9]);
const scan = (bytes: number): Bytes =>
  joined([0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0], new Uint8Array(bytes));
const riff = (...parts: readonly (Uint8Array | readonly number[] | string)[]): Bytes => {
  const body = joined('WEBP', ...parts);
  return joined('RIFF', le32(body.length), body);
};
const gif = (width: number, height: number, ...parts: readonly (Uint8Array | readonly number[] | string)[]): Bytes =>
  joined('GIF89a', le16(width), le16(height), [0x80, 0, 0, 0, 0, 0, 255, 255, 255], ...parts);
const frame = (width: number, height: number): Bytes =>
  joined([0x2c, 0, 0, 0, 0, ...le16(width), ...le16(height), 0, 2, 2, 0x4c, 0x01, 0]);

const SCRIPT = '<script>document.title="executed";alert(1)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='executed'"><image href="http://127.0.0.1:1/x"/>${SCRIPT}</svg>`;
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;

export interface BadPicture {
  /** With the extension that it pretends. */
  readonly name: string;
  readonly bytes: Bytes;
}

/** Sixty files that are not what they say, would be too large, or carry something that could run. */
export function badPictures(): BadPicture[] {
  const good = pngOf(64, 48);
  const half = good.subarray(0, good.length >> 1);
  const garbled = good.slice();
  for (let at = 60; at < garbled.length; at += 7) garbled[at] = (garbled[at] ?? 0) ^ 0x5a;
  const files: [string, Bytes][] = [
    // Bombs by pixels.
    [
      'bomb-65535.png',
      joined(PNG_MARK, header(65_535, 65_535), chunk('IDAT', stored(new Uint8Array(9))), chunk('IEND', [])),
    ],
    ['bomb-2g.png', joined(PNG_MARK, header(0x7fffffff, 0x7fffffff), chunk('IDAT', stored(new Uint8Array(9))))],
    ['bomb-line.png', joined(PNG_MARK, header(0x7fffffff, 1), chunk('IDAT', stored(new Uint8Array(9))))],
    ['bomb-baseline.jpg', jpeg(sof(0xc0, 65_535, 65_535), scan(64))],
    ['bomb-progressive.jpg', jpeg(sof(0xc2, 30_000, 30_000), scan(64))],
    ['bomb-scans.jpg', jpeg(sof(0xc2, 4_000, 4_000), ...Array.from({ length: 2_000 }, () => scan(8)))],
    ['bomb-screen.gif', gif(65_535, 65_535, frame(1, 1), ';')],
    ['bomb-frame.gif', gif(1, 1, frame(65_535, 65_535), ';')],
    ['bomb-frames.gif', gif(2_000, 2_000, ...Array.from({ length: 20_000 }, () => frame(2_000, 2_000)), ';')],
    ['bomb-canvas.webp', riff('VP8X', le32(10), [0, 0, 0, 0], le24(16_777_215), le24(16_777_215), new Uint8Array(8))],
    [
      'bomb-animated.webp',
      riff('VP8X', le32(10), [2, 0, 0, 0], le24(16_383), le24(16_383), 'ANIM', le32(6), new Uint8Array(6)),
    ],
    ['bomb-lossless.webp', riff('VP8L', le32(10), [0x2f, 0xff, 0xff, 0xff, 0x0f], new Uint8Array(16))],
    ['bomb.avif', heif('avif', 0xffffffff, 0xffffffff)],
    ['bomb.heic', heif('heic', 60_000, 60_000)],
    // Lying headers.
    ['zero.png', joined(PNG_MARK, header(0, 10), chunk('IDAT', stored(new Uint8Array(9))))],
    ['no-data.png', joined(PNG_MARK, header(3_000, 3_000), chunk('IEND', []))],
    [
      'short-data.png',
      joined(PNG_MARK, header(3_000, 3_000), chunk('IDAT', stored(new Uint8Array(90))), chunk('IEND', [])),
    ],
    ['garbled.png', garbled],
    ['length.png', joined(PNG_MARK, header(10, 10), be32(0xffffffff), 'IDAT', new Uint8Array(32))],
    [
      'many-chunks.png',
      joined(PNG_MARK, header(10, 10), ...Array.from({ length: 5_000 }, () => chunk('tEXt', [65, 0]))),
    ],
    ['zero-segment.jpg', jpeg([0xff, 0xe0, 0, 0], sof(0xc0, 100, 100))],
    ['one-segment.jpg', jpeg([0xff, 0xe0, 0, 1], sof(0xc0, 100, 100))],
    ['long-segment.jpg', jpeg([0xff, 0xe1, 0xff, 0xff], sof(0xc0, 100, 100))],
    ['padding.jpg', joined([0xff, 0xd8], new Uint8Array(200_000).fill(0xff))],
    ['no-frame.jpg', jpeg(scan(200))],
    ['no-tables.jpg', jpeg(sof(0xc0, 2_000, 2_000), scan(50_000))],
    ['arithmetic.jpg', jpeg(sof(0xc9, 2_000, 2_000), scan(500))],
    ['zero-size.jpg', jpeg(sof(0xc0, 0, 0), scan(50))],
    ['endless-blocks.gif', gif(10, 10, [0x21, 0xff], new Uint8Array(100_000).fill(0xff))],
    ['no-frame.gif', gif(10, 10, ';')],
    [
      'broken-lzw.gif',
      gif(900, 900, [0x2c, 0, 0, 0, 0, ...le16(900), ...le16(900), 0, 12, 255], new Uint8Array(400).fill(0xaa)),
    ],
    ['size.webp', joined('RIFF', le32(0xffffffff), 'WEBPVP8 ', le32(0xffffffff), new Uint8Array(40).fill(7))],
    ['frame.webp', riff('VP8 ', le32(30), [0, 0, 0, 0x9d, 1, 0x2a], le16(2_000), le16(2_000), new Uint8Array(20))],
    ['boxes.avif', joined(box('ftyp', 'avif', be32(0)), ...Array.from({ length: 10_000 }, () => box('free')))],
    ['box-zero.avif', joined(box('ftyp', 'avif', be32(0)), be32(0), 'meta', new Uint8Array(64))],
    ['box-long.heic', joined(box('ftyp', 'heic', be32(0)), be32(1), 'meta', be32(0xffffffff), be32(0xffffffff))],
    ['box-short.heic', joined(box('ftyp', 'heic', be32(0)), be32(3), 'meta')],
    ['small-lie.heic', heif('heic', 100, 100)],
    ['small-lie.avif', heif('avif', 100, 100)],
    // Truncated.
    ['empty.png', new Uint8Array(0)],
    ['one-byte.jpg', joined([0xff])],
    ['two-bytes.jpg', joined([0xff, 0xd8])],
    ['mark.png', joined(PNG_MARK)],
    ['half.png', half.slice()],
    ['mark.gif', joined('GIF89a')],
    ['mark.webp', joined('RIFF', le32(4), 'WEBP')],
    ['mark.heic', joined(be32(24), 'ftypheic')],
    // Something that could run.
    ['picture.svg.png', latin(SVG)],
    ['picture.svg.jpg', latin(`<?xml version="1.0"?>${SVG}`)],
    ['page.gif', latin(`GIF89a/*${HTML}*/=1;`)],
    ['page.jpg', joined([0xff, 0xd8, 0xff, 0xfe], be16(HTML.length + 2), HTML)],
    ['page-behind.png', joined(good, HTML)],
    ['note.png', joined(PNG_MARK, header(4, 4), chunk('tEXt', latin(`Title\0${SCRIPT}`)), chunk('IEND', []))],
    ['page.webp', joined('RIFF', le32(HTML.length), 'WEBP', HTML)],
    ['document.jpg', latin(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`)],
    [
      'drawing.png',
      latin(
        `push graphic-context\nviewbox 0 0 64 64\nimage over 0,0 0,0 'url(http://127.0.0.1:1/x)'\npop graphic-context`,
      ),
    ],
    [
      'program.png',
      latin(`<?xml version="1.0"?><image><read filename="/etc/passwd"/><write filename="/tmp/x.png"/></image>`),
    ],
    ['postscript.jpg', latin('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n(/etc/passwd) (r) file')],
    ['archive.png', joined('PK\x03\x04', new Uint8Array(60))],
    ['bitmap.png', joined('BM', le32(60), le32(0), le32(54), le32(40), le32(60_000), le32(60_000), new Uint8Array(30))],
  ];
  return files.map(([name, bytes]) => ({ name, bytes }));
}

/** Marks that none of our own answers holds when the files above were only ever data. */
export const BAD_PICTURE_TITLE = 'executed';
