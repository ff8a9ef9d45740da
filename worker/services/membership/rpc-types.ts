/** Types of the calls to MemberObject. Plain data in, Results out. */
import type {
  GrantItem,
  GrantSource,
  LedgerActor,
  LedgerEntry,
  LedgerItem,
  Region,
} from '#shared/membership/ledger.ts';
import type { Timeline } from '#shared/membership/timeline.ts';

/** (source, key) names the grant: a repeat changes nothing and answers the first one. */
export interface GrantInput {
  readonly source: GrantSource;
  /** 1 to 200 characters. */
  readonly key: string;
  /** Id in the catalogue; '' for none. */
  readonly product: string;
  readonly item: LedgerItem;
  /** When it was paid or given, epoch ms: it counts from here at the earliest. Null: now. */
  readonly startsMs: number | null;
  /** '' for none. */
  readonly reason: string;
  readonly actor: LedgerActor;
  /** Published in the same transaction; a repeat publishes nothing. The person is added to the payload. */
  readonly announces?: { readonly event: string; readonly payload: Readonly<Record<string, unknown>> };
}

export interface ReverseInput {
  readonly source: GrantSource;
  readonly key: string;
  readonly reason: string;
  readonly actor: LedgerActor;
}

export interface GrantAnswer {
  /** The entry of the first call. */
  readonly entry: LedgerEntry;
  /** The grant was there before this call. */
  readonly isRepeat: boolean;
  /** It does not count: it was reversed, perhaps before it arrived. */
  readonly isReversed: boolean;
}

export interface ReverseAnswer {
  readonly entry: LedgerEntry;
  readonly isRepeat: boolean;
  /** The grant has arrived; otherwise it will be cancelled when it does. */
  readonly hasGrant: boolean;
}

/** A ledger as its person reads it. */
export interface Ledger {
  /** In the order in which they were written. */
  readonly entries: readonly LedgerEntry[];
  readonly timeline: Timeline;
}

export interface ClaimInput {
  /** Keyed hash of the code. */
  readonly digest: string;
  readonly userId: string;
  /** Where the person is. */
  readonly region: Region;
}

export interface ClaimedCode {
  readonly batchId: string;
  readonly digest: string;
  readonly product: string;
  readonly item: GrantItem;
  /** This person had redeemed it before. */
  readonly isRepeat: boolean;
}
