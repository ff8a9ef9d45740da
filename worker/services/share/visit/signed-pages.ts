/**
 * Pages with signed content links, cached in this isolate: a popular page is parsed and signed once in ten minutes, not once a
 * visit. A cached page is the same for all visitors; the share's object decides at every visit who may see it.
 */
import type { FileObject } from '#shared/drive/model.ts';
import { MIB, MINUTE_MS } from '#shared/units.ts';
import type { PageBody } from './cached-body.ts';

/** Links made within this time end together, so that they are the same for all visitors. */
export const LINK_STEP_MS = 10 * MINUTE_MS;

/** Characters of page text in the cache. */
const MAX_CACHED_CHARS = 8 * MIB;

export interface SignedPage {
  readonly body: PageBody | null;
  readonly files: readonly FileObject[];
}

interface CachedPage extends SignedPage {
  readonly text: string;
  readonly epoch: number;
  readonly expiresAtMs: number;
}

export interface SignedPages {
  /** @param make  signs a page that is not cached, or was cached for another text, epoch or end */
  get(
    key: string,
    wanted: { text: string; epoch: number; expiresAtMs: number },
    make: () => Promise<SignedPage>,
  ): Promise<SignedPage>;
}

export function makeSignedPages(maxChars = MAX_CACHED_CHARS): SignedPages {
  const pages = new Map<string, CachedPage>();
  let chars = 0;

  function drop(key: string): void {
    chars -= pages.get(key)?.text.length ?? 0;
    pages.delete(key);
  }

  return {
    async get(key, { text, epoch, expiresAtMs }, make) {
      const cached = pages.get(key);
      if (cached && cached.epoch === epoch && cached.expiresAtMs === expiresAtMs && cached.text === text) {
        // The map is ordered by last use.
        pages.delete(key);
        pages.set(key, cached);
        return cached;
      }
      const made = await make();
      drop(key);
      if (text.length > maxChars) return made;
      pages.set(key, { ...made, text, epoch, expiresAtMs });
      chars += text.length;
      for (const oldest of pages.keys()) {
        if (chars <= maxChars) break;
        drop(oldest);
      }
      return made;
    },
  };
}
