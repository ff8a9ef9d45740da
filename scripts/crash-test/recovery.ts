/** When a started server has recovered: every task has ended, nothing is being hashed, every outbox is empty. */
import { setTimeout as delay } from 'node:timers/promises';
import { copyState, rowsOf } from '#scripts/audit/state-copy.ts';

/** A look copies every database. */
const POLL_MS = 400;
/** Longer than any lease and any retry. */
const PATIENCE_MS = 120_000;

/** Work that is still under way, one line each. */
export async function workLeft(dataDir: string): Promise<string[]> {
  const state = await copyState(dataDir);
  try {
    return state.objects.flatMap(({ className, name, db }) => {
      // A reserved identifier has a deadline and no work: it waits a minute after each sign-up.
      const waiting = "SELECT event FROM _outbox WHERE event <> 'auth.identifier-reserved'";
      const events = rowsOf<{ event: string }>(db, waiting).map(({ event }) => `event ${event}`);
      const work =
        className === 'DriveObject'
          ? rowsOf<{ label: string }>(
              db,
              "SELECT 'task ' || type || ' ' || id AS label FROM tasks WHERE job IS NOT NULL UNION ALL SELECT 'hashing ' || id FROM uploads WHERE state = 'hashing'",
            ).map(({ label }) => label)
          : [];
      return [...events, ...work].map((label) => `${className} ${name}: ${label}`);
    });
  } finally {
    state.close();
  }
}

/** Waits until nothing is under way. @returns what never ended; empty when all did */
export async function untilRecovered(dataDir: string): Promise<string[]> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const left = await workLeft(dataDir);
    if (left.length === 0 || performance.now() > untilMs) return left;
    await delay(POLL_MS);
  }
}
