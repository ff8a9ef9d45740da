/**
 * Finds English sentences that one language says in two ways: most often one of them was changed and its sibling forgotten. A
 * sentence is compared by its place in the text, so only texts of as many sentences as English count.
 */
import type { Finding } from '#scripts/check/finding.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { shortTexts } from './texts-of.ts';
import type { LocaleTree } from './tree.ts';

/** A sentence of two words has different meanings in different places; of three it rarely has. */
const MIN_WORDS = 3;

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…。！？])(?:\s+|(?<=[。！？])(?!$))/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Every ending sentence of English that two texts or more share -> the keys of those texts. */
function sharedSentences(tree: LocaleTree): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const { place, text, form = 'other' } of shortTexts(tree, DEFAULT_LOCALE)) {
    // Forms of one plural differ by their nature: one of them is enough.
    if (form !== 'other') continue;
    for (const sentence of new Set(sentencesOf(text)))
      if (/[.!?]$/.test(sentence) && sentence.split(' ').length >= MIN_WORDS)
        keys.set(sentence, [...(keys.get(sentence) ?? []), place]);
  }
  return new Map([...keys].filter(([, places]) => places.length > 1));
}

/** A finding for each way but one in which a language says one sentence. */
export function checkSiblings(tree: LocaleTree, locales: readonly Locale[] = LOCALES): Finding[] {
  const english = new Map(shortTexts(tree, DEFAULT_LOCALE).map(({ place, text }) => [place, sentencesOf(text)]));
  const shared = sharedSentences(tree);
  return locales
    .filter((tag) => tag !== DEFAULT_LOCALE)
    .flatMap((tag) => {
      const own = new Map(shortTexts(tree, tag).map(({ place, text }) => [place, sentencesOf(text)]));
      return [...shared].flatMap(([sentence, places]): Finding[] => {
        const said = places.flatMap((place): [place: string, text: string][] => {
          const [before = [], after = []] = [english.get(place), own.get(place)];
          const text = after[before.indexOf(sentence)];
          return before.length === after.length && text !== undefined ? [[place, text]] : [];
        });
        const ways = [...Map.groupBy(said, ([, text]) => text)];
        const told = ways.map(([text, rows]) => `“${text}” (${rows.map(([place]) => place).join(', ')})`).join(', ');
        // At the first of the texts, whichever way it says it: the place stays when others change.
        return ways.slice(1).map(() => ({
          path: `sentence:${places[0]}`,
          rule: tag,
          message: `“${sentence}” is said in ${ways.length} ways: ${told}`,
        }));
      });
    });
}
