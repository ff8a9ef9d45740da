/** Draws a square icon: the whole picture in its middle, the rest transparent. */
import {
  FilterType,
  Gravity,
  ImageMagick,
  initializeImageMagick,
  MagickColor,
  MagickFormat,
  MagickGeometry,
} from '@imagemagick/magick-wasm';
import type { DrawnCard, IconOrder } from '#worker/platform/cards/order.ts';

const MOST_SIDE = 512;

/** @param module  magick.wasm of the package, compiled @throws for a picture that cannot be read */
export async function paintIcon(module: WebAssembly.Module, { side, picture }: IconOrder): Promise<DrawnCard> {
  const pixels = Math.min(MOST_SIDE, side);
  await initializeImageMagick(module);
  return ImageMagick.read(picture, MagickFormat.WebP, (image): DrawnCard => {
    image.resize(new MagickGeometry(pixels, pixels), FilterType.Triangle);
    image.backgroundColor = new MagickColor(0, 0, 0, 0);
    image.extent(new MagickGeometry(pixels, pixels), Gravity.Center);
    return { type: 'image/png', bytes: image.write(MagickFormat.Png, (data) => new Uint8Array(data)) };
  });
}
