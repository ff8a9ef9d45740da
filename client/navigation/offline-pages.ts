/**
 * The offline page, kept per language and build, and given in place of a page that the network does not bring. Keeps nothing
 * else: no page of a person, no answer of an API. Used by offline-worker.ts; imports no room, because the worker is one file.
 */

const CACHE_PREFIX = 'magpie-offline-';
/** Holds the language that was asked for last. */
const LAST_KEY = '/offline/last';
const STYLE_LINK = /<link rel="stylesheet" href="([^"]+)"/g;

export interface OfflinePorts {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
}

export interface OfflinePages {
  /** Has the page in this language and of this build, from now on. @throws whatever the network or the storage throws */
  keep(language: string, build: string): Promise<void>;
  /** The page for an address that could not be loaded; null when none is kept. */
  pageFor(pathname: string): Promise<Response | null>;
  /** A style sheet of the page. */
  styleFor(pathname: string): Promise<Response | null>;
  forget(): Promise<void>;
}

function keyOf(language: string): string {
  return `/offline?locale=${language}`;
}

export function makeOfflinePages({ caches, fetch }: OfflinePorts): OfflinePages {
  const names = async () => (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));

  /** There is one cache, but for the moment in which a build follows another. */
  async function find(look: (cache: Cache) => Promise<Response | undefined>): Promise<Response | null> {
    for (const name of (await names()).toReversed()) {
      const found = await look(await caches.open(name));
      if (found) return found;
    }
    return null;
  }

  async function drop(kept: string): Promise<void> {
    for (const name of await names()) if (name !== kept) await caches.delete(name);
  }

  return {
    async keep(language, build) {
      const name = `${CACHE_PREFIX}${build}`;
      const cache = await caches.open(name);
      if (!(await cache.match(keyOf(language)))) {
        // Without cookies: nobody's page, and no choice of language is stored on the way.
        const page = await fetch(keyOf(language), { credentials: 'omit', cache: 'no-store' });
        if (!page.ok || page.redirected || !page.headers.get('content-type')?.startsWith('text/html')) return;
        const styles = Array.from((await page.clone().text()).matchAll(STYLE_LINK), ({ 1: address = '' }) => address);
        await cache.addAll(styles);
        // Last: a page that is kept is kept whole.
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
    forget: () => drop(''),
  };
}
