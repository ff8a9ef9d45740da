/** The folders that `in:` means, by the names and paths that a search gives. One rule for a drive and for what a share shows. */
import { nameKey } from '#shared/drive/names.ts';
import { findKey } from '#shared/find/find-key.ts';

export interface NamedFolder {
  readonly id: string;
  /** Of its name, for finding. */
  readonly key: string;
}

/** A name or the end of a path as keys for finding, the folder itself last. */
export type FolderPath = readonly string[];

export const folderKey = (name: string): string => findKey(nameKey(name.trim()));

export function folderPaths(texts: readonly string[]): FolderPath[] {
  const paths = texts.map((text) =>
    text
      .split('/')
      .map(folderKey)
      .filter((key) => key !== ''),
  );
  return paths.filter((path) => path.length > 0);
}

/**
 * Folders with one of these names, or at the end of one of these paths. Where no folder has it, those whose names hold the last part.
 * @param aboveOf  keys of the folders above, the highest first; null for a folder that is not to be found
 */
export function foldersMeant<F extends NamedFolder>(
  folders: readonly F[],
  paths: readonly FolderPath[],
  aboveOf: (folder: F) => readonly string[] | null,
): string[] {
  const ids = paths.flatMap((path) => {
    const last = path.at(-1) ?? '';
    const above = path.slice(0, -1);
    const isMeant = (folder: F): boolean => {
      const names = aboveOf(folder);
      return names !== null && above.every((key, at) => names[names.length - above.length + at] === key);
    };
    const equal = folders.filter((folder) => folder.key === last && isMeant(folder));
    return equal.length > 0 ? equal : folders.filter((folder) => folder.key.includes(last) && isMeant(folder));
  });
  return [...new Set(ids.map(({ id }) => id))];
}
