/** TIFF pictures: the first page. The one place that uses its package. */
import UTIF from 'utif2';
import type { Render } from './render.ts';
import { TooLarge } from './too-large.ts';

/** 64 megapixels: 256 MB of pixels. */
const MAX_PIXELS = 64_000_000;

export const decodeTiff: Render = async ({ bytes }) => {
  const [page] = UTIF.decode(bytes);
  if (!page) throw new Error('no page');
  const numberOf = (tag: string) =>
    Number((page as unknown as Readonly<Record<string, readonly number[]>>)[tag]?.[0] ?? 0);
  const [width, height] = [numberOf('t256'), numberOf('t257')];
  if (!(width > 0 && height > 0)) throw new Error('no size');
  if (width * height > MAX_PIXELS) throw new TooLarge();
  UTIF.decodeImage(bytes, page);
  const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page));
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  drawing.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
};
