/**
 * Notices about the end of premium and of storage packs: a week and a day before, and at the end. A pure function of the
 * timeline: a grant that prolongs premium, or a reversal, moves them. Times are epoch ms.
 */
import { DAY_MS } from '#shared/units.ts';
import type { Timeline } from './timeline.ts';

export const EXPIRY_STAGES = ['week', 'day', 'ended'] as const;
export type ExpiryStage = (typeof EXPIRY_STAGES)[number];

/** A thing that ends. */
export interface Ending {
  readonly kind: 'premium' | 'storage';
  readonly startMs: number;
  readonly endMs: number;
  /** 0 for premium. */
  readonly bytes: number;
}

export interface ExpiryNotice extends Ending {
  /** Names the notice: it is sent once, whatever the clock does. */
  readonly key: string;
  readonly stage: ExpiryStage;
  readonly dueMs: number;
}

/** How long before the end a notice is due, and how long a thing must last at least to have it. */
const LEADS: Readonly<Record<ExpiryStage, { readonly beforeMs: number; readonly lastsMs: number }>> = {
  week: { beforeMs: 7 * DAY_MS, lastsMs: 14 * DAY_MS },
  day: { beforeMs: DAY_MS, lastsMs: 3 * DAY_MS },
  // A day that a check-in gave would write every week.
  ended: { beforeMs: 0, lastsMs: 2 * DAY_MS },
};
/** A notice that is later is not sent: after a long stop it would only confuse. */
const STALE_MS = 7 * DAY_MS;

/** Premium spans that follow each other are one; packs that end together are one. */
export function endingsOf({ premium, storage }: Timeline): Ending[] {
  const endings: Ending[] = [];
  for (const { startMs, endMs } of premium) {
    const last = endings.at(-1);
    if (last && last.endMs >= startMs) endings[endings.length - 1] = { ...last, endMs: Math.max(last.endMs, endMs) };
    else endings.push({ kind: 'premium', startMs, endMs, bytes: 0 });
  }
  const packs = new Map<number, Ending>();
  for (const { startMs, endMs, bytes } of storage) {
    const known = packs.get(endMs);
    const first = Math.min(known?.startMs ?? startMs, startMs);
    packs.set(endMs, { kind: 'storage', startMs: first, endMs, bytes: (known?.bytes ?? 0) + bytes });
  }
  return [...endings, ...packs.values()];
}

/** In the order in which they are due. */
export function expiryNotices(timeline: Timeline): ExpiryNotice[] {
  return endingsOf(timeline)
    .flatMap((ending) =>
      EXPIRY_STAGES.filter((stage) => ending.endMs - ending.startMs >= LEADS[stage].lastsMs).map((stage) => ({
        ...ending,
        stage,
        key: `${ending.kind}.${ending.endMs}.${stage}`,
        dueMs: ending.endMs - LEADS[stage].beforeMs,
      })),
    )
    .toSorted((one, other) => one.dueMs - other.dueMs);
}

/** Notices to send now: of those that announce one end, the latest alone. @param sent  keys of those that were sent */
export function dueNotices(timeline: Timeline, sent: ReadonlySet<string>, nowMs: number): ExpiryNotice[] {
  const latest = new Map<string, ExpiryNotice>();
  for (const notice of expiryNotices(timeline))
    if (notice.dueMs <= nowMs) latest.set(`${notice.kind}.${notice.endMs}`, notice);
  return [...latest.values()].filter(({ key, endMs }) => !sent.has(key) && nowMs < endMs + STALE_MS);
}

/** When the next notice is due; null for none. */
export function nextNoticeMs(timeline: Timeline, nowMs: number): number | null {
  return expiryNotices(timeline).find(({ dueMs }) => dueMs > nowMs)?.dueMs ?? null;
}

/** Things that end within a week or ended within the last one, for a message in the drive. Premium that goes on is none. */
export function endingsNear(timeline: Timeline, nowMs: number): Ending[] {
  const all = endingsOf(timeline);
  const isPremium = all.some(({ kind, startMs, endMs }) => kind === 'premium' && startMs <= nowMs && nowMs < endMs);
  return all.filter(
    ({ kind, startMs, endMs }) =>
      startMs <= nowMs &&
      Math.abs(endMs - nowMs) <= LEADS.week.beforeMs &&
      !(kind === 'premium' && endMs <= nowMs && isPremium),
  );
}
