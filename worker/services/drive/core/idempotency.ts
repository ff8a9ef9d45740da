/**
 * Idempotency keys: `Idempotency-Key` with the fingerprint of the request.
 */
import { createHash } from 'node:crypto';
import { unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { corePart } from './part.ts';

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** The idempotency key of a call, or null when it has none. @param input  the parsed request */
export function idempotencyKeyFor(call: CallContext, operation: string, input: object): IdempotencyKey | null {
  if (!call.idempotencyKey) return null;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(canonical(input)))
    .digest('hex');
  return { operation, key: call.idempotencyKey, fingerprint };
}

/**
 * The first answer of a repeated call, before anything is read or compared for it.
 * @returns null for a first call. @throws AppError unauthenticated; invalid_argument for a key that was used for something else
 */
export async function firstAnswerOf<T>(
  deps: Pick<DriveDeps, 'drives'>,
  caller: Caller,
  key: IdempotencyKey | null,
): Promise<T | null> {
  const answer = key && unwrap(await driveOf<typeof corePart>(deps, caller.userId).answerTo(callerData(caller), key));
  return answer === null ? null : (JSON.parse(answer) as T);
}
