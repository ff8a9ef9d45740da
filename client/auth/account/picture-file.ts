/**
 * From the chosen part of a picture to the file that is uploaded: square, at most 512 pixels a side, below the server's limit.
 * Redrawing leaves out location and camera data.
 */
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';

/** Pixels: the largest place that shows a picture is 80 px, on a screen of four device pixels a px. */
const SIDE = 512;
/** Tried in this order until the file is small enough; 512 x 512 of pure noise passes at the second. */
const QUALITIES = [0.92, 0.8, 0.6, 0.4];

/** Part of a picture, in its own pixels. */
export interface PictureArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Side of the uploaded square: a small part is not blown up. */
export function sideOf(area: PictureArea): number {
  return Math.max(1, Math.min(SIDE, Math.round(Math.min(area.width, area.height))));
}

/**
 * @param encode  the drawn square at a quality from 0 to 1; null when the browser cannot
 * @returns the first that the server takes, or null
 */
export async function smallEnough(encode: (quality: number) => Promise<Blob | null>): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const blob = await encode(quality);
    if (blob === null) return null;
    if (blob.size <= PICTURE_MAX_BYTES) return blob;
  }
  return null;
}

/** @throws Error when the browser cannot draw or encode */
export async function squarePicture(picture: HTMLImageElement, area: PictureArea): Promise<File> {
  const side = sideOf(area);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; without this it would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await smallEnough((quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)));
  if (blob === null) throw new Error('the picture could not be encoded');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
