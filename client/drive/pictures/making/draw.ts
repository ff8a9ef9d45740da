/** Makes one image in this browser: a frame of a film, the cover of a sound, a picture that the browser can decode. */
import { KIB } from '#shared/units.ts';
import { type Source, TEXT_PAGES } from './candidates.ts';
import { findCover } from './cover.ts';

export interface MadeImage {
  readonly image: Blob;
  /** Of the file: pixels and seconds; 0 for unknown. */
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** As the server's large image. */
const SIDE = 1_024;
const QUALITY = 0.85;
/** Tags with a cover are at the beginning. */
const SOUND_BYTES = 1_024 * KIB;
/** Of a text, more than an image shows. */
const TEXT_BYTES = 16 * KIB;
/** A frame this far in shows more than a black beginning. */
const FRAME_SHARE = 0.1;
const LATEST_FRAME_SECONDS = 10;
const LIMIT_MS = 20_000;
/** A phone decodes a HEIC of 20 megapixels in half a minute. */
const FRAME_LIMIT_MS = 60_000;

function until(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    target.addEventListener(event, () => resolve(), { once: true, signal });
    target.addEventListener('error', () => reject(new Error(`no ${event}`)), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('nothing was drawn');
  return blob;
}

async function ofFilm(address: string, signal: AbortSignal): Promise<MadeImage> {
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'metadata';
  film.crossOrigin = 'anonymous';
  try {
    film.src = address;
    await until(film, 'loadeddata', signal);
    const duration = Number.isFinite(film.duration) ? film.duration : 0;
    const at = Math.min(duration * FRAME_SHARE, LATEST_FRAME_SECONDS);
    if (at > 0) {
      film.currentTime = at;
      await until(film, 'seeked', signal);
    }
    const { videoWidth: width, videoHeight: height } = film;
    if (width === 0) throw new Error('no picture in the film');
    return { image: await drawn(film, width, height), width, height, duration: Math.round(duration) };
  } finally {
    film.removeAttribute('src');
    film.load();
  }
}

async function ofSound(address: string, signal: AbortSignal): Promise<MadeImage | null> {
  const answer = await fetch(address, { headers: { range: `bytes=0-${SOUND_BYTES - 1}` }, signal });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const cover = findCover(bytes);
  if (!cover) return null;
  return { image: new Blob([bytes.subarray(cover.start, cover.end)]), width: 0, height: 0, duration: 0 };
}

async function ofPicture(address: string, signal: AbortSignal): Promise<MadeImage> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = address;
  await until(picture, 'load', signal);
  const { naturalWidth: width, naturalHeight: height } = picture;
  return { image: await drawn(picture, width, height), width, height, duration: 0 };
}

/** In the sandboxed frame: documents and a HEIC need parsers that people's files attack. */
async function ofFramed(
  format: Exclude<Source, 'film' | 'sound' | 'picture'>,
  address: string,
  name: string,
  signal: AbortSignal,
): Promise<MadeImage> {
  const headers: HeadersInit = TEXT_PAGES.includes(format) ? { range: `bytes=0-${TEXT_BYTES - 1}` } : {};
  const answer = await fetch(address, { headers, signal });
  if (!answer.ok) throw new Error(`the content answered ${answer.status}`);
  const { pictureInFrame } = await import('./picture-in-frame.ts');
  const picture = await pictureInFrame(new URL(address).origin, format, name, await answer.arrayBuffer(), signal);
  // A page has no pixels of its own.
  if (format !== 'heic') return { image: picture, width: 0, height: 0, duration: 0 };
  const bitmap = await createImageBitmap(picture);
  try {
    const { width, height } = bitmap;
    return { image: await drawn(bitmap, width, height), width, height, duration: 0 };
  } finally {
    bitmap.close();
  }
}

/** @returns null where the file has none; rejects where this browser cannot make it */
export function makeImage(source: Source, address: string, name: string): Promise<MadeImage | null> {
  if (source !== 'film' && source !== 'sound' && source !== 'picture')
    return ofFramed(source, address, name, AbortSignal.timeout(FRAME_LIMIT_MS));
  const signal = AbortSignal.timeout(LIMIT_MS);
  return { film: ofFilm, sound: ofSound, picture: ofPicture }[source](address, signal);
}
