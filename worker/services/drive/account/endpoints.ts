/** The endpoint about the drive as a whole: its space, its limits, its fetches of the day. */
import type { Hono } from 'hono';
import { usageContract } from '#shared/drive/usage.contract.ts';
import { DAY_MS, wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { taskLimits } from '../fetch/create-fetch.ts';
import { space } from './space.ts';

/** `user_type` of spec section 4. */
const FREE_USER = 1;
const PREMIUM_USER = 2;

export function bindAbout(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, usageContract.about, async ({ caller }) => {
    const [used, fetches] = await Promise.all([space(deps, caller), taskLimits(deps, caller)]);
    return {
      kind: 'drive#about' as const,
      quota: {
        kind: 'drive#quota' as const,
        limit: String(used.limitBytes),
        usage: String(used.usageBytes),
        usage_in_trash: String(used.trashBytes),
        usage_in_versions: String(used.versionBytes),
        play_times_limit: '-1',
        play_times_usage: '0',
        is_unlimited: false,
        complimentary: '0',
      },
      expires_at: used.isPremium ? wireTime(used.expiresMs) : '',
      // Fetches by link of this day, which have no bytes of their own.
      quotas: {
        cloud_download: {
          kind: '',
          limit: String(fetches.per_day),
          usage: String(fetches.today),
          usage_in_trash: '0',
          is_unlimited: false,
          complimentary: '0',
        },
      },
      user_type: used.isPremium ? PREMIUM_USER : FREE_USER,
      trash_retention_days: used.trashTtlMs / DAY_MS,
      version_retention_days: used.versionTtlMs / DAY_MS,
      versions_per_file: used.versionsPerFile,
    };
  });
}
