/** Folders of an upload: each path below the target is made once, however many files ask for it. */

export interface FolderMaker {
  /** Id of the folder at `path` below `rootId`, made when first asked for. */
  idOf(rootId: string, path: readonly string[]): Promise<string>;
}

/** @param create  makes one folder and answers its id */
export function makeFolderMaker(create: (parentId: string, name: string) => Promise<string>): FolderMaker {
  const made = new Map<string, Promise<string>>();
  function idOf(rootId: string, path: readonly string[]): Promise<string> {
    const name = path.at(-1);
    if (name === undefined) return Promise.resolve(rootId);
    const key = JSON.stringify([rootId, ...path]);
    const known = made.get(key);
    if (known) return known;
    const making = idOf(rootId, path.slice(0, -1)).then((parentId) => create(parentId, name));
    made.set(key, making);
    // A failed one is tried again by whoever asks next.
    making.catch(() => made.delete(key));
    return making;
  }
  return { idOf };
}
