/**
 * Where things of the drive come to lie in the chosen folder. Folders that are there are used; a file that is there and is the
 * same is left as it is, any other keeps its place and the new one gets a number.
 */
import type { RemoteThing } from './download.api.ts';
import { foldedName, numberedName, safeName } from './file-names.ts';

/** Names looked up on the device for one thing. */
const MAX_NAMES = 1_000;

interface Folder {
  readonly handle: FileSystemDirectoryHandle;
  /** Which thing of the drive a name belongs to. */
  readonly taken: Map<string, string>;
  /** Of a wanted name: below this number all belong to somebody, so that thousands of one name do not ask through all of them. */
  readonly full: Map<string, number>;
}

export interface Place {
  readonly handle: FileSystemFileHandle;
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
  /** The same content lies there already. */
  readonly isThere: boolean;
}

export interface Places {
  /** Makes the folders. */
  folder(path: readonly RemoteThing[]): Promise<FileSystemDirectoryHandle>;
  /** @param known  the name it got earlier */
  file(thing: RemoteThing, above: readonly RemoteThing[], known?: string): Promise<Place>;
}

/** @returns `other` where a file stands instead of a folder, or a folder instead of a file */
async function there<T>(ask: () => Promise<T>, missing?: 'free'): Promise<T | 'free' | 'other'> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'TypeMismatchError') return 'other';
    if (name === 'NotFoundError' && missing) return missing;
    throw error;
  }
}

export interface PlaceDeps {
  /** Whether a file of the device has the content of a thing of the same size. */
  readonly isSame: (file: File, thing: RemoteThing) => Promise<boolean>;
  /** Before the file is made: whoever comes back after a crash knows that it is ours. */
  readonly onNamed: (id: string, name: string, folder: FileSystemDirectoryHandle) => Promise<void>;
}

export function makePlaces(root: FileSystemDirectoryHandle, { isSame, onNamed }: PlaceDeps): Places {
  const folders = new Map<string, Promise<Folder>>();
  const top: Promise<Folder> = Promise.resolve({ handle: root, taken: new Map(), full: new Map() });

  /** Takes the first name that `fits`, so that nobody else does. */
  async function name<T>(
    { taken, full }: Folder,
    thing: RemoteThing,
    fits: (name: string) => Promise<T | null>,
  ): Promise<{ name: string; found: T }> {
    const wanted = safeName(thing.name);
    const start = full.get(wanted) ?? 0;
    let isFull = true;
    for (let nth = start, looks = 0; looks < MAX_NAMES; nth += 1) {
      const tried = numberedName(wanted, nth);
      const key = foldedName(tried);
      const isTaken = (taken.get(key) ?? thing.id) !== thing.id;
      isFull &&= isTaken;
      if (isFull) full.set(wanted, nth + 1);
      if (isTaken) continue;
      looks += 1;
      taken.set(key, thing.id);
      const found = await fits(tried);
      if (found !== null) return { name: tried, found };
    }
    throw new TypeError('no name is free');
  }

  function enter(path: readonly RemoteThing[]): Promise<Folder> {
    const last = path.at(-1);
    if (!last) return top;
    const known = folders.get(last.id);
    if (known) return known;
    const making = enter(path.slice(0, -1)).then(async (above): Promise<Folder> => {
      const { found } = await name(above, last, async (tried) => {
        const made = await there(() => above.handle.getDirectoryHandle(tried, { create: true }));
        return made === 'free' || made === 'other' ? null : made;
      });
      return { handle: found, taken: new Map(), full: new Map() };
    });
    folders.set(last.id, making);
    making.catch(() => folders.delete(last.id));
    return making;
  }

  return {
    folder: async (path) => (await enter(path)).handle,
    async file(thing, above, known) {
      const into = await enter(above);
      const folder = into.handle;
      if (known !== undefined) {
        into.taken.set(foldedName(known), thing.id);
        return { handle: await folder.getFileHandle(known, { create: true }), folder, name: known, isThere: false };
      }
      const { name: chosen, found } = await name(into, thing, async (tried) => {
        const old = await there(() => folder.getFileHandle(tried), 'free');
        if (old === 'other') return null;
        if (old === 'free') {
          await onNamed(thing.id, tried, folder);
          return { handle: await folder.getFileHandle(tried, { create: true }), isThere: false };
        }
        const file = await old.getFile();
        return file.size === thing.sizeBytes && (await isSame(file, thing)) ? { handle: old, isThere: true } : null;
      });
      return { ...found, folder, name: chosen };
    },
  };
}
