/** Text of HTML and XML in one pass: what is not well-formed gives some text, never an error. Pure. */

export interface MarkupRule {
  /** Names of tags whose text counts; null: of all. */
  readonly counted: ReadonlySet<string> | null;
  /** Names of tags whose content is left out. */
  readonly left: ReadonlySet<string>;
  /** Whether a line ends at this tag. */
  ends(tag: string): boolean;
  /** Whether the text behind this tag is not shown. @param attributes  of the tag */
  hides(tag: string, attributes: string): boolean;
  /** Tag that shows text again, at its beginning and its end; null: the end of the one that hid it. */
  readonly shownAt: string | null;
}

const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const NAMED = new Map([
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['hellip', '…'],
]);
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,7}));/g;
const LAST_CODE = 0x10_ff_ff;

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= LAST_CODE ? String.fromCodePoint(code).toWellFormed() : ' ';
  });
}

const TAG = /^\/?([a-z][a-z0-9:.-]*)/;
/** A name of a tag is no longer. */
const NAME_LENGTH = 40;

interface Hidden {
  /** At whose end the text is shown again. */
  readonly tag: string;
  /** Tags of this name that are open. */
  open: number;
  /** Its beginning shows text again too. */
  readonly isAny: boolean;
}

/** Tags that HTML may leave open, and the ends of what holds them. */
const LEFT_OPEN = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);
const HOLDERS = new Set(['ul', 'ol', 'dl', 'table', 'tr', 'select', 'div', 'section', 'article', 'body']);

/** Text is rather shown too early than lost. @param isBlock  a line ends at the tag */
function showsAgain(hidden: Hidden, tag: string, isEnd: boolean, isBlock: boolean): boolean {
  if (tag === hidden.tag && (hidden.isAny || (isEnd && hidden.open === 1))) return true;
  if (!LEFT_OPEN.has(hidden.tag)) return false;
  return isEnd ? HOLDERS.has(tag) && tag !== hidden.tag : tag === hidden.tag || (hidden.tag === 'p' && isBlock);
}

/** @param maxLength  characters of the text, about. @returns lines */
export function textOfMarkup(
  markup: string,
  { counted, left, ends, hides, shownAt }: MarkupRule,
  maxLength: number,
): string {
  const lower = markup.toLowerCase();
  const isInPlace = lower.length === markup.length;
  const names = isInPlace ? lower : markup;
  const pieces: string[] = [];
  let length = 0;
  let isCounted = counted === null;
  let hidden: Hidden | null = null;
  for (let at = 0; at < markup.length && length < maxLength; ) {
    const open = markup.indexOf('<', at);
    const text = markup.slice(at, open < 0 ? undefined : open);
    if (isCounted && !hidden && text !== '') {
      pieces.push(withoutEntities(text));
      length += text.length;
    }
    if (open < 0) break;
    const isComment = markup.startsWith('<!--', open);
    const close = isComment ? markup.indexOf('-->', open + 4) : markup.indexOf('>', open);
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    const [matched = '', tag = ''] = TAG.exec(names.slice(open + 1, Math.min(close, open + NAME_LENGTH))) ?? [];
    if (tag === '') continue;
    const isOpening = !matched.startsWith('/') && markup[close - 1] !== '/';
    if (isOpening && left.has(tag)) {
      const end = names.indexOf(`</${tag}`, at);
      at = end < 0 ? markup.length : end;
      continue;
    }
    const isEnd = matched.startsWith('/');
    if (hidden && showsAgain(hidden, tag, isEnd, ends(tag))) hidden = null;
    else if (hidden && tag === hidden.tag) hidden.open += isEnd ? -1 : Number(isOpening);
    if (!hidden && !isEnd && (isOpening || shownAt) && hides(tag, markup.slice(open + 1 + tag.length, close)))
      hidden = { tag: shownAt ?? tag, open: 1, isAny: shownAt !== null };
    if (counted) isCounted = isOpening && counted.has(tag);
    if (ends(tag)) pieces.push('\n');
  }
  return pieces.join('');
}
