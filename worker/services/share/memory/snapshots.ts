/**
 * Answers of links that may be served without asking again: until the lease that came with them ends, at most one second. In this
 * isolate's memory, and signed in the cache of the data centre, where there is one. Only open links without a passcode are leased.
 */
import * as v from 'valibot';
import { MIB, SECOND_MS } from '#shared/units.ts';
import type { DataCentreCache } from '#worker/platform/cache/data-centre-cache.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { equalBytes, fromBase64Url, type Keyring, toBase64Url } from '#worker/platform/crypto.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { ShareCoverData } from '../state/rpc-types.ts';

/** An open link, and one page of it. */
export interface Snapshot {
  readonly cover: ShareCoverData;
  readonly page: { readonly tag: string; readonly text: string };
  /** Epoch ms. */
  readonly untilMs: number;
}

export interface Snapshots {
  /** @returns undefined when the link must be asked */
  get(key: string): Promise<Snapshot | undefined>;
  /** @param leaseMs  from `askedAtMs` on */
  put(key: string, snapshot: Omit<Snapshot, 'untilMs'>, askedAtMs: number, leaseMs: number): void;
}

/** The version of the record: another version of the product ignores it. */
const VERSION = 3;
const MAX_CHARS = 8 * MIB;
/** Before the end one visit asks the link, while others are still served. */
const RENEW_MS = 150;

const record = v.object({
  version: v.literal(VERSION),
  key: v.string(),
  untilMs: v.number(),
  cover: v.object({
    ownerId: v.string(),
    title: v.string(),
    fileNum: v.number(),
    moreNum: v.number(),
    expiresAtMs: v.nullable(v.number()),
    restoreLeft: v.nullable(v.number()),
    passVersion: v.number(),
    epoch: v.number(),
    viewOnly: v.boolean(),
    previewsHidden: v.boolean(),
    note: v.string(),
  }),
  tag: v.string(),
  text: v.string(),
});

interface Held extends Snapshot {
  isRenewed: boolean;
}

export interface SnapshotDeps {
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** null: this isolate serves the whole data centre. */
  readonly dataCentre: DataCentreCache | null;
  /** Work that goes on after the answer. */
  readonly afterAnswer: (work: Promise<unknown>) => void;
}

export function makeSnapshots({ keyring, clock, dataCentre, afterAnswer }: SnapshotDeps): Snapshots {
  const held = new Map<string, Held>();
  let chars = 0;

  function drop(key: string): void {
    chars -= held.get(key)?.page.text.length ?? 0;
    held.delete(key);
  }

  function hold(key: string, snapshot: Snapshot): void {
    drop(key);
    held.set(key, { ...snapshot, isRenewed: false });
    chars += snapshot.page.text.length;
    for (const oldest of held.keys()) {
      if (chars <= MAX_CHARS) break;
      drop(oldest);
    }
  }

  /** A link that has expired is asked, to the second. */
  const isOpenAt = ({ cover, untilMs }: Snapshot, nowMs: number): boolean =>
    nowMs < untilMs && (cover.expiresAtMs === null || nowMs < cover.expiresAtMs);

  async function sign(text: string): Promise<string> {
    return toBase64Url(await keyring.mac(KEY_PURPOSE.snapshot, text));
  }

  async function read(key: string): Promise<Snapshot | undefined> {
    const stored = await dataCentre?.get(key);
    if (!stored) return undefined;
    const at = stored.indexOf('.');
    const given = fromBase64Url(stored.slice(0, at));
    const text = stored.slice(at + 1);
    if (!given || !equalBytes(given, await keyring.mac(KEY_PURPOSE.snapshot, text))) return undefined;
    const parsed = v.safeParse(record, JSON.parse(text));
    if (!parsed.success || parsed.output.key !== key) return undefined;
    const { cover, untilMs, tag, text: page } = parsed.output;
    return { cover, untilMs, page: { tag, text: page } };
  }

  async function write(key: string, { cover, untilMs, page }: Snapshot): Promise<void> {
    const text = JSON.stringify({ version: VERSION, key, untilMs, cover, ...page });
    await dataCentre?.put(key, `${await sign(text)}.${text}`, SECOND_MS);
  }

  return {
    async get(key) {
      const known = held.get(key);
      const nowMs = clock.nowMs();
      if (known && isOpenAt(known, nowMs)) {
        if (known.isRenewed || nowMs < known.untilMs - RENEW_MS) return known;
        known.isRenewed = true;
        return undefined;
      }
      drop(key);
      if (!dataCentre) return undefined;
      const shared = await read(key);
      if (!shared || !isOpenAt(shared, clock.nowMs())) return undefined;
      hold(key, shared);
      return shared;
    },
    put(key, { cover, page }, askedAtMs, leaseMs) {
      const snapshot = { cover, page, untilMs: askedAtMs + leaseMs };
      hold(key, snapshot);
      if (dataCentre) afterAnswer(write(key, snapshot));
    },
  };
}
