/**
 * Text of unknown encoding: bytes and hints to text and encoding. The one decoder of the product: viewer, editor, subtitles, song tags,
 * names in archives, names of fetched files. Pure.
 */

/** Encodings that a text may be read in; each is a label of `TextDecoder`. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

export interface TextHints {
  /** Language of the page, as `zh-CN`. It decides only where the bytes leave it open. */
  readonly language?: string;
  /** The bytes are a name or several: code pages of DOS are possible too. */
  readonly isName?: boolean;
}

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The most probable encoding of the bytes. */
export function detectEncoding(bytes: Uint8Array, _hints: TextHints = {}): TextEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Text in a known encoding; bytes that do not belong to it become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

export function decodeText(bytes: Uint8Array, hints: TextHints = {}): DecodedText {
  const encoding = detectEncoding(bytes, hints);
  return { text: decodeAs(bytes, encoding), encoding };
}
