/** The paths that a target with placeholders may become, and whether a source matches one of them. Pure. */
import { splitLocale } from '#shared/locale/path.ts';
import { segmentsOf } from './path.ts';
import type { Source, TargetPiece } from './rule.ts';

export type Part =
  | { readonly kind: 'literal'; readonly text: string }
  /** One segment that begins and ends so. */
  | { readonly kind: 'one'; readonly head: string; readonly tail: string }
  /** Any number of segments. */
  | { readonly kind: 'many' };

/** A letter no address has, for each placeholder. */
const ONE = '\u0001';
const MANY = '\u0002';

function partOf(segment: string): Part {
  if (segment.includes(MANY)) return { kind: 'many' };
  const at = segment.indexOf(ONE);
  if (at < 0) return { kind: 'literal', text: segmentsOf(`/${segment}`).join('') };
  return { kind: 'one', head: segment.slice(0, at), tail: segment.slice(segment.lastIndexOf(ONE) + 1) };
}

/** Segments of the path of a target of our own, its language left out. */
export function partsOf(pieces: readonly TargetPiece[]): Part[] {
  const marked = pieces
    .map((piece) => ('text' in piece ? piece.text : piece.name === 'splat' ? MANY : ONE))
    .join('')
    .split(/[?#]/, 1)
    .join('');
  const parts = splitLocale(marked).path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return parts.map(partOf);
}

function fits(part: Part, literal: string | null): boolean {
  if (literal === null || part.kind === 'many') return true;
  if (part.kind === 'literal') return part.text === literal;
  return literal.startsWith(part.head) && literal.endsWith(part.tail);
}

/** Whether some path that the parts stand for is matched by the source. */
export function reaches(parts: readonly Part[], { literals, hasSplat }: Source): boolean {
  const from = (at: number, literalAt: number): boolean => {
    const part = parts[at];
    if (literalAt === literals.length) {
      if (hasSplat || part === undefined) return true;
      return parts.slice(at).every(({ kind }) => kind === 'many');
    }
    if (part === undefined) return false;
    // Stands for nothing, or for this segment and perhaps the next.
    if (part.kind === 'many') return from(at + 1, literalAt) || from(at, literalAt + 1);
    return fits(part, literals[literalAt] ?? null) && from(at + 1, literalAt + 1);
  };
  return from(0, 0);
}
