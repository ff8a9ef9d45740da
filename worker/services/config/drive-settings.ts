/** The installation's limits as wire fields. Pure. */
import type * as v from 'valibot';
import type { driveSettings } from '#shared/config/drive.contract.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';

const DAY_SECONDS = 86_400;

export function driveSettingsOf(limits: LimitsConfig): v.InferOutput<typeof driveSettings> {
  return {
    page_limit: limits.pageRows,
    file_size_limit: String(limits.fileBytes),
    upload_part_size: limits.partBytes,
    upload_session_limit: limits.uploadSessions,
    trash_retention_days: Math.floor(limits.trashTtlSeconds / DAY_SECONDS),
    version_retention_days: Math.floor(limits.versionTtlSeconds / DAY_SECONDS),
    versions_per_file: limits.versionsPerFile,
    content_link_seconds: limits.contentLinkTtlSeconds,
  };
}
