/**
 * Events that a service publishes for services on its right. An event is a row of an object's outbox until it is delivered.
 * worker/events.ts alone decides which handler receives which event.
 */
export interface DomainEvent {
  /** Random; handlers are idempotent by it. */
  readonly id: string;
  /** `<service>.<past participle>`, as `share.changed`. */
  readonly event: string;
  /** Name of the object that published it. */
  readonly source: string;
  readonly payload: Record<string, unknown>;
}

/** @returns ids of the events that every handler accepted; the others stay in the outbox */
export type DeliverEvents = (items: readonly DomainEvent[]) => Promise<readonly string[]>;
