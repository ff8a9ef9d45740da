/**
 * A text that is edited and not saved yet, on this device: a reload or a lost session loses nothing. Session storage, because other
 * users of the device must not see it. Never throws.
 */

/** 2 MiB of letters: longer texts are not stored. */
const MAX_CHARS = 2_097_152;

export interface TextDraft {
  /** Revision of the content that was edited. */
  readonly revision: string;
  readonly text: string;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param storage  read at every use: its getter throws where storage is forbidden */
export function makeTextDraft(userId: string, fileId: string, storage: () => DraftStorage = () => sessionStorage) {
  const name = `pp_text_draft_${userId}_${fileId}`;
  function tried<T>(otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      console.warn('a draft was not stored', error);
      return otherwise;
    }
  }
  const clear = () => tried(undefined, () => storage().removeItem(name));
  return {
    clear,
    read: (): TextDraft | null =>
      tried(null, () => {
        const { revision, text } = JSON.parse(storage().getItem(name) ?? '{}') as Partial<TextDraft>;
        return typeof revision === 'string' && typeof text === 'string' ? { revision, text } : null;
      }),
    write: (draft: TextDraft) => {
      if (draft.text.length > MAX_CHARS) clear();
      else tried(undefined, () => storage().setItem(name, JSON.stringify(draft)));
    },
  };
}
