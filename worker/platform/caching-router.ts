/**
 * The framework's router with a cache: matching a path against every pattern costs more than answering a page from memory. Addresses
 * that differ in their ids alone share a result, in which the ids are filled in. A cached result is never changed.
 */
import type { Params, Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/** Cached results; then all are deleted, which costs one match each. */
const MAX_CACHED = 512;
/** Other addresses are matched each time: they could fill the cache. */
const PLAIN = /^[A-Za-z0-9/_.-]{1,200}$/;
/** Segments as the ids of files, links and tasks. */
const IDS = /(?<=\/)[A-Za-z0-9_-]{26}(?=\/|$)/g;
/** Ids in the place of those of an address: as long, and none that is given out. */
const MARKS = ['0', '1', '2', '3'].map((digit) => digit.repeat(26));

/** The parameters of an address, from those of its marked form. */
function filledIn(params: Params, ids: readonly string[]): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      ids.reduce((text, id, at) => text.replaceAll(MARKS[at] ?? '', () => id), value),
    ]),
  );
}

export function makeCachingRouter<T>(): Router<T> {
  // Of the framework's routers the one that takes all of our patterns.
  const inner = new TrieRouter<T>();
  const cache = new Map<string, Result<T>>();

  function matchCached(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const result = inner.match(method, path);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, result);
    return result;
  }

  return {
    name: 'CachingRouter',
    add(method, path, handler) {
      inner.add(method, path, handler);
    },
    match(method, path) {
      if (!PLAIN.test(path)) return inner.match(method, path);
      const ids = path.match(IDS) ?? [];
      if (ids.length === 0) return matchCached(method, path);
      if (ids.length > MARKS.length || MARKS.some((mark) => path.includes(mark))) return inner.match(method, path);
      let at = 0;
      const marked = path.replaceAll(IDS, () => MARKS[at++] ?? '');
      const [handlers] = matchCached(method, marked);
      return [handlers.map(([handler, params]) => [handler, filledIn(params as Params, ids)])];
    },
  };
}
