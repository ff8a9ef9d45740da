/** Takes the text out of a file, within bounds of bytes and output. A file without a text, or with none within them, gives ''. */
import { decodeText } from '#shared/content/text-decoding.ts';
import { findKey, foundPieces } from '#shared/find/find-key.ts';
import { MAX_TEXT_BYTES, textWithin, tokensOf } from '#shared/find/tokens.ts';
import { MIB } from '#shared/units.ts';
import { readFrame } from '#worker/platform/archives/engine.ts';
import { NO_TEXT, type TextAnswer, type TextKind, type TextOrder } from '#worker/platform/texts/reader.ts';
import { type MarkupRule, textOfMarkup } from './markup.ts';
import { zipTexts } from './zip-texts.ts';

/** Unpacked bytes of one entry of a document that are read. */
const MAX_ENTRY_BYTES = 16 * MIB;
/** Entries of one document that are read. */
const MAX_READ_ENTRIES = 500;
/** Characters of a line that are shown, and those of them before the words. */
const LINE_LENGTH = 200;
const LINE_BEFORE = 50;

/** Characters that no text has: bytes of which more than a hundredth are such are no text, whatever their name says. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
const STRANGE = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g;
const STRANGE_SHARE = 100;

const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q rb ruby s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Hidden where it is written at the tag itself; style sheets are not read. */
const HIDDEN = /(?:^| )hidden(?=[ =/]|$)/;
const STYLE = / style ?= ?["']?([^"'>]{0,500})/;
const HIDDEN_STYLE = /display ?: ?none|visibility ?: ?hidden|font-size ?: ?0(?![.\d])/;
/** Characters of the attributes of one tag that are looked at. */
const ATTRIBUTES_LENGTH = 2_000;

function isHidden(attributes: string): boolean {
  const text = attributes.slice(0, ATTRIBUTES_LENGTH).toLowerCase().replace(/\s+/g, ' ');
  return HIDDEN.test(text) || HIDDEN_STYLE.test(STYLE.exec(text)?.[1] ?? '');
}

const HTML: MarkupRule = {
  counted: null,
  left: new Set(['script', 'style', 'template', 'noscript', 'svg', 'math', 'rt', 'rp']),
  ends: (tag) => !INLINE.has(tag),
  hides: (tag, attributes) => !VOID.has(tag) && isHidden(attributes),
  shownAt: null,
};

function xmlRule(counted: string, ends: string, left = ''): MarkupRule {
  const tags = new Set(ends.split(' '));
  return {
    counted: new Set([counted]),
    left: new Set(left.split(' ')),
    ends: (tag) => tags.has(tag),
    hides: () => false,
    shownAt: null,
  };
}

interface Document {
  readonly entries: RegExp;
  readonly rule: MarkupRule;
}

const DOCUMENTS: Readonly<Record<Exclude<TextKind, 'plain' | 'html' | 'pdf'>, Document>> = {
  docx: {
    entries: /^word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/,
    rule: {
      ...xmlRule('w:t', 'w:p w:br w:cr w:tab', 'mc:fallback'),
      hides: (tag, attributes) => tag === 'w:vanish' && !/w:val\s*=\s*["'](?:0|false|off)/.test(attributes),
      shownAt: 'w:r',
    },
  },
  // Numbers stay out: a search for one finds sheets by their names and texts.
  xlsx: {
    entries: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/,
    rule: xmlRule('t', 'si is', 'rph'),
  },
  pptx: {
    entries: /^ppt\/(?:slides|notesSlides)\/\w+\.xml$/,
    rule: xmlRule('a:t', 'a:p a:br', 'mc:fallback'),
  },
  epub: { entries: /\.x?html?$/i, rule: HTML },
};

/** Reads a PDF; left out where nothing does. @param mostLength  characters that count */
export type ReadPdf = (bytes: Uint8Array<ArrayBuffer>, mostLength: number) => Promise<string>;

export async function textOf(kind: TextKind, bytes: Uint8Array<ArrayBuffer>, readPdf?: ReadPdf): Promise<string> {
  if (kind === 'pdf') return textWithin((await readPdf?.(bytes, MAX_TEXT_BYTES)) ?? '');
  if (kind === 'plain' || kind === 'html') {
    const { text } = decodeText(bytes);
    const strange = text.match(STRANGE)?.length ?? 0;
    if (strange > text.length / STRANGE_SHARE) return '';
    return textWithin(kind === 'plain' ? text : textOfMarkup(text, HTML, MAX_TEXT_BYTES));
  }
  const { entries, rule } = DOCUMENTS[kind];
  let text = '';
  let read = 0;
  for await (const markup of zipTexts(bytes, (name) => entries.test(name), MAX_ENTRY_BYTES)) {
    text += `${textOfMarkup(markup, rule, MAX_TEXT_BYTES)}\n`;
    read += 1;
    if (text.length >= MAX_TEXT_BYTES || read === MAX_READ_ENTRIES) break;
  }
  return textWithin(text);
}

/** The line that holds most of the terms, cut around the first of them; '' where none holds any. @param terms  keys, none empty */
export function lineWith(text: string, terms: readonly string[]): string {
  let best = { line: '', held: 0 };
  for (const line of text.split(/[\r\n]+/)) {
    const key = findKey(line);
    const held = terms.filter((term) => key.includes(term)).length;
    if (held > best.held) best = { line, held };
    if (held === terms.length) break;
  }
  const whole = best.line.trim().replace(/\s+/g, ' ');
  if (whole.length <= LINE_LENGTH) return whole;
  const [before = ''] = foundPieces(whole, terms);
  const from = Math.min(Math.max(0, before.length - LINE_BEFORE), whole.length - LINE_LENGTH);
  const to = from + LINE_LENGTH;
  const cut = whole.slice(from, to).replace(/^[\p{M}\uDC00-\uDFFF]+|[\uD800-\uDBFF]$/gu, '');
  return `${from > 0 ? '…' : ''}${cut}${to < whole.length ? '…' : ''}`;
}

/** @param frame  order and bytes of the file */
export async function answerText(frame: Uint8Array<ArrayBuffer>, readPdf?: ReadPdf): Promise<TextAnswer> {
  try {
    const { value, rest } = readFrame(frame);
    const { kind, terms } = value as TextOrder;
    const text = await textOf(kind, rest, readPdf);
    return { ok: true, text: terms ? lineWith(text, terms) : tokensOf(text).join(' ') };
  } catch {
    return NO_TEXT;
  }
}
