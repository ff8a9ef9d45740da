/** The second word of a rule: a path of our own, or an https address, with `:name` and `:splat` behind the origin. */
import { decideTarget, type Refusal } from '#shared/navigation/decide-target.ts';
import { LineError, type Word } from './line.ts';
import type { Source, Target, TargetPiece } from './rule.ts';

/** Stands for the installation, whose origin a document does not know. */
const SOME_APP = 'https://app.invalid';
const WHY: Readonly<Record<Refusal, string>> = {
  length: 'a target is 1 to 2000 characters long',
  characters: 'a target has no blanks, backslashes, control or invisible characters',
  form: 'a target is a path that begins with one "/", or an https address',
  protocol: 'a target outside is an https address',
  userinfo: 'a target names nobody before its host',
  path: 'the path of a target has no empty segment, however it is encoded',
  origin: 'this origin is not allowed',
};
const PLACEHOLDER = /:([a-z]\w*)/gi;

function piecesOf(word: Word, from: number, source: Source): TargetPiece[] {
  const pieces: TargetPiece[] = [{ text: word.text.slice(0, from) }];
  let end = from;
  for (const found of word.text.slice(from).matchAll(PLACEHOLDER)) {
    const [whole, name = ''] = found;
    const at = from + found.index;
    const known = source.names.includes(name) || (name === 'splat' && source.hasSplat);
    if (!known)
      throw new LineError(word.column + at, `"${whole}" is not in the source (write %3A for a colon that is none)`);
    pieces.push({ text: word.text.slice(end, at) }, { name });
    end = at + whole.length;
  }
  pieces.push({ text: word.text.slice(end) });
  return pieces.filter((piece) => 'name' in piece || piece.text !== '');
}

/**
 * @param isAllowed  whether an origin may be gone to
 * @throws LineError
 */
export function parseTarget(word: Word, source: Source, isAllowed: (origin: string) => boolean): Target {
  const { text, column } = word;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
  // A port is digits; anything else behind a colon was meant as a placeholder.
  const inHost = authority.replace(/^[^/]*\/\//, '').search(/:(?!\d)|\*/);
  if (inHost >= 0)
    throw new LineError(
      column + text.indexOf('//') + 2 + inHost,
      'an origin is written out: no placeholder stands in it',
    );
  const star = text.split(/[?#]/, 1).join('').indexOf('*');
  if (star >= 0) throw new LineError(column + star, 'write ":splat" for what "*" stood for');
  const dots = /\/(\.|%2e){1,2}(?=[/?#]|$)/i.exec(text);
  if (dots) throw new LineError(column + dots.index, 'write the path without "." and ".."');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  const pieces = piecesOf(word, scheme && authority === '' ? text.length : authority.length, source);
  // Each placeholder as an ordinary word: what people send is judged again when it is filled in.
  const probe = pieces.map((piece) => ('text' in piece ? piece.text : 'x')).join('');
  const judged = decideTarget(probe, { appOrigin: SOME_APP, externalOrigins: { has: () => true } });
  if (judged.kind === 'refused') throw new LineError(column, WHY[judged.why]);
  if (judged.kind === 'internal') return { text, origin: '', pieces };
  const { origin } = new URL(judged.target);
  if (!isAllowed(origin))
    throw new LineError(column, `${origin} is not allowed here: a line "allow ${origin}" would allow it`);
  return { text, origin, pieces };
}
