/** Rules of tries of a password. Pure: `nowMs` is passed in. */

export interface AttemptRow {
  readonly startedMs: number;
  readonly count: number;
}

/**
 * Counts one more attempt, before its password is checked, so that parallel guesses cannot outrun the count.
 * @returns null when the window holds `limit` attempts and no human check allows more
 */
export function takeAttempt(
  row: AttemptRow | null,
  ask: { nowMs: number; windowMs: number; limit: number; checked: boolean },
): AttemptRow | null {
  const open = row && ask.nowMs < row.startedMs + ask.windowMs ? row : { startedMs: ask.nowMs, count: 0 };
  if (open.count >= ask.limit && !ask.checked) return null;
  return { startedMs: open.startedMs, count: open.count + 1 };
}
