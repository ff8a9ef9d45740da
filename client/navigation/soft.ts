/**
 * From one public page to another without loading a document; asked for on intent. Scrolling to the top or to an anchor is
 * the browser's own (Navigation API); where there is none, this file is never loaded and links are links.
 */
import { pageFetch } from '#client/api/fetch.ts';
import { makePageParts } from './page-parts.ts';
import { makePayloads } from './payloads.ts';
import { type LeftPage, makePositions } from './positions.ts';
import { softPath } from './soft-link.ts';

/** A pointer that only passes by is faster than this. */
const HOVER_MS = 65;

export interface SoftNavigation {
  /** Somebody is about to follow what lies under this event. */
  intend(event: Event): void;
  /** Shows the page of an entry of the history that the browser has already gone back or forward to. */
  return(to: Pick<NavigationDestination, 'url' | 'key'>, left: LeftPage): Promise<void>;
}

function linkOf(event: Event): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.target === '' && !link.hasAttribute('download') ? link : null;
}

export function startSoft(page: Document): SoftNavigation {
  const build = page.documentElement.dataset['build'] ?? '';
  const parts = makePageParts(page);
  const payloads = makePayloads({
    build,
    http: pageFetch(page),
    timeout: (ms) => AbortSignal.timeout(ms),
    nowMs: Date.now,
  });
  const positions = makePositions(() => sessionStorage);
  const isSparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  let hover = 0;

  /** @param isSeen  it was shown before. @returns false when somebody has gone on meanwhile */
  async function show(address: string, isSeen: boolean): Promise<boolean> {
    const payload = await payloads.get(new URL(address).pathname, isSeen);
    if (location.href !== address) return false;
    if (!payload || !parts.show(payload)) {
      location.reload();
      // What is shown stays as it is until the document is here.
      return new Promise(() => undefined);
    }
    void import('./offline.ts').then(({ storeOfflinePage }) => storeOfflinePage(page));
    return true;
  }

  function intend(event: Event): void {
    clearTimeout(hover);
    const link = linkOf(event);
    const path = link && !isSparing ? softPath(link.href, location.href) : null;
    if (path === null) return;
    if (event.type === 'pointerover') hover = window.setTimeout(() => void payloads.get(path), HOVER_MS);
    else void payloads.get(path);
  }

  for (const name of ['pointerover', 'focusin', 'touchstart']) page.addEventListener(name, intend, { passive: true });

  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest, formData } = event;
    // Traversal is taken by the small script, which is there from the start (plain/intent.ts).
    if (!event.canIntercept || event.hashChange || navigationType !== 'push' || downloadRequest !== null || formData)
      return;
    if (softPath(destination.url, location.href) === null) return;
    positions.keep({ key: navigation.currentEntry?.key ?? '', top: scrollY });
    event.intercept({ focusReset: 'manual', handler: async () => void (await show(destination.url, false)) });
  });

  return {
    intend,
    async return(to, left) {
      positions.keep(left);
      if (await show(to.url, true)) scrollTo({ top: positions.topOf(to.key), behavior: 'instant' });
    },
  };
}
