/** Names of the roots of a zip file: those of one folder differ already, those from several may be equal. Pure. */
import { nameKey, numberedName } from '#shared/drive/names.ts';

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
  const names = new Map(
    roots.map(({ id, name }) => {
      // A letter and a colon at the beginning name a drive on Windows.
      const safe = name.replace(/^([a-z]):/i, '$1_');
      const free = taken.has(keyOf(safe)) ? numbered(safe) : safe;
      taken.add(keyOf(free));
      return [id, free] as const;
    }),
  );
  return { names, tries };
}
