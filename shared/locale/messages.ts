/**
 * The texts of a language on the server, as this installation has them, and the part of them that a page sends to its scripts.
 * Never imported by client/: it holds all eleven languages.
 */
import { ALL_TEXTS } from './all.gen.ts';
import { isolated } from './isolated.ts';
import { REPLACING, SOURCE_NAME } from './own-texts.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './tags.ts';
import type { Messages } from './translator.ts';

/** The part of the texts that operators choose. An isolate serves one installation, so that it is the same for every request. */
export interface TextChoice {
  readonly names: Readonly<Record<Locale, string>>;
  /** False: texts of a company replace those that speak of plans. */
  readonly hasOffers: boolean;
}

const FIRST: TextChoice = {
  names: Object.fromEntries(LOCALES.map((tag) => [tag, SOURCE_NAME])) as Record<Locale, string>,
  hasOffers: true,
};

const chosen = {
  choice: FIRST,
  loaded: new Map<Locale, Messages>(),
  /** By the list that asks, then by language. Lists are constants of pages; one that is no longer held leaves with its texts. */
  picked: new WeakMap<readonly string[], Map<Locale, Messages>>(),
};

const isSame = (one: TextChoice, other: TextChoice): boolean =>
  one.hasOffers === other.hasOffers && LOCALES.every((tag) => one.names[tag] === other.names[tag]);

/** Makes every text anew when the choice is another one. */
export function chooseTexts(choice: TextChoice): void {
  if (isSame(choice, chosen.choice)) return;
  Object.assign(chosen, { choice, loaded: new Map(), picked: new WeakMap() });
}

/** The name of this installation. */
export function productName(locale: Locale): string {
  return chosen.choice.names[locale];
}

export function hasOffers(): boolean {
  return chosen.choice.hasOffers;
}

/** A text of a file with the name of this installation. */
export function named(text: string, locale: Locale): string {
  const name = productName(locale);
  return name === SOURCE_NAME ? text : text.replaceAll(SOURCE_NAME, () => isolated(name));
}

function flatTexts(locale: Locale): Messages {
  const rows: [string, string][] = [];
  const replaced: [string, string][] = [];
  for (const [feature, texts] of Object.entries(ALL_TEXTS[locale])) {
    for (const [key, text] of Object.entries(texts)) {
      if (key.startsWith('@')) continue;
      const full = `${feature}.${key}`;
      if (full.startsWith(REPLACING)) replaced.push([full.slice(REPLACING.length), named(text, locale)]);
      else rows.push([full, named(text, locale)]);
    }
  }
  return Object.fromEntries(hasOffers() ? rows : [...rows, ...replaced]);
}

/** Every text of a language by full key; en-US for a missing one. Built once per language, choice and isolate. */
export function loadMessages(locale: Locale): Messages {
  const known = chosen.loaded.get(locale);
  if (known !== undefined) return known;
  const messages = Object.freeze(
    locale === DEFAULT_LOCALE ? flatTexts(locale) : { ...loadMessages(DEFAULT_LOCALE), ...flatTexts(locale) },
  );
  chosen.loaded.set(locale, messages);
  return messages;
}

/**
 * The texts of a page's scripts, which the page carries as JSON. Chosen once per language and isolate: looking through every
 * text costs more than rendering a page.
 * @param wanted  a constant: features (`share`), or a narrower start of a key at a dot (`share.link`, `share.link.title`)
 */
export function pickMessages(locale: Locale, wanted: readonly string[]): Messages {
  const byLocale = chosen.picked.get(wanted) ?? new Map<Locale, Messages>();
  chosen.picked.set(wanted, byLocale);
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  const isWanted = (key: string): boolean => wanted.some((start) => key === start || key.startsWith(`${start}.`));
  const messages = Object.freeze(
    Object.fromEntries(Object.entries(loadMessages(locale)).filter(([key]) => isWanted(key))),
  );
  byLocale.set(locale, messages);
  return messages;
}
