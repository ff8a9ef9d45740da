/**
 * How improbable a text is in a language, in nats. Costs of readings of the same bytes can be compared: the reading with the lowest cost
 * is the most probable one. Pure, linear in the text.
 */
import { type BandLanguage, costInBands, unpackBands } from './bands.ts';
import { costInPairs, type PairLanguage, type PairTable, unpackPairs } from './pairs.ts';

export type Language = BandLanguage | PairLanguage;

/** Languages whose texts are rare. */
const RARE: Partial<Record<Language, number>> = { is: 4, ca: 2, et: 2 };

export interface LanguageModels {
  /** Nats; lower is more probable. */
  costOf(text: string, language: Language): number;
}

/** Tables are unpacked when they are needed first. */
export function makeLanguageModels(): LanguageModels {
  const bands = new Map<BandLanguage, Uint8Array>();
  const pairs = new Map<PairLanguage, PairTable>();

  function ownCost(text: string, language: Language): number {
    if (language === 'ru' || language === 'uk') {
      const table = pairs.get(language) ?? unpackPairs(language);
      pairs.set(language, table);
      return costInPairs(text, table);
    }
    const table = bands.get(language) ?? unpackBands(language);
    bands.set(language, table);
    return costInBands(text, language, table);
  }

  return { costOf: (text, language) => ownCost(text, language) + (RARE[language] ?? 0) };
}
