/**
 * Where each page of this tab's history was scrolled to when it was left. The browser's own memory is of no use between
 * pages of one document: it is overwritten while one page makes room for another of a different height.
 */

export interface LeftPage {
  /** Of the entry in the navigation history. */
  readonly key: string;
  /** Pixels from the top. */
  readonly top: number;
}

export interface Positions {
  keep(left: LeftPage): void;
  /** 0 for a page that nothing is known of. */
  topOf(key: string): number;
}

const STORE_KEY = 'pp_scroll';
/** Longer ways back are walked by nobody. */
const MAX_KEPT = 50;

/** @param storage  asked for at every use; may throw where it is forbidden: then the memory lasts as long as the document */
export function makePositions(storage: () => Pick<Storage, 'getItem' | 'setItem'>): Positions {
  let kept: readonly LeftPage[] = [];
  try {
    const known: unknown = JSON.parse(storage().getItem(STORE_KEY) ?? '[]');
    if (Array.isArray(known)) kept = known as readonly LeftPage[];
  } catch {
    // Forbidden, or not written by us.
  }
  return {
    keep(left) {
      kept = [...kept.filter(({ key }) => key !== left.key), left].slice(-MAX_KEPT);
      try {
        storage().setItem(STORE_KEY, JSON.stringify(kept));
      } catch {
        // Full or forbidden.
      }
    },
    topOf: (key) => kept.find((left) => left.key === key)?.top ?? 0,
  };
}
