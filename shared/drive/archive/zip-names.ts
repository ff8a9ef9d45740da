/**
 * Names in zip files that do not say their encoding: UTF-8 where all of them are, else the encoding of the system that most probably
 * made the file, else code page 437. The choice is made once for a file, so that its folders stay together. Pure.
 */
import { crc32 } from '#shared/content/crc32.ts';

/** Upper half of code page 437. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';
/** Names that are looked at for a guess. */
const SAMPLE_NAMES = 500;

function decode437(raw: Uint8Array): string {
  let text = '';
  for (const byte of raw) text += byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128];
  return text;
}

function isAscii(raw: Uint8Array): boolean {
  return raw.every((byte) => byte < 128);
}

/** @returns null where the bytes are not of this encoding */
function strictly(encoding: string, raw: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(raw);
  } catch {
    return null;
  }
}

function shareOf(text: string, pattern: RegExp): number {
  const letters = [...text.replace(/[ -~]/g, '')];
  return letters.length === 0 ? 0 : letters.filter((letter) => pattern.test(letter)).length / letters.length;
}

/** Bytes of GB 2312, the characters in daily use: pairs of a first byte B0 to F7 and a second one from A1. */
function isCommonGbk(raw: Uint8Array): boolean {
  let pairs = 0;
  let common = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const first = raw[at] ?? 0;
    if (first < 0x81) continue;
    pairs += 1;
    if (first >= 0xb0 && first <= 0xf7 && (raw[at + 1] ?? 0) >= 0xa1) common += 1;
    at += 1;
  }
  return common >= pairs * 0.7;
}

/** Letters of Russian in code page 866, which are lines and boxes in 437. */
function isCyrillic(raw: Uint8Array): boolean {
  const high = raw.filter((byte) => byte >= 128);
  const letters = high.filter((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1));
  // Western names have a few letters of 80 to A5 among plain ones; Russian ones have hardly any plain letter.
  const plain = raw.filter((byte) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)).length;
  return letters.length === high.length && high.length > plain;
}

function guess(names: readonly Uint8Array[]): string | null {
  const sample = names.filter((raw) => !isAscii(raw)).slice(0, SAMPLE_NAMES);
  if (sample.length === 0 || sample.every((raw) => strictly('utf-8', raw) !== null)) return 'utf-8';
  const length = sample.reduce((sum, raw) => sum + raw.length + 1, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const raw of sample) {
    all.set(raw, at);
    at += raw.length + 1;
  }
  const japanese = strictly('shift_jis', all);
  if (japanese && shareOf(japanese, /[぀-ヿ]/u) > 0.1) return 'shift_jis';
  if (isCyrillic(all)) return 'ibm866';
  if (strictly('gbk', all) !== null && isCommonGbk(all)) return 'gbk';
  return japanese && shareOf(japanese, /[一-鿿]/u) > 0.8 ? 'shift_jis' : null;
}

export type NameDecoder = (raw: Uint8Array, isUtf8: boolean, unicodePath: Uint8Array | null) => string;

/** @param names  those that do not say their encoding */
export function makeNameDecoder(names: readonly Uint8Array[]): NameDecoder {
  const utf8 = new TextDecoder();
  const encoding = guess(names);
  const guessed = encoding === null ? null : new TextDecoder(encoding);
  return (raw, isUtf8, unicodePath) => {
    if (isUtf8) return utf8.decode(raw);
    // The field counts while the name is the one that it was made for.
    if (unicodePath) {
      const crc = new DataView(unicodePath.buffer, unicodePath.byteOffset, unicodePath.byteLength).getUint32(0, true);
      if (crc === crc32(raw)) return utf8.decode(unicodePath.subarray(4));
    }
    return guessed ? guessed.decode(raw) : decode437(raw);
  };
}
