/** The ledger of a person as its page shows it. Pure. */
import type { Have, ShownGrant } from '#client/membership/ledger.view.tsx';
import { membershipAt } from '#shared/membership/fold.ts';
import type { LedgerEntry } from '#shared/membership/ledger.ts';
import { limitsAt, type Plans } from '#shared/membership/plans.ts';
import { FOR_EVER_MS, isActive, quotaAt, type Span, spansOf, type Timeline } from '#shared/membership/timeline.ts';

const nameOf = ({ source, key }: Pick<LedgerEntry, 'source' | 'key'>): string => `${source}\n${key}`;

function whenOf(span: Span, nowMs: number): 'past' | 'now' | 'later' {
  if (isActive(span, nowMs)) return 'now';
  return span.startMs > nowMs ? 'later' : 'past';
}

const untilOf = ({ startMs, endMs }: Span) => ({ startMs, endMs: endMs === FOR_EVER_MS ? null : endMs });

/** Grants with their reversals, newest first. */
export function shownGrants(entries: readonly LedgerEntry[], timeline: Timeline, nowMs: number): ShownGrant[] {
  const spans = spansOf(timeline);
  const reversals = new Map(entries.filter(({ kind }) => kind === 'reverse').map((entry) => [nameOf(entry), entry]));
  return entries
    .flatMap((entry): ShownGrant[] => {
      if (entry.item === null) return [];
      const reversal = reversals.get(nameOf(entry));
      const span = spans.find(({ entryId }) => entryId === entry.id);
      const isGrace = entry.source === 'order' && entry.product === '';
      return [
        {
          id: entry.id,
          item: entry.item,
          source: isGrace ? 'grace' : entry.source,
          atMs: entry.atMs,
          span: span ? { ...untilOf(span), when: whenOf(span, nowMs) } : null,
          reversed: reversal ? { atMs: reversal.atMs, reason: reversal.reason } : null,
          reason: entry.reason,
          orderId: entry.source === 'order' && !isGrace ? entry.key : '',
        },
      ];
    })
    .toReversed();
}

export function haveNow(timeline: Timeline, plans: Plans, nowMs: number): Have {
  const { plan, storageBytes } = limitsAt(timeline, plans, nowMs);
  const set = quotaAt(timeline, nowMs);
  const packs = timeline.storage.filter((span) => isActive(span, nowMs) && (!set || span.startMs > set.startMs));
  return {
    premiumUntilMs: plan === 'premium' ? membershipAt(timeline, nowMs).expiresMs : null,
    planBytes: Math.max(0, storageBytes - packs.reduce((sum, { bytes }) => sum + bytes, 0)),
    storageBytes,
    packs: packs.map(({ entryId, bytes, endMs }) => ({ id: entryId, bytes, endMs })),
  };
}
