/**
 * Pages with their links on, kept by this isolate: a link that many open is parsed and signed once in ten minutes, not once a
 * visit. What is kept is for everybody who may see the page; who may is decided by the share's object at every visit.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { MIB, MINUTE_MS } from '#shared/units.ts';
import type { PageBody } from './cached-body.ts';

/** Links made within this time end together, so that they are the same for all visitors. */
export const LINK_STEP_MS = 10 * MINUTE_MS;

/** Characters of page text kept at most. */
const KEPT_CHARS = 8 * MIB;

export interface SignedPage {
  readonly body: PageBody | null;
  readonly files: readonly FileObject[];
}

interface Kept extends SignedPage {
  readonly text: string;
  readonly epoch: number;
  readonly expiresAtMs: number;
}

export interface SignedPages {
  /** @param make  signs a page that is not kept, or was kept for another text, epoch or end */
  get(
    key: string,
    wanted: { text: string; epoch: number; expiresAtMs: number },
    make: () => Promise<SignedPage>,
  ): Promise<SignedPage>;
}

export function makeSignedPages(keptChars = KEPT_CHARS): SignedPages {
  const pages = new Map<string, Kept>();
  let chars = 0;

  function drop(key: string): void {
    chars -= pages.get(key)?.text.length ?? 0;
    pages.delete(key);
  }

  return {
    async get(key, { text, epoch, expiresAtMs }, make) {
      const kept = pages.get(key);
      if (kept && kept.epoch === epoch && kept.expiresAtMs === expiresAtMs && kept.text === text) {
        // Last in the map is last to go.
        pages.delete(key);
        pages.set(key, kept);
        return kept;
      }
      const made = await make();
      drop(key);
      if (text.length > keptChars) return made;
      pages.set(key, { ...made, text, epoch, expiresAtMs });
      chars += text.length;
      for (const oldest of pages.keys()) {
        if (chars <= keptChars) break;
        drop(oldest);
      }
      return made;
    },
  };
}
