/** Facts of an error beside its message: numbers of storage and limits, the invalid field. Pure. */
import type { ApiError } from './errors.ts';

function metadataOf(entry: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof entry !== 'object' || entry === null || !('metadata' in entry)) return null;
  return entry.metadata as Readonly<Record<string, unknown>> | null;
}

/** Metadata of the error; {} without any. */
export function factsOf({ received }: ApiError): Readonly<Record<string, unknown>> {
  for (const details of [received.details, received.error_details])
    for (const entry of Array.isArray(details) ? (details as readonly unknown[]) : []) {
      const facts = metadataOf(entry);
      if (facts) return facts;
    }
  return {};
}

/** A count among the facts; null where there is none. */
function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null;
}

/** Facts of file_space_not_enough, in bytes; null where the server sends none. */
export interface SpaceFacts {
  /** Includes reserved bytes. */
  readonly usedBytes: number | null;
  readonly limitBytes: number | null;
  readonly neededBytes: number | null;
}

export function spaceFactsOf(error: ApiError): SpaceFacts {
  const facts = factsOf(error);
  return {
    usedBytes: countOf(facts['used']),
    limitBytes: countOf(facts['limit']),
    neededBytes: countOf(facts['needed']),
  };
}

/** Facts of task_daily_create_limit. */
export interface LimitFacts {
  /** Tasks a day. */
  readonly limit: number | null;
  /** Seconds until the limit resets. */
  readonly resetSeconds: number | null;
}

export function limitFactsOf(error: ApiError): LimitFacts {
  const facts = factsOf(error);
  return { limit: countOf(facts['limit']), resetSeconds: countOf(facts['retry_in']) };
}
