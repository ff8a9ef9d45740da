/** Tables of IndexedDB, opened with the first transaction. A failure is logged; the caller gets a fallback. */

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export interface Tables {
  objectStore(name: string): IDBObjectStore;
}

/** Transactions on one table run in the order of their calls. @param fallback  the result after a failure */
export type Transact = <T>(names: string[], fallback: T, work: (tables: Tables) => Promise<T> | T) => Promise<T>;

/** @param make  creates the tables of version 1 */
export function makeTables(database: string, make: (database: IDBDatabase) => void): Transact {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => make(request.result);
    return answerOf(request).then((opened) => {
      // Another page deletes the database: an open connection would block it. The next transaction opens it again.
      opened.onversionchange = () => {
        opened.close();
        opening = null;
      };
      return opened;
    });
  }

  return async (names, fallback, work) => {
    try {
      opening ??= open();
      const transaction = (await opening).transaction(names, 'readwrite');
      return await work({ objectStore: (name) => transaction.objectStore(name) });
    } catch (error) {
      console.warn(database, error);
      return fallback;
    }
  };
}
