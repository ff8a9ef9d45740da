/** Names of encodings for people. Pure. */
import type { TextEncoding } from './encodings.ts';

/** Those that are not the label in capitals. */
const NAMES: Partial<Record<TextEncoding, string>> = {
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  'windows-874': 'Windows-874',
  ibm866: 'CP866',
};
/** A language that is written in it, or a script (four letters). */
const WRITTEN: Partial<Record<TextEncoding, string>> = {
  gbk: 'zh-Hans',
  big5: 'zh-Hant',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  'iso-2022-jp': 'ja',
  'euc-kr': 'ko',
  'windows-1251': 'Cyrl',
  'koi8-r': 'ru',
  'koi8-u': 'uk',
  ibm866: 'Cyrl',
  cp1125: 'uk',
  'iso-8859-5': 'Cyrl',
  'windows-1252': 'Latn',
  cp437: 'Latn',
  cp850: 'Latn',
  'windows-1250': 'pl',
  'iso-8859-2': 'pl',
  cp852: 'pl',
  'windows-1253': 'el',
  'windows-1254': 'tr',
  'windows-1255': 'he',
  'windows-1256': 'ar',
  'windows-1257': 'lt',
  'windows-1258': 'vi',
  'windows-874': 'th',
};

/** As `GBK` or `Windows-1251`. */
export function encodingName(encoding: TextEncoding): string {
  return NAMES[encoding] ?? encoding.toUpperCase().replace('WINDOWS', 'Windows');
}

/** Name and language or script, as `GBK · Simplified Chinese`. @param locale  of the page */
export function encodingLabel(encoding: TextEncoding, locale: string): string {
  const written = WRITTEN[encoding];
  const name = encodingName(encoding);
  if (written === undefined) return name;
  const type = /^[A-Z]/.test(written) ? 'script' : 'language';
  return `${name} · ${new Intl.DisplayNames([locale], { type }).of(written) ?? written}`;
}
