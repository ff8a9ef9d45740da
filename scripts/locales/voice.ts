/** The voice of the English texts: contractions, no needless please, one word for a thing, names of controls by their keys. */
import type { Finding } from '#scripts/check/finding.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import type { PageTextTree } from './page-texts.ts';
import { type PlacedText, pageLines, shortTexts } from './texts-of.ts';
import type { LocaleTree } from './tree.ts';

/** Texts that the specification gives word for word. */
const FIXED = new Set([
  'errors.too_frequent',
  'errors.captcha_required',
  'errors.captcha_invalid',
  'errors.invalid_status',
  'errors.user_blocked',
  'errors.validate_required',
  'errors.password_reset_required',
  'errors.invalid_account_or_password',
  'errors.user_not_exist',
  'errors.account_freeze',
  'errors.cannot_unlock',
  'errors.login_required',
  'errors.consent_required',
  'errors.registration_not_supported',
]);

/** Steps in programs of others: their menus have no keys of ours. */
const FOREIGN_MENUS = /^(lan\.step|site\.apps|site\.extension|preview\.|auth\.bridge)/;

/** Names that are not of files or folders stay without quotes, as do labels of one control. */
const QUOTED_NAMES = /(?<![“])\{\{(name|folder|title)\}\}(?![”’])/g;
const PEOPLE =
  /^(drive\.common|drive\.collect\.visit|share\.(by|locked)|auth\.|ui\.|site\.extension\.signed_in|share\.save\.confirm)/;

interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly message: string;
  readonly without?: (text: PlacedText) => boolean;
}

const RULES: readonly Rule[] = [
  {
    name: 'contraction',
    pattern: /\b(?:cannot|(?:is|are|was|were|do|does|did|has|have|had|could|would|should|will|must) not)\b/g,
    message: 'write the contraction',
  },
  {
    name: 'contraction',
    pattern: /\b(?:There|there|It|it|That|that|What) is (?!\p{Lu})(?=\p{L})/gu,
    message: 'write ’s',
    without: ({ text }) => !/\b(?:There|there) is\b/.test(text),
  },
  { name: 'please', pattern: /\bplease\b/gi, message: 'say what to do, without please' },
  { name: 'share', pattern: /\b(?:this|the|that|each|every|a) share\b/gi, message: 'what visitors open is a link' },
  {
    name: 'thing',
    pattern: /\bthings?\b/gi,
    message: 'name it: item, file, folder',
    without: ({ place, text }) => place.startsWith('pages/') || /One more thing|works?\b/.test(text),
  },
  { name: 'operator', pattern: /\b(?:people who run|contact support|our team)\b/gi, message: 'the operator' },
  { name: 'appeal', pattern: /\b(?:object to|objected|objections?)\b/gi, message: 'appeal' },
  {
    name: 'control',
    pattern: /\b(?:press|choose|select|tap|click|under|Try|Leave) (?:the )?\p{Lu}\p{L}+/gu,
    message: 'the name of a control is filled in from its key, in quotes',
    without: ({ place }) => FOREIGN_MENUS.test(place),
  },
  {
    name: 'quotes',
    pattern: QUOTED_NAMES,
    message: 'the name of a file or folder stands in quotes inside a sentence',
    without: ({ place, text }) => PEOPLE.test(place) || !/[.?!]$/.test(text),
  },
];

export function checkVoice(tree: LocaleTree, pages: PageTextTree, fixed: ReadonlySet<string> = FIXED): Finding[] {
  const texts = [...shortTexts(tree, DEFAULT_LOCALE), ...pageLines(pages, DEFAULT_LOCALE)];
  return texts
    .filter(({ place }) => !fixed.has(place))
    .flatMap((placed) =>
      RULES.flatMap(({ name, pattern, message, without = () => false }): Finding[] =>
        without(placed)
          ? []
          : [...placed.text.matchAll(pattern)].map(([found]) => ({
              path: `${name}:${placed.place}`,
              rule: DEFAULT_LOCALE,
              message: `“${found}”: ${message}`,
            })),
      ),
    );
}
