/**
 * The framework's router, which remembers where plain addresses led: matching a path against every pattern costs more than
 * answering a page from memory. Reading patterns is left to the framework; a result is never written to.
 */
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';

/** So many answers are remembered; then all are forgotten, which costs one matching each. */
const MAX_KEPT = 512;
/** Addresses with ids in them are asked for once: not worth a place. */
const SHORT = /^[A-Za-z0-9/_.-]{1,48}$/;

export function makeCachingRouter<T>(): Router<T> {
  const inner = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const kept = new Map<string, Result<T>>();
  return {
    name: 'CachingRouter',
    add(method, path, handler) {
      inner.add(method, path, handler);
    },
    match(method, path) {
      if (method !== 'GET' || !SHORT.test(path)) return inner.match(method, path);
      const known = kept.get(path);
      if (known) return known;
      const found = inner.match(method, path);
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(path, found);
      return found;
    },
  };
}
