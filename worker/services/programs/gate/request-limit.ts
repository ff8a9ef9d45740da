/** The longest request that the platform passes on: a longer one is refused with a sentence that says which parts fit. */
import { AppError } from '#shared/errors.ts';
import type { ProgramDeps } from '../deps.ts';

/** @param sizeBytes  Content-Length; null: the sender did not say @throws AppError file_too_large */
export function requireRequestFits(
  { bodyLimitBytes }: Pick<ProgramDeps, 'bodyLimitBytes'>,
  sizeBytes: number | null,
): void {
  if (bodyLimitBytes === null || (sizeBytes ?? 0) <= bodyLimitBytes) return;
  throw new AppError('file_too_large', {
    messageKey: 'programs.dav.request_limit',
    messageBytes: { limit: bodyLimitBytes },
  });
}
