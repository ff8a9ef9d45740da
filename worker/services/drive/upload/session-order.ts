/** How the limits of the installation bound an upload session, for people and for jobs alike. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { StoreLimits } from '../tree/usage/store-limits.store.ts';
import type { BeginUpload } from './rpc-types.ts';
import { partCount } from './rules.ts';

export function storeLimitsOf(limits: Pick<LimitsConfig, 'uploadBytesPerDay' | 'deletedStoragePercent'>): StoreLimits {
  return { dayBytes: limits.uploadBytesPerDay, deletedPercent: limits.deletedStoragePercent };
}

export function sessionLimitsOf(limits: LimitsConfig): Pick<BeginUpload, 'openUploads' | 'store' | 'ttlMs'> {
  return {
    openUploads: limits.uploadSessions,
    store: storeLimitsOf(limits),
    ttlMs: limits.uploadTtlSeconds * SECOND_MS,
  };
}

/** The order of a job that writes a file of its task: no program labels it, and its parts are sent by the server. */
export function jobOrderOf(
  limits: LimitsConfig,
  file: Pick<BeginUpload, 'parentId' | 'name' | 'sizeBytes' | 'modifiedMs' | 'partBytes' | 'storageLimitBytes'> & {
    /** '' : the session shows no task. */
    readonly taskId: string;
  },
): BeginUpload {
  return { ...file, gcid: '', protocol: 'own', ...sessionLimitsOf(limits) };
}

/** @throws AppError file_too_large for more parts than a session may have */
export function requirePartCount({ uploadParts }: LimitsConfig, sizeBytes: number, partBytes: number): void {
  if (partCount(sizeBytes, partBytes) > uploadParts) throw new AppError('file_too_large');
}
