/**
 * New names for many things at once: matches are replaced, text and a number are added. Pure; the names come out in the
 * order of the things, each with what is wrong with it.
 */
import { type NameProblem, nameKey, splitExtension, validateName } from './names.ts';

export interface RenamePattern {
  /** Taken letter by letter; '' with a `replace` gives every thing that one name. */
  readonly find: string;
  readonly replace: string;
  readonly prefix: string;
  readonly suffix: string;
  /** A number after all that, in the order of the things; null for none. `separator` stands before it after a letter or digit. */
  readonly numbering: { readonly start: number; readonly digits: number; readonly separator: string } | null;
  /** The text after the last dot of a file name is not changed. */
  readonly keepExtension: boolean;
}

export interface NamedThing {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly folder: boolean;
}

/** `equal`: something in the same folder has, or is given, this name. */
export type RenameProblem = NameProblem | 'equal';

export interface NewName {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly problem: RenameProblem | null;
}

export const NO_PATTERN: RenamePattern = Object.freeze({
  find: '',
  replace: '',
  prefix: '',
  suffix: '',
  numbering: null,
  keepExtension: true,
});

/** Largest first number and most digits that a pattern takes. */
export const MAX_START = 1_000_000;
export const MAX_DIGITS = 6;
/** Between a name and its number unless the person types another: `doc63` and 2 make `doc63-02`. */
export const DEFAULT_SEPARATOR = '-';
/** No name, or one whose last letter keeps a number apart by itself. */
const ENDS_APART = /(?:^|[\s\p{Pd}\p{Pc}\p{Po}\p{Ps}])$/u;

function bodyOf(base: string, { find, replace }: RenamePattern): string {
  if (find === '') return replace === '' ? base : replace;
  return base.replaceAll(find, () => replace);
}

function newNameOf({ name, folder }: NamedThing, pattern: RenamePattern, index: number): string {
  const { numbering, prefix, suffix } = pattern;
  const { base, extension } = pattern.keepExtension && !folder ? splitExtension(name) : { base: name, extension: '' };
  const number = numbering ? String(numbering.start + index).padStart(numbering.digits, '0') : '';
  const named = `${prefix}${bodyOf(base, pattern)}${suffix}`;
  const separator = numbering && !ENDS_APART.test(named) ? numbering.separator : '';
  const made = `${named}${separator}${number}`;
  if (made === base) return name;
  const stem = made.trim();
  // An extension alone would be a hidden file.
  return stem === '' ? '' : stem + extension;
}

function keyIn(parentId: string, name: string): string {
  return `${parentId}/${nameKey(name)}`;
}

/**
 * @param things  in the order they are numbered
 * @param others  names of other nodes in their folders, as far as the client has them; the server has all
 */
export function renamed(
  things: readonly NamedThing[],
  pattern: RenamePattern,
  others: readonly NamedThing[] = [],
): NewName[] {
  const ids = new Set(things.map(({ id }) => id));
  const uses = new Map<string, number>();
  const use = (parentId: string, name: string) => {
    const key = keyIn(parentId, name);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  };
  for (const other of others) if (!ids.has(other.id)) use(other.parentId, other.name);
  const names = things.map((thing, index) => newNameOf(thing, pattern, index));
  things.forEach((thing, index) => {
    use(thing.parentId, names[index] ?? '');
  });
  return things.map((thing, index) => {
    const to = names[index] ?? '';
    return { id: thing.id, from: thing.name, to, problem: problemOf(thing, to, uses) };
  });
}

function problemOf(thing: NamedThing, to: string, uses: ReadonlyMap<string, number>): RenameProblem | null {
  // A node that keeps its name is not sent, so it cannot fail.
  if (to === thing.name) return null;
  const decision = validateName(to);
  if (!decision.ok) return decision.reason;
  return (uses.get(keyIn(thing.parentId, to)) ?? 0) > 1 ? 'equal' : null;
}
