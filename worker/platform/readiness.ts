/** Whether the parts that a request needs answer: one read of each. One machine asks through `/_internal/ready`. */
import { type Clock, sleep } from './clock.ts';

/** One part and its check. */
export interface PartCheck {
  readonly ok: boolean;
  readonly ms: number;
}

export interface Readiness {
  /** The Worker's clock, epoch ms. */
  readonly nowMs: number;
  readonly parts: Readonly<Record<string, PartCheck>>;
}

/** 3 s: a part that takes longer is not ready. */
const PATIENCE_MS = 3_000;

async function check(read: () => Promise<unknown>, clock: Clock): Promise<PartCheck> {
  const beganMs = clock.nowMs();
  const ok = await Promise.race([
    read().then(
      () => true,
      () => false,
    ),
    sleep(PATIENCE_MS).then(() => false),
  ]);
  return { ok, ms: clock.nowMs() - beganMs };
}

/** @param reads  by name of the part; each reads something small, and writes nothing */
export async function readinessOf(
  reads: Readonly<Record<string, () => Promise<unknown>>>,
  clock: Clock,
): Promise<Readiness> {
  const parts = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => [name, await check(read, clock)] as const),
  );
  return { nowMs: clock.nowMs(), parts: Object.fromEntries(parts) };
}
