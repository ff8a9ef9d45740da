/** Refusals of a file that comes whole. */
import { SENDING_WHOLE_BYTES } from '#shared/drive/sending/sending-terms.ts';
import { AppError } from '#shared/errors.ts';

/** Another request is storing it, or took too long; sending again helps. */
export function tooLate(): AppError {
  return new AppError('unavailable', { reason: 'part_too_late', retryInSeconds: 1 });
}

/** The upload is complete with other bytes. */
export function otherContent(): AppError {
  return new AppError('failed_precondition', { reason: 'other_content' });
}

/** Other people send so much in one request, and more in parts. @throws AppError file_too_large */
export function requireWholeSize(sizeBytes: number): void {
  if (sizeBytes <= SENDING_WHOLE_BYTES) return;
  throw new AppError('file_too_large', {
    reason: 'one_request',
    messageKey: 'drive.plain.large',
    messageBytes: { size: SENDING_WHOLE_BYTES },
  });
}
