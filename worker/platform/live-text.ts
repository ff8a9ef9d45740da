/**
 * A text in KV that every request reads: cached in the isolate, reloaded when it is old, and the last good one while KV fails.
 * KV may be a minute stale; data that must not be stale is stored elsewhere.
 */
import type { Parsed } from '#shared/document-kind.ts';
import { SECOND_MS } from '#shared/units.ts';
import { type Clock, inTime } from './clock.ts';
import { logError } from './log.ts';

/** Lifetime of KV's own cache at the edge; the platform's minimum. */
const KV_CACHE_SECONDS = 30;
/** Together with KV's cache below a minute: a published text is live within 60 s. */
const FRESH_MS = 20 * SECOND_MS;
/** Pause between attempts before the first successful read. */
const RETRY_MS = SECOND_MS;
/** Time limit of a read from KV. */
const READ_TIMEOUT_MS = 2 * SECOND_MS;

export interface LiveTextOptions<T> {
  readonly kv: Pick<KVNamespace, 'get'>;
  readonly key: string;
  /** The text before the first publication; must parse. */
  readonly initial: string;
  parse(text: string): Parsed<T>;
  /** The permanent store of the text: read only before the first successful read while KV fails. Null: nothing is published. */
  readonly source?: () => Promise<string | null>;
  readonly clock: Clock;
}

export interface LiveText<T> {
  /** The value; never throws. */
  current(): Promise<T>;
  /** False while `current` is the initial text because none could be read. */
  isRead(): boolean;
}

/** @throws Error when `initial` does not parse: the code is wrong */
export function makeLiveText<T>({ kv, key, initial, parse, source, clock }: LiveTextOptions<T>): LiveText<T> {
  const first = parse(initial);
  if (!first.ok) throw new Error(`the initial text of ${key} does not parse`);
  let value = first.value;
  let text = initial;
  let loadedMs = Number.NEGATIVE_INFINITY;
  /** Before the first read no request gets the initial text without waiting: stricter rules may be published. */
  let isRead = false;

  function use(current: string): void {
    if (current !== text) {
      const parsed = parse(current);
      // A text that does not parse was written by a newer or a broken build: the last good one stays.
      if (!parsed.ok) throw new Error(`${key} does not parse: ${parsed.problems[0]?.message ?? ''}`);
      value = parsed.value;
      text = current;
    }
    isRead = true;
  }

  async function load(): Promise<void> {
    try {
      use((await inTime(kv.get(key, { cacheTtl: KV_CACHE_SECONDS }), READ_TIMEOUT_MS)) ?? initial);
      return;
    } catch (error) {
      logError('live-text', error, { key });
    }
    if (isRead || !source) return;
    try {
      use((await inTime(source(), READ_TIMEOUT_MS)) ?? initial);
    } catch (error) {
      logError('live-text.source', error, { key });
    }
  }

  return {
    isRead: () => isRead,
    current: async () => {
      const nowMs = clock.nowMs();
      if (isRead && nowMs - loadedMs < FRESH_MS) return value;
      if (!isRead && nowMs - loadedMs < RETRY_MS) return value;
      if (isRead) {
        // Set before the wait: one request loads, concurrent ones use the cached value.
        loadedMs = nowMs;
        await load();
        return value;
      }
      // In a new isolate each request loads by itself: the runtime lets no request await the I/O of another.
      await load();
      loadedMs = nowMs;
      return value;
    },
  };
}
