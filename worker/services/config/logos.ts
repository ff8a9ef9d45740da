/** The operators' logo: checked by decoding, drawn as the mark of pages and as square icons, stored by the hash of its bytes. */
import { createHash } from 'node:crypto';
import { AppError, unwrap } from '#shared/errors.ts';
import { KIB, MIB } from '#shared/units.ts';
import { drawIcon } from '#worker/platform/cards/order.ts';
import type { CodecRefusal, PictureCodec } from '#worker/platform/pictures/codec.ts';
import type { ConfigDeps } from './deps.ts';
import { REGISTRY_NAME } from './keys.ts';
import type { StoredLogo } from './logo.store.ts';

/** 2 MiB of a file, 16 megapixels: a photograph of a sign is enough. */
export const LOGO_BYTES = 2 * MIB;
const MOST_PIXELS = 16_000_000;
const LEAST_SIDE = 32;
/** Width to height, either way. */
const MOST_STRETCH = 8;
/** Of what pages and icons carry. */
const MARK_BYTES = 48 * KIB;

type LogoProblem =
  | 'too_large'
  | 'unknown_type'
  | 'animated'
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'too_small'
  | 'too_long'
  | 'busy';

const SENTENCES: Readonly<Record<LogoProblem, string>> = {
  too_large: 'A logo has at most 2 MiB, and its drawing on pages at most 48 KiB: choose a simpler picture.',
  unknown_type: 'A logo is a PNG, JPEG or WebP picture. SVG is not taken.',
  animated: 'A logo does not move: choose a picture of one frame.',
  not_a_picture: 'This file is damaged, or no picture.',
  too_many_pixels: 'A logo has at most 16 megapixels.',
  too_small: 'A logo is at least 32 pixels wide and high.',
  too_long: 'A logo is at most eight times as wide as high.',
  busy: 'Pictures of other people are being drawn. Try again in a minute.',
};

const PROBLEM_OF: Readonly<Record<CodecRefusal, LogoProblem>> = {
  not_a_picture: 'not_a_picture',
  broken: 'not_a_picture',
  too_large: 'too_many_pixels',
  late: 'not_a_picture',
  busy: 'busy',
};

function refusal(problem: LogoProblem): AppError {
  if (problem === 'busy') return new AppError('unavailable', { reason: 'codec_busy', message: SENTENCES.busy });
  return new AppError('invalid_argument', { reason: problem, field: 'logo', message: SENTENCES[problem] });
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** By the first bytes; a PNG says before its pixels whether it moves, a WebP in its head. */
function kindOf(bytes: Uint8Array): 'still' | 'moving' | null {
  if (textAt(bytes, 1, 3) === 'PNG') {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [moves, pixels] = [head.indexOf('acTL'), head.indexOf('IDAT')];
    return moves >= 0 && moves < pixels ? 'moving' : 'still';
  }
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP')
    return textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0 ? 'moving' : 'still';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'still' : null;
}

export interface LogoDeps extends Pick<ConfigDeps, 'registries'> {
  readonly codec: PictureCodec;
  /** Draws icons. */
  readonly drawing: Pick<Fetcher, 'fetch'>;
}

export interface Logos {
  /**
   * @param person  whose turn it takes
   * @returns what the field `logo` of the document has
   * @throws AppError invalid_argument, unavailable
   */
  store(bytes: Uint8Array<ArrayBuffer>, person: string): Promise<string>;
  /** Null for one that is not stored. */
  read(id: string): Promise<StoredLogo | null>;
}

/** Logos in this isolate: the live one, and one that is previewed. */
const REMEMBERED = 2;

export function makeLogos({ registries, codec, drawing }: LogoDeps): Logos {
  const memory = new Map<string, StoredLogo>();
  const registry = () => registries.getByName(REGISTRY_NAME);
  return {
    async store(bytes, person) {
      if (bytes.length > LOGO_BYTES) throw refusal('too_large');
      const kind = kindOf(bytes);
      if (kind !== 'still') throw refusal(kind === null ? 'unknown_type' : 'animated');
      const answer = await codec.turns.take(person, () => codec.render(bytes, bytes.length));
      if (!answer) throw refusal('busy');
      if (!answer.ok) throw refusal(PROBLEM_OF[answer.reason]);
      const { width, height, images, smallBytes } = answer.picture;
      if (width * height > MOST_PIXELS) throw refusal('too_many_pixels');
      if (Math.min(width, height) < LEAST_SIDE) throw refusal('too_small');
      if (Math.max(width / height, height / width) > MOST_STRETCH) throw refusal('too_long');
      const [mark, large] = [images.slice(0, smallBytes), images.slice(smallBytes)];
      if (mark.length > MARK_BYTES) throw refusal('too_large');
      const [icon192, icon512] = await Promise.all([drawIcon(drawing, large, 192), drawIcon(drawing, large, 512)]);
      if (!icon192 || !icon512) throw refusal('busy');
      const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      unwrap(await registry().putLogo(id, { mark, icon192, icon512 }));
      const scale = Math.min(1, 320 / Math.max(width, height));
      return `${id}-${Math.max(1, Math.round(width * scale))}x${Math.max(1, Math.round(height * scale))}`;
    },
    async read(id) {
      const known = memory.get(id);
      if (known) return known;
      const found = unwrap(await registry().logo(id)) as StoredLogo | null;
      if (!found) return null;
      const [oldest] = memory.keys();
      if (memory.size >= REMEMBERED && oldest !== undefined) memory.delete(oldest);
      memory.set(id, found);
      return found;
    },
  };
}
