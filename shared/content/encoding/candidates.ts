/** Encodings that a text may be in, each with the languages that were written in it, and how rare it is. Data, and what hints change. */
import type { TextEncoding } from './encodings.ts';
import type { Language } from './language-model.ts';

export interface Candidate {
  readonly encoding: TextEncoding;
  readonly languages: readonly Language[];
  /** Nats that the text must make good. */
  readonly cost: number;
  /** Further ones where the bytes are no names. */
  readonly textCost?: number;
}

const WEST: readonly Language[] = ['fr', 'de', 'es', 'pt', 'it', 'sv', 'da', 'is', 'ca'];
const CENTRAL: readonly Language[] = ['pl', 'cs', 'hu', 'ro', 'sh'];

const OF_TEXTS: readonly Candidate[] = [
  { encoding: 'gbk', languages: ['zh'], cost: 0 },
  { encoding: 'big5', languages: ['zhTw'], cost: 0 },
  { encoding: 'shift_jis', languages: ['ja'], cost: 0 },
  { encoding: 'euc-jp', languages: ['ja'], cost: 1 },
  { encoding: 'euc-kr', languages: ['ko'], cost: 0 },
  { encoding: 'windows-1251', languages: ['ru', 'uk'], cost: 0 },
  { encoding: 'koi8-r', languages: ['ru', 'uk'], cost: 1 },
  { encoding: 'koi8-u', languages: ['uk'], cost: 1 },
  { encoding: 'ibm866', languages: ['ru', 'uk'], cost: 0, textCost: 2 },
  { encoding: 'cp1125', languages: ['uk'], cost: 1, textCost: 2 },
  { encoding: 'iso-8859-5', languages: ['ru', 'uk'], cost: 3 },
  { encoding: 'windows-1252', languages: WEST, cost: 0.5 },
  { encoding: 'windows-1250', languages: CENTRAL, cost: 4 },
  { encoding: 'iso-8859-2', languages: CENTRAL, cost: 6 },
  { encoding: 'windows-1253', languages: ['el'], cost: 4 },
  { encoding: 'windows-1254', languages: ['tr'], cost: 4 },
  { encoding: 'windows-1255', languages: ['he'], cost: 4 },
  { encoding: 'windows-1256', languages: ['ar'], cost: 4 },
  { encoding: 'windows-1257', languages: ['lt', 'lv', 'et'], cost: 4 },
  { encoding: 'windows-1258', languages: ['vi'], cost: 5 },
  { encoding: 'windows-874', languages: ['th'], cost: 4 },
];
/** Systems that wrote texts in these are gone; archives with their names are not. */
const OF_NAMES: readonly Candidate[] = [
  ...OF_TEXTS,
  { encoding: 'cp437', languages: WEST, cost: 0 },
  { encoding: 'cp850', languages: WEST, cost: 0.5 },
  { encoding: 'cp852', languages: CENTRAL, cost: 5 },
];

export const ALL_LANGUAGES: readonly Language[] = [...new Set(OF_TEXTS.flatMap(({ languages }) => languages))];

/** Nats that the language of the page is worth: less than one character that is written plainly. */
const HINT = 2;
const HINTED: Readonly<Record<string, readonly TextEncoding[]>> = {
  'zh-cn': ['gbk'],
  'zh-tw': ['big5'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
  ru: ['windows-1251', 'koi8-r', 'ibm866'],
  uk: ['windows-1251', 'koi8-u', 'cp1125'],
  es: ['windows-1252', 'cp437', 'cp850'],
  pt: ['windows-1252', 'cp437', 'cp850'],
};

/** @param language  of the page */
export function candidatesFor(language: string, isName: boolean): readonly Candidate[] {
  const tag = language.toLowerCase();
  const hinted = HINTED[tag] ?? HINTED[tag.split('-')[0] ?? ''] ?? [];
  return (isName ? OF_NAMES : OF_TEXTS).map((one) => ({
    ...one,
    cost: one.cost + (isName ? 0 : (one.textCost ?? 0)) - (hinted.includes(one.encoding) ? HINT : 0),
  }));
}
