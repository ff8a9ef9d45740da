/** Names of the roots of a zip file: those from several folders may be equal, and changed ones give way. Pure. */
import { MAX_NAME_BYTES, nameKey, numberedName } from '#shared/drive/names.ts';
import { safeName } from '#shared/drive/safe-name.ts';

export function safeEntryName(name: string): string {
  return safeName(name, MAX_NAME_BYTES);
}

/** @returns the name of each root by its id; `tries`: names that were tried, for the bound of the work */
export function distinctNames(roots: readonly { readonly id: string; readonly name: string }[]): {
  names: Map<string, string>;
  tries: number;
} {
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  /** The next number, by the key of the first numbered name: long names that are cut to the same one share it. */
  const numbers = new Map<string, number>();
  let tries = 0;
  const keyOf = (name: string): string => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = nameKey(name);
    keys.set(name, key);
    return key;
  };
  const numbered = (name: string): string => {
    const group = keyOf(numberedName(name, 1));
    for (let n = numbers.get(group) ?? 1; ; n += 1) {
      tries += 1;
      const free = numberedName(name, n);
      if (taken.has(keyOf(free))) continue;
      numbers.set(group, n + 1);
      return free;
    }
  };
  const names = new Map<string, string>();
  const give = (id: string, name: string): void => {
    const free = taken.has(keyOf(name)) ? numbered(name) : name;
    taken.add(keyOf(free));
    names.set(id, free);
  };
  const safeNames = roots.map(({ id, name }) => ({ id, name, safe: safeEntryName(name) }));
  for (const { id, name, safe } of safeNames) if (safe === name) give(id, name);
  for (const { id, name, safe } of safeNames) if (safe !== name) give(id, safe);
  return { names, tries };
}
