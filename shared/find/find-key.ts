/**
 * The key by which a search compares texts: spellings that people take for one have one key. Pure.
 * It decides nothing else: `nameKey` says which names are equal, `sortKey` how they are sorted.
 */

/** Letters that no mark makes, and the letters that people type for them: pairs. */
const LETTERS =
  'æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ŋ n ŧ t ĸ k ə e ƀ b ɓ b ƈ c ȼ c ɖ d ɗ d ɇ e ɛ e ǥ g ɠ g ɨ i ɉ j ƙ k ƚ l ɲ n ƞ n ɔ o ƥ p ɍ r ƭ t ʈ t ʉ u ʋ v ƴ y ɏ y ƶ z ȥ z ⱥ a ⱦ t ς σ ى ي ی ي ے ي ک ك ة ه ہ ه ھ ه ٱ ا'.split(
    ' ',
  );
const TYPED = new Map(LETTERS.flatMap((letter, at) => (at % 2 === 0 ? [[letter, LETTERS[at + 1] ?? '']] : [])));
const LETTER = new RegExp(`[${[...TYPED.keys()].join('')}]`, 'g');

/** These two come apart in NFKD, into a blank with a mark and into two signs. */
const SPLIT_QUOTES = { '´': "'", '″': '"', '‶': '"' } as const;
const SINGLE_QUOTES = /[`ʹʻʼʽʾʿˈˊˋ‘’‚‛‹›′‵՚׳ꞌ]/g;
const DOUBLE_QUOTES = /[ʺ“”„‟«»〝〞〟״]/g;
/** The wave dash: keyboards write it and the full-width tilde for the same sign. */
const WAVES = /[〜〰∼]/g;
const DASHES = /[\p{Pd}\u2212\u2043]/gu;

/** Joiners, selectors of a drawing, marks of a direction, and the stroke that stretches an Arabic word. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]+/gu;
/** Accents, and the points of Hebrew and Arabic: words are written without them too. In other scripts a mark is a vowel or a tone. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{N}\p{P}\p{S}\p{Z}])\p{M}+/gu;
/** й, ї, ў and ќ are letters of their own; ё is written as е, and the signs of stress are left out. */
const CYRILLIC = /(\p{Script=Cyrillic})([\u0300\u0301\u0306\u0308]+)/gu;

const KATAKANA = /[ァ-ヶヽヾ]/g;
const KANA_DISTANCE = 0x60;
const DIGITS = /[٠-٩۰-۹०-९๐-๙]/g;
const ZEROS = ['٠', '۰', '०', '๐'];

const PLAIN = /^[ -~]*$/;

/**
 * The key for finding: without case, marks, widths, and the kinds of quotes, dashes and kana. A part of a name is found where its
 * key is a part of the key of the name.
 */
export function findKey(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll('`', "'");
  const letters = text
    .replace(/[´″‶]/g, (quote) => SPLIT_QUOTES[quote as keyof typeof SPLIT_QUOTES])
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(MARKED, '$1')
    // Lower, upper, lower is full case folding.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  return letters
    .replace(CYRILLIC, (_, letter: string, marks: string) => letter + marks.replace(looseMarks(letter), ''))
    .replace(LETTER, (letter) => TYPED.get(letter) ?? letter)
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(WAVES, '~')
    .replace(DASHES, '-')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
    .replace(DIGITS, digitOf)
    .replace(/\s+/g, ' ')
    .normalize('NFC');
}

function looseMarks(letter: string): RegExp {
  if (letter === 'е') return /[\u0300\u0301\u0308]/g;
  return letter === 'г' || letter === 'к' ? /\u0300/g : /[\u0300\u0301]/g;
}

function digitOf(digit: string): string {
  const zero = ZEROS.findLast((each) => each <= digit) ?? digit;
  return String(digit.charCodeAt(0) - zero.charCodeAt(0));
}

/** Letters that belong together, whose keys side by side are the key of the text. */
const CLUSTERS =
  /[\u1100-\u115f\ua960-\ua97f][\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7c7-\ud7ff]*|[\uff66-\uff9d][\uff9e\uff9f]?|\P{M}?\p{M}+|./gsu;

/**
 * Where a text holds any of these terms.
 * @param terms  keys, none empty
 * @returns pieces of the text; every second one, from the second on, is a match
 */
export function foundPieces(text: string, terms: readonly string[]): string[] {
  const clusters = text.match(CLUSTERS) ?? [];
  let key = '';
  /** For each character of the key its cluster. */
  const sources: number[] = [];
  for (const [at, cluster] of clusters.entries()) {
    const folded = findKey(cluster);
    key += folded;
    for (let n = 0; n < folded.length; n += 1) sources.push(at);
  }
  const isHit = new Array<boolean>(clusters.length).fill(false);
  for (const term of terms) {
    for (let at = key.indexOf(term); at >= 0; at = key.indexOf(term, at + term.length))
      isHit.fill(true, sources[at], (sources[at + term.length - 1] ?? 0) + 1);
  }
  const pieces = [''];
  for (const [at, cluster] of clusters.entries()) {
    if (isHit[at] !== (pieces.length % 2 === 0)) pieces.push('');
    pieces.push(`${pieces.pop() ?? ''}${cluster}`);
  }
  return pieces;
}

export interface FindTerm {
  /** In the key for finding. */
  readonly found: string;
  /** In the key of equal names: names with this are spelled as the term is. */
  readonly exact: string;
}

/** A term by both keys. One of signs that the key for finding leaves out is compared as it is spelled. */
export function findTerm(exact: string): FindTerm {
  const found = findKey(exact);
  return { exact, found: found.trim() === '' ? exact : found };
}
