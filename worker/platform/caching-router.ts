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

/** A result for a marked address. */
interface Form<T> {
  readonly handlers: readonly [T, Params][];
  /** Places of the handlers with a mark in their parameters: most have no parameters. */
  readonly marked: readonly number[];
}

const isMarked = (params: Params): boolean =>
  Object.values(params).some((value) => MARKS.some((mark) => value.includes(mark)));

/** The parameters of an address, from those of its marked form. */
function filledIn(params: Params, ids: readonly string[]): Params {
  const filled: Params = {};
  for (const [name, value] of Object.entries(params)) {
    let text = value;
    for (const [at, id] of ids.entries()) text = text.replaceAll(MARKS[at] ?? '', () => id);
    filled[name] = text;
  }
  return filled;
}

/** A map that is emptied when it is full. */
function makeMemory<T>(make: (method: string, path: string) => T): (method: string, path: string) => T {
  const known = new Map<string, T>();
  return (method, path) => {
    const key = `${method} ${path}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(method, path);
    if (known.size >= MAX_CACHED) known.clear();
    known.set(key, made);
    return made;
  };
}

export function makeCachingRouter<T>(): Router<T> {
  // Of the framework's routers the one that takes all of our patterns.
  const inner = new TrieRouter<T>();
  /** Names in patterns that are as long as an id, such as `oauth-authorization-server`. */
  const names = new Set<string>();
  const resultOf = makeMemory((method, path) => inner.match(method, path));
  const formOf = makeMemory((method, path): Form<T> => {
    const handlers = inner.match(method, path)[0] as [T, Params][];
    return { handlers, marked: [...handlers.keys()].filter((at) => isMarked(handlers[at]?.[1] ?? {})) };
  });
  return {
    name: 'CachingRouter',
    add(method, path, handler) {
      for (const [name] of path.matchAll(IDS)) names.add(name);
      inner.add(method, path, handler);
    },
    match(method, path) {
      if (!PLAIN.test(path)) return inner.match(method, path);
      const ids: string[] = [];
      const markedPath = path.replace(IDS, (id) => {
        if (names.has(id)) return id;
        ids.push(id);
        return MARKS[ids.length - 1] ?? id;
      });
      if (ids.length === 0) return resultOf(method, path);
      if (ids.length > MARKS.length || MARKS.some((mark) => path.includes(mark))) return inner.match(method, path);
      const { handlers, marked } = formOf(method, markedPath);
      const own = [...handlers];
      for (const at of marked) {
        const [handler, params] = own[at] ?? [];
        if (handler !== undefined && params) own[at] = [handler, filledIn(params, ids)];
      }
      return [own] as Result<T>;
    },
  };
}
