/** Names of the drive as files of this computer. Pure. A name never leads out of the folder that it is for. */
import { foldedName, numberedName } from '#client/transfer/download/file-names.ts';
import { safeName } from '#shared/drive/safe-name.ts';

/**
 * A name that is one entry of a folder here: no separator, no `..`, no name of a device.
 * Elsewhere than on Windows and macOS all other names stay as they are.
 */
export function localName(name: string, platform: NodeJS.Platform): string {
  const isPlain =
    platform !== 'win32' &&
    platform !== 'darwin' &&
    !/[/\\\p{Cc}]/u.test(name) &&
    name.isWellFormed() &&
    !['', '.', '..'].includes(name);
  return isPlain ? name : safeName(name);
}

/** Gives each entry of a folder a name of its own: some file systems take two names of the drive for one. */
export interface TakenNames {
  take(folder: string, name: string): string;
}

export function makeTakenNames(): TakenNames {
  const taken = new Set<string>();
  return {
    take(folder, name) {
      for (let nth = 0; ; nth += 1) {
        const free = numberedName(name, nth);
        const key = `${folder}\0${foldedName(free)}`;
        if (taken.has(key)) continue;
        taken.add(key);
        return free;
      }
    },
  };
}
