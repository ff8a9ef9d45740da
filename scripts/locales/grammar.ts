/** Finds faults of grammar and of spacing around filled-in values that a pattern can see, by language. */
import type { Finding } from '#scripts/check/finding.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import type { PageTextTree } from './page-texts.ts';
import { type PlacedText, pageLines, shortTexts } from './texts-of.ts';
import type { LocaleTree } from './tree.ts';

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly message: string;
  /** False for a match that is right. */
  readonly isWrong?: (match: RegExpMatchArray, text: PlacedText) => boolean;
}

const HANGUL_FIRST = 0xac_00;
const HANGUL_FINALS = 28;
const FINAL_N = 4;

/** Whether a Korean word ends as one that describes the noun behind it: -은, -는, -한 and all others with a final ㄴ. */
export function endsAsAdjective(word: string): boolean {
  const last = word.codePointAt(word.length - 1) ?? 0;
  return last >= HANGUL_FIRST && (last - HANGUL_FIRST) % HANGUL_FINALS === FINAL_N;
}

/** Values whose last sound is known in Korean: a unit or a counter ends them. */
const KNOWN_ENDS = new Set(['used', 'size', 'free_storage', 'days', 'hours', 'date', 'button']);

/** Values that are names: of people, files, devices, programs. */
const NAMES = 'name|person|client|provider|device|other|current';

/** Words behind a number that are no noun; “de” belongs before a noun alone. */
const NO_NOUN =
  /^(?:(?:terminad|seleccionad|selecionad|concluíd)[oa]s|más|mais|de|d[oa]s|dess[ea]s|ya|já|no|não|son|são)$/;

function manyRule(name: string): Rule[] {
  return [
    {
      name,
      pattern: /\{\{count\}\} (de )?(\p{L}+)/gu,
      message: 'a noun behind millions needs “de”, an adjective must not have it',
      isWrong: ([, de, word = ''], { form }) => form === 'many' && NO_NOUN.test(word) === (de !== undefined),
    },
  ];
}

export const GRAMMAR: Readonly<Partial<Record<Locale, readonly Rule[]>>> = {
  es: [
    { name: 'y-e', pattern: /(?<=\S) e (?!h?[ií])/gi, message: '“e” stands before i and hi only: write “y”' },
    { name: 'o-u', pattern: /(?<=\S) o (?=h?[oó])/gi, message: 'before o and ho write “u”' },
    ...manyRule('many'),
  ],
  pt: manyRule('many'),
  ja: [
    {
      name: 'space',
      pattern: /\{\{(?:date|from|until|to|day)\}\} [にまかではのへ]/g,
      message: 'no space behind a date',
    },
  ],
  ko: [
    {
      name: 'more',
      pattern: /(?<![가-힣])더 ([가-힣]+) (?:[가-힣]*이미지|사진|파일|폴더|링크)/g,
      message: '더 needs an adjective',
      isWrong: ([, word = '']) => word !== '이상' && !endsAsAdjective(word),
    },
    {
      name: 'particle',
      pattern: /\{\{(\w+)\}\}[’”]?(?:은|는|이|가|을|를|로|과|와)(?![\p{L}(])/gu,
      message: 'the particle depends on the last sound of the value: write 을(를), 이(가), (으)로',
      isWrong: ([, name = '']) => !KNOWN_ENDS.has(name),
    },
    { name: 'space', pattern: /\}\}님/g, message: 'a space before 님' },
  ],
  'zh-CN': [
    {
      name: 'space',
      pattern: new RegExp(`\\{\\{(?:${NAMES})\\}\\}\\p{Script=Han}|\\p{Script=Han}\\{\\{(?:${NAMES})\\}\\}`, 'gu'),
      message: 'a space between Chinese and a name without quotes',
    },
    { name: 'more', pattern: /更(?:图片|图像|文件|链接)/g, message: '更 needs an adjective' },
  ],
  'zh-TW': [
    {
      name: 'space',
      pattern: new RegExp(`\\{\\{(?:${NAMES})\\}\\}\\p{Script=Han}|\\p{Script=Han}\\{\\{(?:${NAMES})\\}\\}`, 'gu'),
      message: 'a space between Chinese and a name without quotes',
    },
    { name: 'more', pattern: /(?<!變)更(?:圖片|影像|檔案|連結|資料夾)/g, message: '更 needs an adjective' },
  ],
};

export function checkGrammar(
  tree: LocaleTree,
  pages: PageTextTree,
  rules: typeof GRAMMAR = GRAMMAR,
  locales: readonly Locale[] = LOCALES,
): Finding[] {
  return locales.flatMap((locale) =>
    (rules[locale] ?? []).flatMap(({ name, pattern, message, isWrong = () => true }) =>
      [...shortTexts(tree, locale), ...pageLines(pages, locale)].flatMap((placed): Finding[] =>
        [...placed.text.matchAll(pattern)]
          .filter((match) => isWrong(match, placed))
          .map(([found]) => ({ path: `${name}:${placed.place}`, rule: locale, message: `“${found}”: ${message}` })),
      ),
    ),
  );
}
