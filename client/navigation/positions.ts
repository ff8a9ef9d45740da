/**
 * Scroll position of each page in this tab's history. The browser's own positions are lost between pages of one document:
 * replacing a page by one of another height overwrites them.
 */

export interface LeftPage {
  /** Key of the history entry. */
  readonly key: string;
  /** Pixels from the top. */
  readonly top: number;
}

export interface Positions {
  store(left: LeftPage): void;
  /** 0 for an unknown page. */
  topOf(key: string): number;
}

const STORE_KEY = 'pp_scroll';
/** Entries stored; users rarely go back further. */
const MAX_STORED = 50;

/** @param storage  called at every use; where it throws, positions last as long as the document */
export function makePositions(storage: () => Pick<Storage, 'getItem' | 'setItem'>): Positions {
  let pages: readonly LeftPage[] = [];
  try {
    const known: unknown = JSON.parse(storage().getItem(STORE_KEY) ?? '[]');
    if (Array.isArray(known)) pages = known as readonly LeftPage[];
  } catch {
    // Forbidden or damaged.
  }
  return {
    store(left) {
      pages = [...pages.filter(({ key }) => key !== left.key), left].slice(-MAX_STORED);
      try {
        storage().setItem(STORE_KEY, JSON.stringify(pages));
      } catch {
        // Full or forbidden.
      }
    },
    topOf: (key) => pages.find((left) => left.key === key)?.top ?? 0,
  };
}
