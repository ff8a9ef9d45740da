/**
 * Names of folders that share one: the first keeps it, the others are shown with a suffix that follows from their id, so that it stays
 * when others come and go. Pure.
 */

const SUFFIX_CHARS = 8;
const SUFFIXED = / \(([A-Za-z0-9_-]{8})\)$/;

export function suffixOf(id: string): string {
  return id.slice(-SUFFIX_CHARS);
}

export function suffixedName(name: string, id: string): string {
  return `${name} (${suffixOf(id)})`;
}

/** A name with a suffix in its two pieces; null for any other. */
export function readSuffixed(name: string): { readonly base: string; readonly suffix: string } | null {
  const suffix = SUFFIXED.exec(name)?.[1];
  return suffix === undefined ? null : { base: name.slice(0, -(suffix.length + 3)), suffix };
}
