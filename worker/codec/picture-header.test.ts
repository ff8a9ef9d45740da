import { expect, it } from 'vitest';
import { badPictures, joined, pngOf } from '#test/seed/pictures.ts';
import { ISOLATE_DECODER_BYTES, isWithinLimits } from './limits.ts';
import { readPictureHeader } from './picture-header.ts';

const fits = (bytes: Uint8Array): boolean => {
  const header = readPictureHeader(bytes);
  return header !== null && isWithinLimits(header, ISOLATE_DECODER_BYTES);
};

it('reads type and size of a PNG from its first bytes', () => {
  expect(readPictureHeader(pngOf(30, 20))).toEqual({ type: 'png', width: 30, height: 20, isProgressive: false });
  expect(readPictureHeader(pngOf(30, 20).subarray(0, 26))).toMatchObject({ width: 30, height: 20 });
});

it('finds the frame of a JPEG behind other segments and fill bytes', () => {
  const bytes = joined([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 50, 0, 80, 3]);
  expect(readPictureHeader(bytes)).toEqual({ type: 'jpeg', width: 80, height: 50, isProgressive: true });
});

it('takes the larger of screen and first frame of a GIF', () => {
  const frame = [0x2c, 0, 0, 0, 0, 44, 1, 200, 0, 0, 2];
  expect(readPictureHeader(joined('GIF89a', [1, 0, 9, 1, 0, 0, 0], frame))).toMatchObject({ width: 300, height: 265 });
});

it('reads the three kinds of WebP', () => {
  const extended = joined('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', [0, 0, 0, 0, 0x7f, 0x02, 0, 0xdf, 1, 0]);
  expect(readPictureHeader(extended)).toMatchObject({ type: 'webp', width: 640, height: 480 });
  const lossy = joined('RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0', [0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0xe0, 1]);
  expect(readPictureHeader(lossy)).toMatchObject({ width: 640, height: 480 });
  const lossless = joined('RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0', [0x2f, 0x7f, 0xc2, 0x77, 0]);
  expect(readPictureHeader(lossless)).toMatchObject({ width: 640, height: 480 });
});

it('takes the largest declared size of a HEIC', () => {
  const size = (side: number) => joined([0, 0, 0, 20], 'ispe', [0, 0, 0, 0, 0, 0, side, 0, 0, 0, side, 0]);
  const list = joined([0, 0, 0, 48], 'ipco', size(2), size(12));
  const bytes = joined(
    [0, 0, 0, 16],
    'ftypheic',
    [0, 0, 0, 0],
    [0, 0, 0, 68],
    'meta',
    [0, 0, 0, 0],
    [0, 0, 0, 56],
    'iprp',
    list,
  );
  expect(readPictureHeader(bytes)).toEqual({ type: 'heic', width: 3_072, height: 3_072, isProgressive: false });
});

it('none of the bombs gets past its header', () => {
  const bombs = badPictures().filter(({ name }) => name.startsWith('bomb'));
  const passed = bombs.filter(({ bytes }) => fits(bytes)).map(({ name }) => name);
  // These two have an honest size; the decoder reads one frame of the first and fails at the second.
  expect(passed).toEqual(['bomb-scans.jpg', 'bomb-frames.gif']);
});

it('bytes that are not one of the six types have no header', () => {
  for (const text of ['', 'BM', '%PDF-1.7', '<svg>', 'GIF88a', 'RIFF    WAVE', '\0\0\0\x18ftypisom'])
    expect(readPictureHeader(joined(text))).toBeNull();
});

it('a longer file takes proportionally longer to read, never more', () => {
  const steps = (bytes: Uint8Array): number => {
    let reads = 0;
    const counted = new Proxy(bytes, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    readPictureHeader(counted);
    return reads;
  };
  const padding = (length: number) => joined([0xff, 0xd8], new Uint8Array(length).fill(0xff));
  expect(steps(padding(20_000))).toBeLessThan(steps(padding(10_000)) * 2.1);
  const blocks = (length: number) => joined('GIF89a', new Uint8Array(7), [0x21, 0xf9], new Uint8Array(length).fill(1));
  expect(steps(blocks(20_000))).toBeLessThan(steps(blocks(10_000)) * 2.1);
});
