/**
 * Soft navigation: shows another public page without loading a document; loaded on intent. The browser scrolls to the top or to an
 * anchor (Navigation API). Browsers without that API never load this file and follow links as usual.
 */
import { pageFetch } from '#client/api/fetch.ts';
import { makePageParts } from './page-parts.ts';
import { makePayloads } from './payloads.ts';
import { type LeftPage, makePositions } from './positions.ts';
import { softPath } from './soft-link.ts';

/** A pointer that only crosses a link leaves it sooner. */
const HOVER_MS = 65;

export interface SoftNavigation {
  /** The user is about to follow the link of this event. */
  intend(event: Event): void;
  /** Shows the page of a history entry that the browser has already gone back or forward to. */
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
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  let hover = 0;

  /** @param isSeen  the page was shown before. @returns false when the user has followed another link */
  async function show(address: string, isSeen: boolean): Promise<boolean> {
    const payload = await payloads.get(new URL(address).pathname, isSeen);
    if (location.href !== address) return false;
    if (!payload || !parts.show(payload)) {
      location.reload();
      // The shown page stays until the document loads.
      return new Promise(() => undefined);
    }
    void import('./offline.ts').then(({ storeOfflinePage }) => storeOfflinePage(page));
    return true;
  }

  function intend(event: Event): void {
    clearTimeout(hover);
    const link = linkOf(event);
    const path = link && !savesData ? softPath(link.href, location.href) : null;
    if (path === null) return;
    if (event.type === 'pointerover') hover = window.setTimeout(() => void payloads.get(path), HOVER_MS);
    else void payloads.get(path);
  }

  for (const name of ['pointerover', 'focusin', 'touchstart']) page.addEventListener(name, intend, { passive: true });

  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest, formData } = event;
    // The page script handles traversal, because it is loaded from the start (pages/shell/intent.ts).
    if (!event.canIntercept || event.hashChange || navigationType !== 'push' || downloadRequest !== null || formData)
      return;
    if (softPath(destination.url, location.href) === null) return;
    positions.store({ key: navigation.currentEntry?.key ?? '', top: scrollY });
    event.intercept({ focusReset: 'manual', handler: async () => void (await show(destination.url, false)) });
  });

  return {
    intend,
    async return(to, left) {
      positions.store(left);
      if (await show(to.url, true)) scrollTo({ top: positions.topOf(to.key), behavior: 'instant' });
    },
  };
}
