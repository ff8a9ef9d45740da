/** Folders of an upload: each path below the target is made once, however many files ask for it. */
import type { KeptUpload } from './upload-record.ts';

/** Short and the same for the same path, so that making it again after a reload finds the first. 53 bits; a clash is refused. */
function shortOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

export interface FolderMaker {
  /** Id of the folder at `path` below `rootId`, made when its batch first asks for it. */
  idOf(way: FolderWay): Promise<string>;
  /** This one is there already. */
  know(way: FolderWay, id: string): void;
}

export interface FolderWay {
  readonly rootId: string;
  readonly path: readonly string[];
  /** What was chosen together shares its folders; the next choice gets its own. */
  readonly batch: string;
  /** Folders of the same names are used, not made. */
  readonly isMerged: boolean;
}

/** The way to the folder that an upload is for. */
export function wayOf({ folderId, folders, batch, isMerged = false }: KeptUpload): FolderWay {
  return { rootId: folderId, path: folders, batch, isMerged };
}

/** Makes one folder, or finds it, and answers its id; the same key, the same folder. */
export type CreateFolder = (parentId: string, name: string, key: string, isMerged: boolean) => Promise<string>;

export function makeFolderMaker(create: CreateFolder): FolderMaker {
  const made = new Map<string, Promise<string>>();
  const keyOf = ({ rootId, path, batch }: FolderWay) => `${batch}/${shortOf(JSON.stringify([rootId, ...path]))}`;
  function idOf(way: FolderWay): Promise<string> {
    const { path, isMerged } = way;
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(way.rootId);
    const key = keyOf(way);
    const known = made.get(key);
    if (known) return known;
    const making = idOf({ ...way, path: path.slice(0, -1) }).then((parentId) => create(parentId, name, key, isMerged));
    made.set(key, making);
    // A failed one is tried again by whoever asks next.
    making.catch(() => made.delete(key));
    return making;
  }
  return { idOf, know: (way, id) => void made.set(keyOf(way), Promise.resolve(id)) };
}
