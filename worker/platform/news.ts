/**
 * News: what one room tells the rooms on its right. A row of the outbox while it waits, data while it travels.
 * Who hears which event stands in worker/queues.ts alone.
 */
export interface NewsItem {
  /** Random; handlers are idempotent by it. */
  readonly id: string;
  /** `<room>.<what happened>`. */
  readonly event: string;
  /** Object that told it: its name, so that a handler can call back. */
  readonly source: string;
  readonly payload: Record<string, unknown>;
}

/** Ids of the items that every handler has taken; the others stay in the outbox. */
export type Deliver = (items: readonly NewsItem[]) => Promise<readonly string[]>;
