/**
 * A text in KV, read by every request: kept in the isolate, asked for again when it is old, and the last good one while
 * KV fails. KV may be a minute stale; what must not be stale does not live here.
 */
import type { Parsed } from '#shared/document-kind.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from './clock.ts';
import { logError } from './log.ts';

/** KV's own cache at the edge keeps a read this long; the platform allows no less. */
const KV_CACHE_SECONDS = 30;
/** With KV's cache below a minute together: what is published is live within 60 s. */
const FRESH_MS = 20 * SECOND_MS;
/** While nothing was ever read, it is asked for again after this long. */
const RETRY_MS = SECOND_MS;
/** A KV that says nothing for so long has failed. */
const PATIENCE_MS = 2 * SECOND_MS;

export interface LiveTextOptions<T> {
  readonly kv: Pick<KVNamespace, 'get'>;
  readonly key: string;
  /** Read before anything was published; must parse. */
  readonly initial: string;
  parse(text: string): Parsed<T>;
  /** Where the text is kept for good: asked only when nothing was ever read and KV fails. Null: nothing is published. */
  readonly source?: () => Promise<string | null>;
  readonly clock: Clock;
}

export interface LiveText<T> {
  /** The value; never throws. */
  current(): Promise<T>;
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('KV gave no answer in time')), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Error when `initial` does not parse: the code is wrong */
export function makeLiveText<T>({ kv, key, initial, parse, source, clock }: LiveTextOptions<T>): LiveText<T> {
  const first = parse(initial);
  if (!first.ok) throw new Error(`the initial text of ${key} does not parse`);
  let value = first.value;
  let text = initial;
  let askedMs = Number.NEGATIVE_INFINITY;
  /** Until something was read, nobody is answered by what the build brought: rules may stand that it does not know. */
  let isRead = false;

  function take(found: string): void {
    if (found !== text) {
      const parsed = parse(found);
      // What cannot be read was written by a newer or a broken build: the last good one stays.
      if (!parsed.ok) throw new Error(`${key} does not parse: ${parsed.problems[0]?.message ?? ''}`);
      value = parsed.value;
      text = found;
    }
    isRead = true;
  }

  async function ask(): Promise<void> {
    try {
      take((await inTime(kv.get(key, { cacheTtl: KV_CACHE_SECONDS }))) ?? initial);
      return;
    } catch (error) {
      logError('live-text', error, { key });
    }
    if (isRead || !source) return;
    try {
      take((await inTime(source())) ?? initial);
    } catch (error) {
      logError('live-text.source', error, { key });
    }
  }

  return {
    current: async () => {
      const nowMs = clock.nowMs();
      if (isRead && nowMs - askedMs < FRESH_MS) return value;
      if (!isRead && nowMs - askedMs < RETRY_MS) return value;
      if (isRead) {
        // Set before the wait: one request asks, the others meanwhile use what is there.
        askedMs = nowMs;
        await ask();
        return value;
      }
      // In a fresh isolate each asks for itself: what one request waits for cannot be waited for by another.
      await ask();
      askedMs = nowMs;
      return value;
    },
  };
}
