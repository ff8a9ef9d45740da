/**
 * Names in zip files that do not say their encoding. One encoding is found for all of them, so that the folders of an archive stay
 * together. Pure.
 */
import { crc32 } from '#shared/content/crc32.ts';
import { decodeAs } from '#shared/content/encoding/decode-as.ts';
import { detectEncoding } from '#shared/content/encoding/detect.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { MAX_PATH_CHARS } from './archive-name.ts';

/** How names that do not say their encoding are read. */
export interface NameReading {
  /** Chosen by the person; null for a guess. */
  readonly encoding: TextEncoding | null;
  /** Of the page; '' unknown. */
  readonly language: string;
}

export const GUESSED: NameReading = { encoding: null, language: '' };
/** For a walk that uses positions alone. */
export const NAMES_UNREAD: NameReading = { encoding: 'utf-8', language: '' };

export interface EntryName {
  readonly path: string;
  /** The encoding that was guessed or chosen; null where the archive says it, and where every encoding reads the same. */
  readonly encoding: TextEncoding | null;
}

/** Names and bytes that are looked at for a guess. */
const SAMPLE_NAMES = 2_000;
const SAMPLE_BYTES = 65_536;
const LINE_END = 0x0a;
/** No encoding takes more than four bytes for a character: the bytes cut off belong to a path that is too long. */
const MAX_NAME_BYTES = 4 * (MAX_PATH_CHARS + 1);

function isAscii(raw: Uint8Array): boolean {
  for (let at = 0; at < raw.length; at += 1) if ((raw[at] ?? 0) >= 128) return false;
  return true;
}

function guess(names: readonly Uint8Array[], language: string): TextEncoding {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let [size, count] = [0, 0];
  for (const raw of names) {
    if (isAscii(raw)) continue;
    count += 1;
    if (count > SAMPLE_NAMES || size + raw.length >= SAMPLE_BYTES) break;
    sample.set(raw, size);
    sample[size + raw.length] = LINE_END;
    size += raw.length + 1;
  }
  return detectEncoding(sample.subarray(0, size), { language, isName: true });
}

export type NameDecoder = (raw: Uint8Array, isUtf8: boolean, unicodePath: Uint8Array | null) => EntryName;

/** @param names  those that do not say their encoding */
export function makeNameDecoder(names: readonly Uint8Array[], reading: NameReading): NameDecoder {
  const encoding = reading.encoding ?? guess(names, reading.language);
  return (whole, isUtf8, unicodePath) => {
    const raw = whole.subarray(0, MAX_NAME_BYTES);
    if (isUtf8 || isAscii(raw)) return { path: decodeAs(raw, 'utf-8'), encoding: null };
    // The field counts while the name is the one that it was made for.
    if (unicodePath) {
      const crc = new DataView(unicodePath.buffer, unicodePath.byteOffset, unicodePath.byteLength).getUint32(0, true);
      if (crc === crc32(whole))
        return { path: decodeAs(unicodePath.subarray(4, 4 + MAX_NAME_BYTES), 'utf-8'), encoding: null };
    }
    return { path: decodeAs(raw, encoding), encoding };
  };
}
