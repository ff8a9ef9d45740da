/**
 * Local storage that never throws: garbage is deleted; storage that is full or forbidden is logged and the default is used.
 * The keys are in local-keys.ts. Source: spec section 8, "Local storage failures are logged and defaults used".
 */
import type { LocalKey } from './key-kinds.ts';

export interface LocalStore {
  /** Null when there is nothing readable. */
  get<T>(key: LocalKey<T>): T | null;
  /** @returns false when it was not stored */
  set<T>(key: LocalKey<T>, value: T): boolean;
  remove<T>(key: LocalKey<T>): void;
}

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param storage  read at every use: its getter throws where storage is forbidden */
export function makeLocalStore(
  storage: () => TextStorage,
  log: (...parts: readonly unknown[]) => void = console.warn,
): LocalStore {
  function tried<T>(what: string, name: string, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      log('local storage', what, name, error);
      return otherwise;
    }
  }

  const remove: LocalStore['remove'] = (key) =>
    tried('remove', key.name, undefined, () => storage().removeItem(key.name));

  return {
    get(key) {
      const text = tried('read', key.name, null, () => storage().getItem(key.name));
      if (text === null) return null;
      const value = tried('parse', key.name, null, () => key.read(text));
      if (value === null) remove(key);
      return value;
    },
    set: (key, value) =>
      tried('write', key.name, false, () => {
        storage().setItem(key.name, key.write(value));
        return true;
      }),
    remove,
  };
}
