/**
 * The offline page, cached per language and build, and returned for a page that the network cannot deliver. Caches nothing else:
 * no page of a user, no API answer. Used by offline-worker.ts; imports no module, because the worker is one file.
 */

const CACHE_PREFIX = 'magpie-offline-';
/** Holds the language of the last page. */
const LAST_KEY = '/offline/last';
const STYLE_LINK = /<link rel="stylesheet" href="([^"]+)"/g;

export interface OfflinePorts {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
}

export interface OfflinePages {
  /** Caches the page in this language and of this build. @throws errors of the network or the storage */
  store(language: string, build: string): Promise<void>;
  /** The page for an address that could not be loaded; null when none is cached. */
  pageFor(pathname: string): Promise<Response | null>;
  /** A style sheet of the page. */
  styleFor(pathname: string): Promise<Response | null>;
  clear(): Promise<void>;
}

function keyOf(language: string): string {
  return `/offline?locale=${language}`;
}

export function makeOfflinePages({ caches, fetch }: OfflinePorts): OfflinePages {
  const names = async () => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));

  /** Two caches exist only while one build replaces another. */
  async function find(look: (cache: Cache) => Promise<Response | undefined>): Promise<Response | null> {
    for (const name of (await names()).toReversed()) {
      const found = await look(await caches.open(name));
      if (found) return found;
    }
    return null;
  }

  async function drop(current: string): Promise<void> {
    for (const name of await names()) if (name !== current) await caches.delete(name);
  }

  return {
    async store(language, build) {
      const name = `${CACHE_PREFIX}${build}`;
      const cache = await caches.open(name);
      if (!(await cache.match(keyOf(language)))) {
        // Without cookies the page belongs to no user, and no choice of language is stored.
        const page = await fetch(keyOf(language), { credentials: 'omit', cache: 'no-store' });
        if (!page.ok || page.redirected || !page.headers.get('content-type')?.startsWith('text/html')) return;
        const styles = Array.from((await page.clone().text()).matchAll(STYLE_LINK), ({ 1: address = '' }) => address);
        await cache.addAll(styles);
        // Last, so that a cached page has all its styles.
        await cache.put(keyOf(language), page);
      }
      await cache.put(LAST_KEY, new Response(language));
      await drop(name);
    },
    pageFor: (pathname) =>
      find(async (cache) => {
        const last = await (await cache.match(LAST_KEY))?.text();
        const named = await cache.match(keyOf(pathname.split('/', 2)[1] ?? ''));
        return named ?? (last === undefined ? undefined : await cache.match(keyOf(last)));
      }),
    styleFor: (pathname) => find((cache) => cache.match(pathname)),
    clear: () => drop(''),
  };
}
