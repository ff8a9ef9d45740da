/** The databases of this origin. */

/** Their names: none where the browser denies storage, null where it cannot list them. */
export async function databaseNames(): Promise<readonly string[] | null> {
  try {
    if (typeof indexedDB.databases !== 'function') return null;
    return (await indexedDB.databases()).map(({ name }) => name ?? '');
  } catch {
    return [];
  }
}
