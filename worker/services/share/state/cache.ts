/**
 * Memory cache of data from the owner's drive: bounded by entries and bytes, one load in flight per key.
 * Holds JSON text, so that its size is known and a hit crosses to the Worker as one string. Independent of shares.
 */
import { type Result, succeed } from '#shared/errors.ts';

/** Cached for "the drive has no such node"; stored apart, so that unknown ids never push out pages that people read. */
export const NOT_FOUND = 'null';

export interface LoadCache {
  get(key: string): string | undefined;
  /**
   * Returns the cached text, or loads it once for all waiting callers.
   * @param load  may reject when its request was aborted; the next waiting caller then loads by its own
   * @param isCurrent  called after the load: a stale text is returned but not cached
   */
  load(key: string, load: () => Promise<Result<string>>, isCurrent: () => boolean): Promise<Result<string>>;
  /** The text that was used last of those that contain this, with its key. */
  find(part: string): { readonly key: string; readonly text: string } | undefined;
  clear(): void;
}

export interface CacheLimits {
  readonly entries: number;
  readonly bytes: number;
  readonly concurrentLoads: number;
}

export function makeLoadCache(limits: CacheLimits): LoadCache {
  const texts = new Map<string, string>();
  const missing = new Set<string>();
  const running = new Map<string, Promise<Result<string>>>();
  const queue: (() => void)[] = [];
  let bytes = 0;
  let runningCount = 0;

  function get(key: string): string | undefined {
    if (missing.has(key)) return NOT_FOUND;
    const text = texts.get(key);
    if (text === undefined) return undefined;
    texts.delete(key);
    texts.set(key, text);
    return text;
  }

  function add(key: string, text: string): void {
    if (text === NOT_FOUND) {
      missing.add(key);
      for (const oldest of missing) if (missing.size > limits.entries) missing.delete(oldest);
      return;
    }
    // A string may take two bytes for a character.
    const sizeOf = (value: string): number => 2 * value.length;
    if (sizeOf(text) > limits.bytes) return;
    texts.set(key, text);
    bytes += sizeOf(text);
    for (const [oldest, value] of texts) {
      if (texts.size <= limits.entries && bytes <= limits.bytes) break;
      texts.delete(oldest);
      bytes -= sizeOf(value);
    }
  }

  async function run(load: () => Promise<Result<string>>): Promise<Result<string>> {
    // A load from the queue takes over the slot of the one that ended, so the count is right without a race.
    if (runningCount >= limits.concurrentLoads) await new Promise<void>((resolve) => queue.push(resolve));
    else runningCount += 1;
    try {
      return await load();
    } finally {
      const next = queue.shift();
      if (next) next();
      else runningCount -= 1;
    }
  }

  return {
    get,
    async load(key, load, isCurrent) {
      for (;;) {
        const text = get(key);
        if (text !== undefined) return succeed(text);
        const other = running.get(key);
        if (!other) {
          const own = run(load);
          running.set(key, own);
          try {
            const result = await own;
            if (result.ok && isCurrent()) add(key, result.value);
            return result;
          } finally {
            if (running.get(key) === own) running.delete(key);
          }
        }
        try {
          return await other;
        } catch {
          // The other request was aborted; this one loads by itself in the next round.
          if (running.get(key) === other) running.delete(key);
        }
      }
    },
    find(part) {
      for (const [key, text] of [...texts].reverse()) if (text.includes(part)) return { key, text };
      return undefined;
    },
    clear() {
      texts.clear();
      missing.clear();
      bytes = 0;
    },
  };
}
