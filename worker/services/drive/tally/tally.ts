/**
 * Counts public traffic in this isolate and sends it to the shards of a counter every few seconds. The counts of the last ten seconds of
 * an isolate may be lost with it; nothing is counted twice. Independent of features.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { type Clock, sleep } from '#worker/platform/clock.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { TallyBatch, TallyEntry } from './rpc-types.ts';
import type { TallyObject } from './tally.object.ts';

/**
 * Shards of each counter; never changed: a subject stays in its shard. One shard takes about a thousand batches a second, so all
 * together serve some hundred thousand isolates.
 */
export const TALLY_SHARDS = 16;

/** Between two batches of one isolate; with the way there, below ten seconds. */
const FLUSH_MS = 5 * SECOND_MS;
/** A timer of a call that the platform ended is not waited for any longer. */
const TIMER_GRACE_MS = 2 * SECOND_MS;
/** Batches that could not be sent are sent again for so long: less than a shard stores their keys. */
const REPEAT_MS = 5 * MINUTE_MS;
const MAX_REPEATED = 64;
/** Marks of one batch; beyond it they are sent at once. */
const MAX_MARKS = 5_000;
/** Names of marks that are known to have been sent. */
const MAX_SENT = 50_000;

export interface TallyDeps {
  readonly tallies: DurableObjectNamespace<TallyObject>;
  readonly clock: Clock;
  /** Work that goes on after the answer. */
  readonly afterAnswer: (work: Promise<unknown>) => void;
}

export interface TallyRules extends Pick<TallyBatch, 'windowMs' | 'foldMs' | 'keepMs' | 'hourly' | 'people'> {
  /** Name of the counter: no dot. */
  readonly kind: string;
}

export interface Tally {
  add(subject: string, amount: number): void;
  /** Whether `mark` was called for this subject with this name within the window. */
  knows(subject: string, name: string): boolean;
  /**
   * Counts a mark once in the window. @param name  of the same, known in this isolate alone @param part  of the subject that it counts for
   * too
   */
  mark(subject: string, mark: string, name: string, part?: string): void;
  /** Adds to a named part of a subject, and nothing to the subject itself. */
  addPart(subject: string, part: string, amount: number): void;
  /** Counts a mark for a part alone, once in the window; its name is remembered as `part:name`. */
  markPart(subject: string, part: string, mark: string, name: string): void;
  /** Sends the counts now. */
  flush(): Promise<void>;
  /** All that was counted of a subject; what isolates have not sent yet is missing. */
  total(subject: string): Promise<number>;
  /** Publishes the totals of the shard of a subject now. */
  fold(subject: string): Promise<void>;
}

interface Counted {
  amount: number;
  /** With the part that each counts for; '' for none. */
  readonly marks: Map<string, string>;
  readonly parts: Map<string, number>;
  readonly partMarks: [part: string, mark: string][];
}

function entryOf(subject: string, { amount, marks, parts, partMarks }: Counted): TallyEntry {
  const markParts = [...marks].filter(([, part]) => part !== '');
  return {
    subject,
    amount,
    marks: [...marks.keys()],
    ...(markParts.length > 0 && { markParts: Object.fromEntries(markParts) }),
    ...(parts.size > 0 && { parts: Object.fromEntries(parts) }),
    ...(partMarks.length > 0 && { partMarks }),
  };
}

/** The same for ever: FNV-1a. */
export function shardOf(subject: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < subject.length; at += 1) hash = Math.imul(hash ^ subject.charCodeAt(at), 16_777_619);
  return (hash >>> 0) % TALLY_SHARDS;
}

export function makeTally({ tallies, clock, afterAnswer }: TallyDeps, rules: TallyRules): Tally {
  const { kind, windowMs, foldMs, keepMs, hourly = false, people = false } = rules;
  let counted = new Map<string, Counted>();
  let markCount = 0;
  let timedUntilMs = 0;
  let repeats: { readonly shard: number; readonly batch: TallyBatch; readonly untilMs: number }[] = [];
  const sent = new Map<string, number>();
  // Some subjects name a day behind their person: all days of a person are in one shard.
  const shardFor = (subject: string): number => shardOf(subject.split('.')[0] ?? '');
  const shardNamed = (shard: number) => tallies.getByName(`${kind}.${shard}`);

  function countedOf(subject: string): Counted {
    let known = counted.get(subject);
    if (!known) {
      known = { amount: 0, marks: new Map(), parts: new Map(), partMarks: [] };
      counted.set(subject, known);
    }
    const nowMs = clock.nowMs();
    if (nowMs > timedUntilMs) {
      timedUntilMs = nowMs + FLUSH_MS + TIMER_GRACE_MS;
      afterAnswer(sleep(FLUSH_MS).then(flush));
    }
    return known;
  }

  function takeBatches(): typeof repeats {
    const byShard = new Map<number, TallyEntry[]>();
    for (const [subject, known] of counted) {
      const shard = shardFor(subject);
      const entries = byShard.get(shard) ?? [];
      entries.push(entryOf(subject, known));
      byShard.set(shard, entries);
    }
    counted = new Map();
    markCount = 0;
    timedUntilMs = 0;
    const untilMs = clock.nowMs() + REPEAT_MS;
    return [...byShard].map(([shard, entries]) => ({
      shard,
      batch: { key: newHexId(), entries, windowMs, foldMs, keepMs, hourly, people },
      untilMs,
    }));
  }

  async function flush(): Promise<void> {
    const nowMs = clock.nowMs();
    const sending = [...repeats.filter(({ untilMs }) => nowMs < untilMs), ...takeBatches()];
    repeats = [];
    await Promise.all(
      sending.map(async (one) => {
        try {
          const answer = await shardNamed(one.shard).add(one.batch);
          if (!answer.ok) throw new Error(answer.error.name);
        } catch (error) {
          logError('tally.flush', error, { kind });
          if (repeats.length < MAX_REPEATED) repeats.push(one);
        }
      }),
    );
  }

  function remember(subject: string, name: string): void {
    const key = `${subject} ${name}`;
    sent.delete(key);
    sent.set(key, clock.nowMs() + windowMs);
    const [oldest] = sent.keys();
    if (sent.size > MAX_SENT && oldest !== undefined) sent.delete(oldest);
  }

  function sendFull(): void {
    markCount += 1;
    if (markCount >= MAX_MARKS) afterAnswer(flush());
  }

  return {
    add(subject, amount) {
      countedOf(subject).amount += amount;
    },
    knows: (subject, name) => (sent.get(`${subject} ${name}`) ?? 0) > clock.nowMs(),
    mark(subject, mark, name, part = '') {
      remember(subject, name);
      countedOf(subject).marks.set(mark, part);
      sendFull();
    },
    addPart(subject, part, amount) {
      const { parts } = countedOf(subject);
      parts.set(part, (parts.get(part) ?? 0) + amount);
    },
    markPart(subject, part, mark, name) {
      remember(subject, `${part}:${name}`);
      countedOf(subject).partMarks.push([part, mark]);
      sendFull();
    },
    flush,
    total: async (subject) => shardNamed(shardFor(subject)).total(subject),
    async fold(subject) {
      await shardNamed(shardFor(subject)).fold();
    },
  };
}

/** Counts something that only its hourly sums are wanted of. Each call is one; the shards of the counter share them. */
export function makeHourlyCounter(deps: TallyDeps, kind: string): () => void {
  const tally = makeTally(deps, { kind, windowMs: 0, foldMs: HOUR_MS, keepMs: DAY_MS, hourly: true });
  return () => tally.add(newHexId().slice(0, 2), 1);
}
