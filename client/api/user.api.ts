/** Profile and storage of the signed-in user, from the server. Returns results; writes no state. */
import type { Profile } from '#shared/auth/contract.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { ApiClient } from './client.ts';

export interface UserSource {
  profile(): Promise<Profile>;
  /** Bytes. */
  space(): Promise<{ readonly limit: number; readonly usage: number }>;
  /** Whether no fetch by link may be created today any more. */
  isOverTaskLimit(): Promise<boolean>;
}

export function makeUserSource(api: ApiClient): UserSource {
  return {
    profile: () => api.call(sessionEndpoints.me),
    async space() {
      const { quota } = await api.call(browserContract.about);
      return { limit: Number(quota.limit), usage: Number(quota.usage) };
    },
    isOverTaskLimit: async () => (await api.call(browserContract.taskLimits)).over_free_task_limit,
  };
}
