/** Limits of one decode, checked from the header alone. Pure. */
import { MIB } from '#shared/units.ts';
import type { PictureHeader } from './picture-header.ts';

/** 104 MiB of the decoder's own memory in an isolate of 128 MiB: a 12-megapixel WebP needs as much. */
export const ISOLATE_DECODER_BYTES = 104 * MIB;

/** 320 MiB in a process of its own: a 16-megapixel HEIC needs as much. */
export const PROCESS_DECODER_BYTES = 320 * MIB;

/** 16 s of computing; a picture within the other limits takes two on a slow core. */
export const MAX_DECODE_MS = 16_000;

/** 5 s of computing for a card, which takes a fifth of a second. */
export const MAX_CARD_MS = 5_000;

/** With more memory than this the decoder is dropped after a picture: its memory never shrinks. */
export const DROP_DECODER_BYTES = 48 * MIB;

/** 200 megapixels, whatever the memory: the time to read them. */
const MAX_PIXELS = 200_000_000;
/** The longest side that the decoders take. */
const MAX_SIDE = 65_500;
/** Code, stack and one scaled picture. */
const BASE_BYTES = 20 * MIB;

/** Measured bytes a pixel of the decoder and its bitmap. A baseline JPEG is scaled while it is read, a row of blocks at a time. */
const PIXEL_BYTES = { jpeg: 0.1, progressive: 2.5, png: 4, gif: 4, webp: 7, avif: 17, heic: 17 } as const;

/** Whether a picture of this size can be decoded in this much memory. */
export function isWithinLimits({ type, width, height, isProgressive }: PictureHeader, decoderBytes: number): boolean {
  const pixels = width * height;
  if (width > MAX_SIDE || height > MAX_SIDE || pixels > MAX_PIXELS) return false;
  return BASE_BYTES + pixels * PIXEL_BYTES[isProgressive ? 'progressive' : type] <= decoderBytes;
}
