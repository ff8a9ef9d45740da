/** Refusals of a file that comes whole. */
import { AppError } from '#shared/errors.ts';

/** Another request is storing it, or took too long; sending again helps. */
export function tooLate(): AppError {
  return new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
}

/** The upload is complete with other bytes. */
export function otherContent(): AppError {
  return new AppError('failed_precondition', { reason: 'other_content' });
}

/** A repeat of a call under its idempotency key, with other bytes. */
export function keyReused(): AppError {
  return new AppError('invalid_argument', { reason: 'idempotency_key_reused', field: 'Idempotency-Key' });
}
