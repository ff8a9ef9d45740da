/**
 * Sentences that another text is filled into: a translator needs a note that shows both, and a reader the sentences as they come
 * out. `npm run locales -- --read <tag>` prints them.
 */
import type { Finding } from '#scripts/check/finding.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { shortTexts } from './texts-of.ts';
import { type LocaleTree, placeholdersOf } from './tree.ts';

/** Parameter -> the texts that fill it: counts of a plural, or plain keys. */
const FILLED: Readonly<Record<string, { readonly plural?: string; readonly keys?: readonly string[] }>> = {
  days: { plural: 'site.help.days' },
  hours: { plural: 'membership.referral.hours' },
  length: { plural: 'membership.length.months' },
  reason: { keys: ['ops.report.reason.copyright', 'ops.report.reason.malware'] },
  topic: { keys: ['ops.contact.topic.question', 'ops.contact.topic.privacy'] },
  product: { keys: ['ui.person.premium'] },
  reward: { plural: 'site.help.days' },
  kind: { keys: ['drive.filter.image', 'drive.filter.rest'] },
  when: {},
};

/** One of each plural form that the eleven languages have for whole numbers. */
const COUNTS = [1, 2, 5, 21];

const parametersOf = (text: string): string[] => placeholdersOf(text).filter((name) => Object.hasOwn(FILLED, name));

/** The notes that a translator sees at a key: its own, and those of its group. */
function notesAt(texts: Readonly<Record<string, unknown>>, key: string): string {
  const group = key.slice(0, key.lastIndexOf('.') + 1);
  return Object.entries(texts)
    .filter(([noted]) => noted.startsWith(`@${group}`))
    .map(([, note]) => String(note))
    .join(' ');
}

/** A finding for each English text with such a parameter and without a note that says `parameter: …`. */
export function checkComposed(tree: LocaleTree): Finding[] {
  return Object.entries(tree[DEFAULT_LOCALE] ?? {}).flatMap(([feature, texts]) =>
    Object.entries(texts)
      .filter((row): row is [string, string] => !row[0].startsWith('@') && typeof row[1] === 'string')
      .flatMap(([key, text]) =>
        parametersOf(text)
          .filter((name) => !notesAt(texts, key).includes(`${name}:`))
          .map((name) => ({
            path: `composed:${feature}.${key}`,
            rule: DEFAULT_LOCALE,
            message: `another text is filled in: a note must say “${name}: such as …”`,
          })),
      ),
  );
}

/** Every such sentence of a language with what fills it, one line each. */
export function renderComposed(tree: LocaleTree, locale: Locale): string[] {
  const messages = Object.fromEntries(shortTexts(tree, locale).map(({ place, text }) => [place, text]));
  const { text: translate, tn } = makeTranslator(locale, messages);
  const valuesOf = (name: string): string[] => {
    const { plural, keys = [] } = FILLED[name] ?? {};
    const counted = plural === undefined ? [] : COUNTS.map((count) => tn(plural as 'site.help.days', count));
    return [...counted, ...keys.map((key) => translate(key))];
  };
  return shortTexts(tree, locale).flatMap(({ place, text }) => {
    const names = parametersOf(text).filter((name) => valuesOf(name).length > 0);
    if (names.length === 0) return [];
    return names
      .reduce(
        (lines, name) => lines.flatMap((line) => valuesOf(name).map((value) => line.replaceAll(`{{${name}}}`, value))),
        [text],
      )
      .map((line) => `${place}: ${line}`);
  });
}

/** Languages that write Latin and often keep an English word. */
const LATIN = ['es', 'id', 'ms', 'pt'] as const;

/** Short texts where two of these languages keep the English word and another has its own: was it forced to? */
export function forcedSynonyms(tree: LocaleTree): string[] {
  const own = new Map(
    LATIN.map((tag) => [tag, new Map(shortTexts(tree, tag).map(({ place, text }) => [place, text]))]),
  );
  return shortTexts(tree, DEFAULT_LOCALE)
    .filter(({ text }) => /^\p{L}+$/u.test(text))
    .flatMap(({ place, text }) => {
      const rows = LATIN.map((tag) => [tag, own.get(tag)?.get(place) ?? ''] as const);
      const others = rows.filter(([, word]) => word !== text);
      if (others.length === 0 || rows.length - others.length < 2) return [];
      return others.map(([tag, word]) => `${tag} ${place}: “${word}” for “${text}”. Forced synonym?`);
    });
}
