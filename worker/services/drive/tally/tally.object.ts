/**
 * One shard of a counter of public traffic. Isolates send what they counted in some seconds; the shard adds it up and publishes the
 * totals from time to time, so that neither a link nor a drive is called for each visitor. Named `<kind>.<shard>`. Independent of features.
 */
import type { Result } from '#shared/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { addToHours } from './hours.ts';
import type { EndedHour, FoldedTotals, TallyBatch } from './rpc-types.ts';
import { addSum, countEntry, type StoredEntry, sumsOf } from './sums.ts';
import { TALLY_MIGRATIONS } from './tally.migrations.ts';
import * as store from './tally.store.ts';

/** 15 min: longer than an isolate repeats a batch, and than one mark counts once. */
const RETAIN_MS = 15 * MINUTE_MS;
/** Subjects of one event: with the hosts and people of each, about 100 KB. */
const PER_EVENT = 40;
/** Marks in memory, about 20 MB; then the oldest of the subject that was seen first are forgotten, and count again. */
const MAX_MARKS = 200_000;

type FoldedTotal = FoldedTotals['totals'][number];

export class TallyObject extends StoredObject {
  /** Subject -> mark -> epoch ms until which it does not count again; null until it is read. */
  #seen: Map<string, Map<string, number>> | null = null;
  #marks = 0;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'TallyObject', TALLY_MIGRATIONS);
  }

  add({ key, entries, windowMs, foldMs, keepMs, hourly, people = false }: TallyBatch): Result<null> {
    const result = this.command((nowMs) => {
      if (store.isCounted(this.sql, key)) return null;
      const seen = this.#seenSince(nowMs, windowMs);
      const stored = entries.map((entry) => {
        const known = seen.get(entry.subject);
        return countEntry(entry, (mark) => (known?.get(mark) ?? 0) > nowMs, { keepMs, people });
      });
      store.setFoldMs(this.sql, foldMs);
      if (hourly) store.beginHour(this.sql, Math.floor(nowMs / HOUR_MS));
      store.insertFlush(this.sql, key, store.lastSeq(this.sql) + 1, nowMs, stored);
      this.wakeAt(nowMs + foldMs);
      return { stored, nowMs };
    });
    if (!result.ok) return result;
    // After the transaction: one that was rolled back has counted no mark.
    if (result.value) this.#remember(result.value.stored, result.value.nowMs + windowMs);
    return { ok: true, value: null };
  }

  /** All that was counted of a subject, folded or not. Reading creates nothing. */
  total(subject: string): number {
    if (!this.exists()) return 0;
    let total = store.totalOf(this.sql, subject);
    for (const { entries } of store.unfolded(this.sql))
      for (const [one, amount] of entries) if (one === subject) total += amount;
    return total;
  }

  /** Hours whose sums were not published yet, the one that runs among them. Reading creates nothing. */
  unpublishedHours(): store.OpenHour[] {
    if (!this.exists()) return [];
    const { ended, open } = addToHours(store.openHour(this.sql), store.unfolded(this.sql));
    return open ? [...ended, open] : [];
  }

  /** Folds now, and answers when the totals have arrived. */
  async fold(): Promise<Result<null>> {
    if (!this.exists()) return { ok: true, value: null };
    const folded = this.command((nowMs) => this.#fold(nowMs));
    await this.drain();
    return folded;
  }

  protected override onAlarm(nowMs: number): Promise<number | null> {
    this.command(() => {
      const [first] = store.unfolded(this.sql);
      const isDue = first && first.atMs + store.foldMs(this.sql) <= nowMs;
      if (isDue || this.#hourEndMs() <= nowMs) this.#fold(nowMs);
      store.forget(this.sql, nowMs - RETAIN_MS, nowMs);
      return null;
    });
    const [first] = store.unfolded(this.sql);
    const oldestMs = store.oldestFlushMs(this.sql);
    const due = [
      ...(first ? [first.atMs + store.foldMs(this.sql)] : []),
      ...(oldestMs === null ? [] : [oldestMs + RETAIN_MS]),
      this.#hourEndMs(),
    ].filter((atMs) => atMs > nowMs && Number.isFinite(atMs));
    return Promise.resolve(due.length > 0 ? Math.min(...due) : null);
  }

  #fold(nowMs: number): null {
    const flushes = store.unfolded(this.sql);
    const last = flushes.at(-1);
    const { ended, open } = addToHours(store.openHour(this.sql), flushes);
    const isOver = open !== null && (open.hour + 1) * HOUR_MS <= nowMs;
    if (!last && !isOver) return null;
    const totals = [...sumsOf(flushes.flatMap(({ entries }) => entries))].map(([subject, sum]): FoldedTotal => {
      const total = addSum(store.foldedTotal(this.sql, subject), sum);
      store.setTotal(this.sql, subject, total, sum.keepMs === null ? null : nowMs + sum.keepMs);
      const { amount, parts, people } = total;
      return people === '' && Object.keys(parts).length === 0
        ? [subject, amount]
        : [subject, amount, { parts, people }];
    });
    store.setFolded(this.sql, last?.seq ?? store.foldedSeq(this.sql), isOver ? null : open);
    const [kind = '', shard = ''] = this.name.split('.');
    for (const { hour, total } of isOver ? [...ended, open] : ended) {
      const payload: EndedHour = { kind, shard: Number(shard), hour, total };
      if (total > 0) this.publishEvent('tally.hour', { ...payload }, nowMs);
    }
    for (let first = 0; first < totals.length; first += PER_EVENT) {
      const payload: FoldedTotals = { kind, shard: Number(shard), totals: totals.slice(first, first + PER_EVENT) };
      this.publishEvent('tally.folded', { ...payload }, nowMs);
    }
    return null;
  }

  /** Infinity while no hour is summed up. */
  #hourEndMs(): number {
    const open = store.openHour(this.sql);
    return open ? (open.hour + 1) * HOUR_MS : Number.POSITIVE_INFINITY;
  }

  #seenSince(nowMs: number, windowMs: number): Map<string, Map<string, number>> {
    if (this.#seen) return this.#seen;
    this.#seen = new Map();
    for (const { atMs, entries } of store.flushesSince(this.sql, nowMs - windowMs))
      this.#remember(entries, atMs + windowMs);
    return this.#seen;
  }

  #remember(entries: readonly StoredEntry[], untilMs: number): void {
    const seen = this.#seen;
    if (!seen) return;
    for (const [subject, , marks] of entries) {
      if (marks.length === 0) continue;
      const known = seen.get(subject) ?? new Map<string, number>();
      this.#marks -= known.size;
      for (const mark of marks) known.set(mark, untilMs);
      this.#marks += known.size;
      seen.delete(subject);
      seen.set(subject, known);
    }
    for (const [subject, marks] of seen) {
      for (const mark of marks.keys()) {
        if (this.#marks <= MAX_MARKS) return;
        marks.delete(mark);
        this.#marks -= 1;
      }
      seen.delete(subject);
    }
  }
}
