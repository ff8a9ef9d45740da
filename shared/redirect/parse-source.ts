/** The first word of a rule: `/old`, `/old/*`, `/old/:year/:slug`. */
import { splitLocale } from '#shared/locale/path.ts';
import { LineError, type Word } from './line.ts';
import { isClosedToRules, segmentsOf } from './path.ts';
import type { Source } from './rule.ts';

const MAX_SEGMENTS = 16;
const NAME = /^[a-z]\w{0,31}$/i;

/** The column in a word, for a problem further inside it. */
function columnOf(word: Word, part: string): number {
  return word.column + Math.max(0, word.text.indexOf(part));
}

/** @throws LineError */
export function parseSource(word: Word): Source {
  const { text, column } = word;
  if (!text.startsWith('/')) throw new LineError(column, `a source is a path that begins with "/", not "${text}"`);
  const mark = /[?#\\]/.exec(text);
  if (mark)
    throw new LineError(column + mark.index, `a source has no "${mark[0]}": queries are kept and hashes never arrive`);
  if (text.includes('//')) throw new LineError(columnOf(word, '//'), 'a source has no empty segment');
  const dots = /\/(\.|%2e){1,2}(?=\/|$)/i.exec(text);
  if (dots)
    throw new LineError(column + dots.index, 'browsers resolve "." and "..", so that such a path never arrives');
  if (splitLocale(text).locale)
    throw new LineError(column, 'leave the language out of a source: a rule is asked in all; use locale=… for some');
  const hasSplat = text.endsWith('/*');
  const path = hasSplat ? text.slice(0, -2) || '/' : text;
  const star = path.indexOf('*');
  if (star >= 0) throw new LineError(column + star, '"*" stands only as the last segment of a source');
  const parts = path.replace(/\/$/, '').split('/').slice(1);
  const names = parts.map((part) => (part.startsWith(':') ? part.slice(1) : ''));
  const literals = parts.map((part) => (part.startsWith(':') ? null : segmentsOf(`/${part}`).join('')));
  for (const [at, literal] of literals.entries()) {
    const name = names[at] ?? '';
    if (literal !== null) continue;
    if (!NAME.test(name)) throw new LineError(columnOf(word, `:${name}`), `":${name}" is no name of a placeholder`);
    if (name === 'splat') throw new LineError(columnOf(word, ':splat'), '"splat" is the name of what "*" stands for');
    if (names.indexOf(name) !== at) throw new LineError(columnOf(word, `:${name}`), `":${name}" stands there twice`);
  }
  if (literals.length > MAX_SEGMENTS) throw new LineError(column, `a source has at most ${MAX_SEGMENTS} segments`);
  if (isClosedToRules(literals))
    throw new LineError(
      column,
      `no rule is asked at "${text}": ways in, calls, content and files keep their addresses`,
    );
  return { text, literals, names, hasSplat };
}
