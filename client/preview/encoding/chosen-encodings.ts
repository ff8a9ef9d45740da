/** Encodings that a person chose for texts and archives: a view, stored on this device alone. */
import { fieldsOf, json, type LocalKey } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { isTextEncoding, type TextEncoding } from '#shared/content/encoding/encodings.ts';

/** Files whose choice is stored; the oldest is dropped. */
const MAX_FILES = 200;

type Chosen = Readonly<Record<string, TextEncoding>>;

function keyOf(userId: string): LocalKey<Chosen> {
  return json<Chosen>(
    `pp_text_encodings_${userId}`,
    (value) =>
      Object.fromEntries(
        Object.entries(fieldsOf(value))
          .filter((entry): entry is [string, TextEncoding] => isTextEncoding(entry[1]))
          .slice(-MAX_FILES),
      ),
    (value) => value,
  );
}

export interface ChosenEncodings {
  /** Null: none is chosen. */
  get(fileId: string): TextEncoding | null;
  /** @param encoding  null forgets the choice */
  set(fileId: string, encoding: TextEncoding | null): void;
}

/** @param userId  '' for a visitor */
export function makeChosenEncodings(userId: string, store = makeLocalStore(() => localStorage)): ChosenEncodings {
  const key = keyOf(userId);
  return {
    get: (fileId) => store.get(key)?.[fileId] ?? null,
    set(fileId, encoding) {
      const { [fileId]: _, ...others } = store.get(key) ?? {};
      const next = encoding === null ? others : { ...others, [fileId]: encoding };
      store.set(key, Object.fromEntries(Object.entries(next).slice(-MAX_FILES)));
    },
  };
}
