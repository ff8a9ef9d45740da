/**
 * What a person has typed into a dialog, until this tab is closed: a reload, a lost session or a refusal loses nothing.
 * Session storage, because words of one person have no place on a device that others use. Never throws.
 */

/** Longer than any of our fields; a longer text is not kept. */
const MAX_CHARS = 10_000;

export interface Draft {
  /** '' for nothing of this person's. */
  read(): string;
  /** '' takes it away. */
  write(text: string): void;
}

/** @param storage  asked for at every use: its getter itself throws where storage is forbidden */
export function makeDraft(
  name: 'pp_feedback_draft',
  userId: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => sessionStorage,
): Draft {
  const mark = `${userId}\n`;
  return {
    read() {
      try {
        const kept = storage().getItem(name) ?? '';
        return kept.startsWith(mark) ? kept.slice(mark.length) : '';
      } catch {
        return '';
      }
    },
    write(text) {
      try {
        if (text === '' || text.length > MAX_CHARS) storage().removeItem(name);
        else storage().setItem(name, mark + text);
      } catch (error) {
        console.warn('a draft was not kept', error);
      }
    },
  };
}
