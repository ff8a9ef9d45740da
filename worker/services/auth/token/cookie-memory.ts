/**
 * Session cookies that their accounts called current a moment ago, cached in this isolate, so that consecutive pages cost one object
 * call. An entry lasts as long as the grace of a superseded cookie, so it never opens a page that the account would refuse.
 */
import { REFRESH_GRACE_MS } from '../keys.ts';

export interface CookieMemory {
  isCurrent(sessionId: string, generation: number, nowMs: number): boolean;
  keep(sessionId: string, generation: number, nowMs: number): void;
}

/** Entries at most: 100 KB. */
const MAX_ENTRIES = 1_000;

export function makeCookieMemory(): CookieMemory {
  const untilMs = new Map<string, number>();
  return {
    isCurrent: (sessionId, generation, nowMs) => nowMs < (untilMs.get(`${sessionId}:${generation}`) ?? 0),
    keep(sessionId, generation, nowMs) {
      if (untilMs.size >= MAX_ENTRIES) untilMs.clear();
      untilMs.set(`${sessionId}:${generation}`, nowMs + REFRESH_GRACE_MS);
    },
  };
}
