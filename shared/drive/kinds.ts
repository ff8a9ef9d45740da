/** Kinds that a listing can be narrowed to: words of the address (`kind=`), and what the wire calls them. Pure; both sides. */

/** In the order they are offered. */
export const KINDS = ['folder', 'image', 'video', 'audio', 'document', 'archive', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that a listing shows: one, or all of them. */
export type KindChoice = Kind | 'all';

/** Anything unknown shows all. */
export function kindOf(value: string | null | undefined): KindChoice {
  return KINDS.find((kind) => kind === value) ?? 'all';
}

/** `FOLDER` and values of `file_category`, as the search takes them; nothing for all. */
export function wireKinds(kind: KindChoice): readonly string[] {
  return kind === 'all' ? [] : [kind.toUpperCase()];
}
