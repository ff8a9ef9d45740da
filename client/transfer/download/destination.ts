/**
 * Finds the destination of each node in the chosen folder. Existing folders are used. An existing file of the same content is
 * kept; for any other content the new file gets a number.
 */
import { safeName } from '#shared/drive/safe-name.ts';
import type { RemoteNode } from './download.api.ts';
import { foldedName, numberedName } from './file-names.ts';

/** Names tried on the device for one node. */
const MAX_NAMES = 1_000;

interface Folder {
  readonly handle: FileSystemDirectoryHandle;
  /** Node id of each used name. */
  readonly taken: Map<string, string>;
  /** First number that may be free, by name, so that thousands of equal names are not all tried again. */
  readonly firstFree: Map<string, number>;
}

export interface Destination {
  readonly handle: FileSystemFileHandle;
  readonly folder: FileSystemDirectoryHandle;
  readonly name: string;
  /** The device has the same content already. */
  readonly isPresent: boolean;
}

export interface Destinations {
  /** Creates the folders of the path. */
  folder(path: readonly RemoteNode[]): Promise<FileSystemDirectoryHandle>;
  /** @param known  the name that an earlier run gave it */
  file(node: RemoteNode, above: readonly RemoteNode[], known?: string): Promise<Destination>;
}

/** @returns `other` for a file in place of a folder, or a folder in place of a file */
async function lookUp<T>(ask: () => Promise<T>, missing?: 'free'): Promise<T | 'free' | 'other'> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'TypeMismatchError') return 'other';
    if (name === 'NotFoundError' && missing) return missing;
    throw error;
  }
}

export interface DestinationDeps {
  /** Whether a file of the device has the content of a node of the same size. */
  readonly isSame: (file: File, node: RemoteNode) => Promise<boolean>;
  /** Called before the file is created, so that a run after a crash recognises it. */
  readonly onNamed: (id: string, name: string, folder: FileSystemDirectoryHandle) => Promise<void>;
}

export function makeDestinations(root: FileSystemDirectoryHandle, { isSame, onNamed }: DestinationDeps): Destinations {
  const folders = new Map<string, Promise<Folder>>();
  const top: Promise<Folder> = Promise.resolve({ handle: root, taken: new Map(), firstFree: new Map() });

  /** Reserves the first name that `fits`. */
  async function reserveName<T>(
    { taken, firstFree }: Folder,
    node: RemoteNode,
    fits: (name: string) => Promise<T | null>,
  ): Promise<{ name: string; found: T }> {
    const wanted = safeName(node.name);
    const start = firstFree.get(wanted) ?? 0;
    let isUsed = true;
    for (let nth = start, looks = 0; looks < MAX_NAMES; nth += 1) {
      const tried = numberedName(wanted, nth);
      const key = foldedName(tried);
      const isTaken = (taken.get(key) ?? node.id) !== node.id;
      isUsed &&= isTaken;
      if (isUsed) firstFree.set(wanted, nth + 1);
      if (isTaken) continue;
      looks += 1;
      taken.set(key, node.id);
      const found = await fits(tried);
      if (found !== null) return { name: tried, found };
    }
    throw new TypeError('no name is free');
  }

  function enter(path: readonly RemoteNode[]): Promise<Folder> {
    const last = path.at(-1);
    if (!last) return top;
    const known = folders.get(last.id);
    if (known) return known;
    const making = enter(path.slice(0, -1)).then(async (above): Promise<Folder> => {
      const { found } = await reserveName(above, last, async (tried) => {
        const made = await lookUp(() => above.handle.getDirectoryHandle(tried, { create: true }));
        return made === 'free' || made === 'other' ? null : made;
      });
      return { handle: found, taken: new Map(), firstFree: new Map() };
    });
    folders.set(last.id, making);
    making.catch(() => folders.delete(last.id));
    return making;
  }

  return {
    folder: async (path) => (await enter(path)).handle,
    async file(node, above, known) {
      const into = await enter(above);
      const folder = into.handle;
      if (known !== undefined) {
        into.taken.set(foldedName(known), node.id);
        return { handle: await folder.getFileHandle(known, { create: true }), folder, name: known, isPresent: false };
      }
      const { name: chosen, found } = await reserveName(into, node, async (tried) => {
        const old = await lookUp(() => folder.getFileHandle(tried), 'free');
        if (old === 'other') return null;
        if (old === 'free') {
          await onNamed(node.id, tried, folder);
          return { handle: await folder.getFileHandle(tried, { create: true }), isPresent: false };
        }
        const file = await old.getFile();
        return file.size === node.sizeBytes && (await isSame(file, node)) ? { handle: old, isPresent: true } : null;
      });
      return { ...found, folder, name: chosen };
    },
  };
}
