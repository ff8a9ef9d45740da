/**
 * Decodes one picture and makes the images of it, by ImageMagick as WebAssembly. This file and card/paint.ts alone import the package. It is given
 * the compiled module, so that it runs in a Worker and in a process. Licences: worker/codec/README.md.
 */
import {
  ColorSpace,
  FilterType,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickGeometry,
  MagickReadSettings,
} from '@imagemagick/magick-wasm';
import {
  type CodecAnswer,
  type CodecRefusal,
  IMAGE_SIDES,
  MAX_PICTURE_BYTES,
  type PictureFacts,
} from '#worker/platform/pictures/codec.ts';
import { DROP_DECODER_BYTES, isWithinLimits } from './limits.ts';
import { type PictureHeader, type PictureType, readPictureHeader } from './picture-header.ts';

/** The decoder is chosen by the header: no other decoder runs. */
const FORMATS: Readonly<Record<PictureType, MagickFormat>> = {
  jpeg: MagickFormat.Jpeg,
  png: MagickFormat.Png,
  webp: MagickFormat.WebP,
  gif: MagickFormat.Gif,
  avif: MagickFormat.Avif,
  heic: MagickFormat.Heic,
};
const QUALITY = 78;
const BLUR = { width: 4, height: 3 } as const;
/** A page of WebAssembly memory. */
const PAGE_BYTES = 65_536;
/** Profiles of colour up to this size stay in the images; every other profile is removed. */
const MAX_COLOUR_PROFILE_BYTES = 4_096;

export interface Decoder {
  render(bytes: Uint8Array<ArrayBuffer>): Promise<CodecAnswer>;
  /** Memory of the decoder at its largest since it was made anew, bytes. */
  memoryBytes(): number;
}

/** Refuses growth of a decoder's memory beyond the limit; the decoder reports that as a failed allocation. */
function limitMemory(limitBytes: number, onGrown: (sizeBytes: number) => void): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > limitBytes) throw new RangeError('memory limit of the decoder');
    const before = grow.call(this, pages);
    onGrown(this.buffer.byteLength);
    return before;
  };
}

function fitInto(image: IMagickImage, side: number): void {
  if (image.width <= side && image.height <= side) return;
  const box = new MagickGeometry(side, side);
  image.resize(box, FilterType.Triangle);
}

function removeProfiles(image: IMagickImage): void {
  for (const name of image.profileNames) {
    const isColour = name === 'icc' && (image.getProfile(name)?.data.length ?? 0) <= MAX_COLOUR_PROFILE_BYTES;
    if (!isColour) image.removeProfile(name);
  }
  for (const name of image.attributeNames) image.removeAttribute(name);
}

function webpOf(image: IMagickImage): Uint8Array<ArrayBuffer> {
  image.quality = QUALITY;
  image.settings.setDefine(MagickFormat.WebP, 'method', '2');
  return image.write(MagickFormat.WebP, (data) => new Uint8Array(data));
}

/** Changes the image. @returns '' where parts of it are transparent */
function blurOf(image: IMagickImage): string {
  if (image.hasAlpha && !image.isOpaque) return '';
  const box = new MagickGeometry(BLUR.width, BLUR.height);
  box.ignoreAspectRatio = true;
  image.resize(box, FilterType.Box);
  const colours = image.getPixels((pixels) => pixels.toByteArray(0, 0, BLUR.width, BLUR.height, 'RGB'));
  return Array.from(colours ?? [], (part) => Math.min(15, Math.round(part / 17)).toString(16)).join('');
}

/** Size as shown: the header's, turned if the decoder turned it. */
function shownSize(header: PictureHeader, image: IMagickImage): Pick<PictureFacts, 'width' | 'height'> {
  const isTurned = image.width !== image.height && image.width > image.height !== header.width > header.height;
  return isTurned ? { width: header.height, height: header.width } : { width: header.width, height: header.height };
}

function imagesOf(bytes: Uint8Array, header: PictureHeader): CodecAnswer {
  const settings = new MagickReadSettings({ format: FORMATS[header.type], frameIndex: 0, frameCount: 1 });
  settings.setDefine(MagickFormat.Jpeg, 'size', `${IMAGE_SIDES.large}x${IMAGE_SIDES.large}`);
  return ImageMagick.read(bytes, settings, (image): CodecAnswer => {
    image.autoOrient();
    const size = shownSize(header, image);
    fitInto(image, IMAGE_SIDES.large);
    if (image.colorSpace === ColorSpace.CMYK) image.colorSpace = ColorSpace.sRGB;
    removeProfiles(image);
    const large = webpOf(image);
    fitInto(image, IMAGE_SIDES.small);
    const small = webpOf(image);
    const images = new Uint8Array(small.length + large.length);
    images.set(small);
    images.set(large, small.length);
    const picture = { ...size, blur: blurOf(image), smallBytes: small.length, largeBytes: large.length, images };
    return { ok: true, picture };
  });
}

/**
 * @param module  magick.wasm of the package, compiled
 * @param decoderBytes  memory that a decode may take
 */
export function makeDecoder(module: WebAssembly.Module, decoderBytes: number): Decoder {
  let grownBytes = 0;
  let isLimited = false;

  async function ready(): Promise<void> {
    if (!isLimited) {
      limitMemory(decoderBytes, (sizeBytes) => {
        grownBytes = sizeBytes;
      });
      isLimited = true;
    }
    await initializeImageMagick(module);
  }

  function drop(): void {
    // The package makes a new instance where there is none.
    Object.assign(ImageMagick, { _api: undefined });
    grownBytes = 0;
  }

  const refuse = (reason: CodecRefusal): CodecAnswer => ({ ok: false, reason });

  return {
    memoryBytes: () => grownBytes,
    async render(bytes) {
      const header = readPictureHeader(bytes);
      if (!header) return refuse('not_a_picture');
      if (bytes.length > MAX_PICTURE_BYTES || !isWithinLimits(header, decoderBytes)) return refuse('too_large');
      await ready();
      try {
        return imagesOf(bytes, header);
      } catch {
        // After a failed allocation no part of the decoder is safe.
        drop();
        return refuse('broken');
      } finally {
        if (grownBytes > DROP_DECODER_BYTES) drop();
      }
    },
  };
}
