/**
 * Text of unknown encoding: bytes and hints to text and encoding. The one decoder of the product: viewer, editor, subtitles, song tags,
 * names in archives, names of fetched files. Pure.
 */

import { decodeAs } from './encoding/decode-as.ts';
import { detectEncoding, type TextHints } from './encoding/detect.ts';
import type { TextEncoding } from './encoding/encodings.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** @param encoding  chosen by the reader; null for a guess */
export function decodeText(
  bytes: Uint8Array,
  hints: TextHints = {},
  encoding: TextEncoding | null = null,
): DecodedText {
  const chosen = encoding ?? detectEncoding(bytes, hints);
  return { text: decodeAs(bytes, chosen), encoding: chosen };
}
