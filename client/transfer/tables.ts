/** Tables of the browser's database, opened when first asked. What fails is logged, and whoever asked goes on without. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export interface Tables {
  objectStore(name: string): IDBObjectStore;
}

/** Transactions of the same tables run in the order they were made. @param otherwise  the answer where nothing can be kept */
export type Tried = <T>(names: string[], otherwise: T, work: (tables: Tables) => Promise<T> | T) => Promise<T>;

/** @param make  makes the tables of version 1 */
export function makeTables(database: string, make: (database: IDBDatabase) => void): Tried {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => make(request.result);
    return answerOf(request).then((opened) => {
      // Somebody takes all of it away: nothing may stand in the way, and the next who asks opens it anew.
      opened.onversionchange = () => {
        opened.close();
        opening = null;
      };
      return opened;
    });
  }

  return async (names, otherwise, work) => {
    try {
      opening ??= open();
      const transaction = (await opening).transaction(names, 'readwrite');
      return await work({ objectStore: (name) => transaction.objectStore(name) });
    } catch (error) {
      console.warn(database, error);
      return otherwise;
    }
  };
}
