/**
 * The framework's router with a cache for plain addresses: matching a path against every pattern costs more than answering a page
 * from memory. The framework parses the patterns; a cached result is never changed.
 */
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

/** Cached results; then all are deleted, which costs one match each. */
const MAX_CACHED = 512;
/** Addresses with ids are requested once: not worth caching. */
const SHORT = /^[A-Za-z0-9/_.-]{1,48}$/;

export function makeCachingRouter<T>(): Router<T> {
  const inner = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const cache = new Map<string, Result<T>>();
  return {
    name: 'CachingRouter',
    add(method, path, handler) {
      inner.add(method, path, handler);
    },
    match(method, path) {
      if (method !== 'GET' || !SHORT.test(path)) return inner.match(method, path);
      const cached = cache.get(path);
      if (cached) return cached;
      const result = inner.match(method, path);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(path, result);
      return result;
    },
  };
}
