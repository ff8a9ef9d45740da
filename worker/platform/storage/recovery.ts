/**
 * A stored object goes back to an earlier moment by the platform's point-in-time recovery. Only while the whole installation is closed
 * (`RECOVERY=on`): objects agree by numbered events, and one that goes back alone would lose or repeat some.
 */

export interface RecoveryBindings {
  /** `on`: nothing is served but the recovery, and no alarm does work. Set by `npm run deploy -- --close` only. */
  readonly RECOVERY?: string;
}

export function isClosedForRecovery(env: unknown): boolean {
  return (env as RecoveryBindings).RECOVERY === 'on';
}

/** A moment, or a bookmark that undoes an earlier call. */
export type RecoveryTarget = { readonly atMs: number } | { readonly bookmark: string };

/** `undo`: the bookmark that leads back. `refused`: why nothing was done; '' when it was. */
export interface Armed {
  readonly undo: string;
  readonly refused: string;
}

/** How soon an object that went back does the work that was due at the time, and how long an alarm waits while all is closed. */
export const CLOSED_WAIT_MS = 60_000;

/** Goes back when the object is next started; nothing changes before. Never throws. */
export async function armRecovery(storage: DurableObjectStorage, env: unknown, to: RecoveryTarget): Promise<Armed> {
  if (!isClosedForRecovery(env)) return { undo: '', refused: 'the installation is not closed' };
  try {
    const bookmark = 'bookmark' in to ? to.bookmark : await storage.getBookmarkForTime(to.atMs);
    return { undo: await storage.onNextSessionRestoreBookmark(bookmark), refused: '' };
  } catch (error) {
    return { undo: '', refused: error instanceof Error ? error.message : String(error) };
  }
}
