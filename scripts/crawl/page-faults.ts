/** Faults of a page that was read, one line each. Pure. */
import { LOCALE_NAMES, type Locale } from '#shared/locale/tags.ts';
import type { PageReading } from './read-page.ts';

/** Of the texts of a page, at most this share may read as in English: names, addresses and codes are the same everywhere. */
const MAX_ENGLISH_SHARE = 0.1;

/** Addresses read the same in every language. */
const SAME_EVERYWHERE = /^\S+@\S+$|^https?:\S+$/;
/** And so do the names that languages call themselves by. */
const NAMES: ReadonlySet<string> = new Set(Object.values(LOCALE_NAMES));

/** @param namespaces  files of texts: a missing key appears on the page as `namespace.key` */
export function textFaults(text: string, namespaces: readonly string[]): string[] {
  const faults: string[] = [];
  const key = new RegExp(`(?<![\\w@./-])(${namespaces.join('|')})\\.[a-z_]+(\\.[a-z_]+)+(?![\\w@])`).exec(text);
  if (key) faults.push(`shows the key ${key[0]}`);
  for (const hole of ['{{', 'undefined', '[object ', 'NaN']) {
    if (text.includes(hole)) faults.push(`shows "${hole}"`);
  }
  return faults;
}

export function readingFaults(reading: PageReading, locale: Locale, namespaces: readonly string[]): string[] {
  const faults = textFaults(reading.text, namespaces);
  if (reading.lang !== locale) faults.push(`is in "${reading.lang}"`);
  if (reading.title.trim() === '') faults.push('has no title');
  if (reading.headings !== 1) faults.push(`has ${reading.headings} first headings`);
  if (reading.overflow > 0) faults.push(`is ${reading.overflow} px wider than its window`);
  if (reading.brokenWords.length > 0) faults.push(`breaks words of headings: ${reading.brokenWords.join(', ')}`);
  return faults;
}

/** Texts that stand untranslated beside their English page. */
export function untranslated(blocks: readonly string[], english: readonly string[]): string[] {
  const known = new Set(english);
  const same = blocks.filter((block) => known.has(block) && !SAME_EVERYWHERE.test(block) && !NAMES.has(block));
  return same.length > Math.max(1, blocks.length * MAX_ENGLISH_SHARE) ? same : [];
}
