/**
 * The texts of a language on the server, and the part of them that a page sends to its scripts.
 * Never imported by client/: it holds all eleven languages.
 */
import { ALL_TEXTS } from './all.gen.ts';
import { DEFAULT_LOCALE, type Locale } from './tags.ts';
import type { Messages } from './translator.ts';

const loaded = new Map<Locale, Messages>();

function flatTexts(locale: Locale): Messages {
  const rows: [string, string][] = [];
  for (const [feature, texts] of Object.entries(ALL_TEXTS[locale])) {
    for (const [key, text] of Object.entries(texts)) {
      if (!key.startsWith('@')) rows.push([`${feature}.${key}`, text]);
    }
  }
  return Object.fromEntries(rows);
}

/** Every text of a language by full key; en-US for a missing one. Built once per language and isolate. */
export function loadMessages(locale: Locale): Messages {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const messages = Object.freeze(
    locale === DEFAULT_LOCALE ? flatTexts(locale) : { ...loadMessages(DEFAULT_LOCALE), ...flatTexts(locale) },
  );
  loaded.set(locale, messages);
  return messages;
}

/** By the list that asks, then by language. Lists are constants of pages; one that is no longer held leaves with its texts. */
const picked = new WeakMap<readonly string[], Map<Locale, Messages>>();

/**
 * The texts of a page's scripts, which the page carries as JSON. Chosen once per language and isolate: looking through every
 * text costs more than rendering a page.
 * @param wanted  a constant: features (`share`), or a narrower start of a key at a dot (`share.link`, `share.link.title`)
 */
export function pickMessages(locale: Locale, wanted: readonly string[]): Messages {
  const byLocale = picked.get(wanted) ?? new Map<Locale, Messages>();
  picked.set(wanted, byLocale);
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  const isWanted = (key: string): boolean => wanted.some((start) => key === start || key.startsWith(`${start}.`));
  const messages = Object.freeze(
    Object.fromEntries(Object.entries(loadMessages(locale)).filter(([key]) => isWanted(key))),
  );
  byLocale.set(locale, messages);
  return messages;
}
