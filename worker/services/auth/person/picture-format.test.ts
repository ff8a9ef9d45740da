import { expect, it } from 'vitest';
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';
import { type ReadPicture, readPicture } from './picture-format.ts';

const text = (part: string) => [...part].map((letter) => letter.charCodeAt(0));
const big = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const little = (value: number) => big(value).reverse();

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const chunk = (kind: string, body: number[]) => [...big(body.length), ...text(kind), ...body, 1, 2, 3, 4];
const png = (width: number, height: number, more: number[] = []) =>
  Uint8Array.from([
    ...PNG_SIGN,
    ...chunk('IHDR', [...big(width), ...big(height), 8, 2, 0, 0, 0]),
    ...more,
    ...chunk('IDAT', [9, 9, 9]),
    ...chunk('IEND', []),
  ]);

const segment = (marker: number, body: number[]) => [
  0xff,
  marker,
  ((body.length + 2) >> 8) & 255,
  (body.length + 2) & 255,
  ...body,
];
const frame = (width: number, height: number) => [8, height >> 8, height & 255, width >> 8, width & 255, 3];
const exif = (orientation: number) => [
  ...text('Exif'),
  0,
  0,
  ...text('II'),
  0x2a,
  0,
  ...little(8),
  2,
  0,
  0x12,
  1,
  3,
  0,
  ...little(1),
  orientation,
  0,
  0,
  0,
  0x25,
  0x88,
  4,
  0,
  ...little(1),
  ...little(99),
  ...little(0),
  ...text('51.5N 0.1W'),
];
const jpeg = (more: number[], width = 30, height = 20) =>
  Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, text('JFIF')),
    ...more,
    ...segment(0xc0, frame(width, height)),
    ...segment(0xda, [1, 2]),
    7,
    7,
    7,
    0xff,
    0xd9,
  ]);

const part = (kind: string, body: number[]) => [
  ...text(kind),
  ...little(body.length),
  ...body,
  ...(body.length % 2 ? [0] : []),
];
const webp = (parts: number[]) =>
  Uint8Array.from([...text('RIFF'), ...little(parts.length + 4), ...text('WEBP'), ...parts]);
const lossy = (width: number, height: number) =>
  part('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, width & 255, width >> 8, height & 255, height >> 8]);

function read(bytes: Uint8Array): ReadPicture {
  const picture = readPicture(bytes);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}
const holds = (picture: ReadPicture, part: string) => Buffer.from(picture.bytes).includes(part);

it('the type of a picture is read from its bytes', () => {
  expect(read(png(3, 2))).toMatchObject({ type: 'image/png', width: 3, height: 2 });
  expect(read(jpeg([]))).toMatchObject({ type: 'image/jpeg', width: 30, height: 20 });
  expect(read(webp(lossy(40, 50)))).toMatchObject({ type: 'image/webp', width: 40, height: 50 });
  expect(read(webp(part('VP8L', [0x2f, 9, 0x40, 2, 0])))).toMatchObject({ width: 10, height: 10 });
});

it('a picture loses metadata of place and camera, and bytes after its end', () => {
  const noted = read(png(3, 2, [...chunk('tEXt', text('secret place')), ...chunk('eXIf', text('51.5N'))]));
  expect([holds(noted, 'secret'), holds(noted, '51.5N'), holds(noted, 'IDAT')]).toEqual([false, false, true]);
  const tailed = read(Uint8Array.from([...png(3, 2), ...text('<script>')]));
  expect([holds(tailed, '<script>'), tailed.bytes.length]).toEqual([false, png(3, 2).length]);
  const photo = read(jpeg([...segment(0xe1, exif(1)), ...segment(0xfe, text('by Eve'))]));
  expect([holds(photo, '51.5N'), holds(photo, 'by Eve'), holds(photo, 'Exif')]).toEqual([false, false, false]);
  const wide = read(
    webp([...part('VP8X', [0b1110, 0, 0, 0, 39, 0, 0, 49, 0, 0]), ...lossy(40, 50), ...part('EXIF', text('51.5N!'))]),
  );
  expect([holds(wide, '51.5N'), wide.bytes[20]]).toEqual([false, 0]);
  expect(new DataView(wide.bytes.buffer).getUint32(4, true)).toBe(wide.bytes.length - 8);
});

it('a picture keeps its orientation', () => {
  const turned = read(jpeg(segment(0xe1, exif(6))));
  expect([holds(turned, 'Exif'), holds(turned, '51.5N'), turned.width]).toEqual([true, false, 30]);
  expect(read(turned.bytes).bytes).toEqual(turned.bytes);
});

it.each([
  ['nothing', new Uint8Array(), 'unknown_type'],
  ['words', Uint8Array.from(text('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'unknown_type'],
  ['a GIF', Uint8Array.from(text('GIF89a')), 'unknown_type'],
  ['a cut PNG', png(3, 2).slice(0, 30), 'damaged'],
  ['a PNG without an end', png(3, 2).slice(0, -12), 'damaged'],
  ['a PNG of no size', png(0, 2), 'damaged'],
  ['a chunk longer than the file', Uint8Array.from([...PNG_SIGN, ...big(0xffffffff), ...text('IHDR'), 1]), 'damaged'],
  ['a JPEG without a frame', Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), 'damaged'],
  ['an empty WebP', webp([]), 'damaged'],
  ['a WebP of frames alone', webp(part('VP8X', [2, 0, 0, 0, 3, 0, 0, 3, 0, 0])), 'damaged'],
  ['a wide PNG', png(2049, 2), 'too_many_pixels'],
  ['a tall JPEG', jpeg([], 2, 2049), 'too_many_pixels'],
  ['too many bytes', new Uint8Array(PICTURE_MAX_BYTES + 1), 'too_large'],
])('a picture that is %s is refused', (_what, bytes, problem) => {
  expect(readPicture(bytes)).toBe(problem);
});
