/**
 * Text typed into a dialog, stored until the tab is closed: a reload, a lost session or a refusal loses nothing.
 * Session storage, because other users of the device must not see it. Never throws.
 */

/** Longer than any of our fields; a longer text is not stored. */
const MAX_CHARS = 10_000;
const NAME = 'pp_feedback_draft';

export interface Draft {
  /** '' when this user has no draft. */
  read(): string;
  /** '' deletes it. */
  write(text: string): void;
}

/** @param storage  read at every use: its getter throws where storage is forbidden */
export function makeDraft(
  userId: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => sessionStorage,
): Draft {
  const mark = `${userId}\n`;
  return {
    read() {
      try {
        const stored = storage().getItem(NAME) ?? '';
        return stored.startsWith(mark) ? stored.slice(mark.length) : '';
      } catch {
        return '';
      }
    },
    write(text) {
      try {
        if (text === '' || text.length > MAX_CHARS) storage().removeItem(NAME);
        else storage().setItem(NAME, mark + text);
      } catch (error) {
        console.warn('a draft was not kept', error);
      }
    },
  };
}
