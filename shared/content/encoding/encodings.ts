/** Encodings that texts are read in: those of `TextDecoder`, and the code pages of DOS. Names of the wire and of stored choices. */

/** In the order of a menu. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gbk',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'cp1125',
  'iso-8859-5',
  'windows-1252',
  'cp437',
  'cp850',
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

export function isTextEncoding(value: unknown): value is TextEncoding {
  return TEXT_ENCODINGS.some((known) => known === value);
}
