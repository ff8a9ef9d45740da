/** TIFF pictures: the first page, the right way up. The one place that uses its package. */
import UTIF from 'utif2';
import type { Render } from '../render.ts';
import { TooLarge } from '../too-large.ts';
import { orientationOf } from './orientation.rules.ts';

/** 64 megapixels: 256 MB of pixels. */
const MAX_PIXELS = 64_000_000;

export const decodeTiff: Render = async ({ bytes }) => {
  const all = UTIF.decode(bytes);
  const [page] = all;
  if (!page) throw new Error('no page');
  const numberOf = (tag: string) =>
    Number((page as unknown as Readonly<Record<string, readonly number[]>>)[tag]?.[0] ?? 0);
  const [width, height] = [numberOf('t256'), numberOf('t257')];
  if (!(width > 0 && height > 0)) throw new Error('no size');
  if (width * height > MAX_PIXELS) throw new TooLarge();
  UTIF.decodeImage(bytes, page);
  const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page));
  const stored = new OffscreenCanvas(width, height);
  stored.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  const turned = orientationOf(numberOf('t274'), width, height);
  const canvas = new OffscreenCanvas(turned.width, turned.height);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  drawing.setTransform(...turned.transform);
  drawing.drawImage(stored, 0, 0);
  // Reduced copies of a page are stored as pages too (TIFF 6.0, NewSubfileType bit 0).
  const pages = all.filter((one) => ((one as unknown as Record<string, number[]>)['t254']?.[0] ?? 0) % 2 === 0).length;
  return { picture: await canvas.convertToBlob({ type: 'image/png' }), pages };
};
