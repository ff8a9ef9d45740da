/** What the server knows of the signed-in person: profile, membership, space. Answers only; writes no state. */
import * as v from 'valibot';
import type { Profile } from '#shared/auth/contract.ts';
import { sessionRows } from '#shared/auth/session.contract.ts';
import { endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { ApiClient } from './client.ts';
import { ApiError } from './errors.ts';

const looseText = v.nullish(v.union([v.string(), v.number()]), '');
const vipItem = v.object({ type: looseText, expire: looseText, surplus_day: v.nullish(v.number(), 0) });

/** As clients of this API read it (spec 7.1); the server may not have it yet. */
const privilege = endpoint({
  id: 'drive.privilegeVip',
  method: 'GET',
  path: '/drive/v1/privilege/vip',
  host: 'drive',
  callers: 'person',
  repeat: 'read',
  output: v.object({
    data: v.object({
      expire: looseText,
      status: looseText,
      type: looseText,
      user_id: looseText,
      vipItem: v.nullish(v.array(vipItem), []),
    }),
  }),
  errors: ['unauthenticated'],
  summary: 'The membership of the signed-in person',
});

export type Privilege = v.InferOutput<typeof privilege.output>['data'];

export interface UserSource {
  profile(): Promise<Profile>;
  /** Null where the server knows no membership. */
  membership(): Promise<Privilege | null>;
  /** Bytes. */
  space(): Promise<{ readonly limit: number; readonly usage: number }>;
}

const NOT_THERE = ['not_found', 'unimplemented', 'method_not_allowed'];

/** @param hasMembership  whether this server has the membership call: asking where it is not would be an error in every console */
export function makeUserSource(api: ApiClient, hasMembership: boolean): UserSource {
  return {
    profile: () => api.call(sessionRows.me),
    async membership() {
      if (!hasMembership) return null;
      try {
        const { data } = await api.call(privilege);
        return v.parse(privilege.output, { data }).data;
      } catch (error) {
        if (error instanceof ApiError && NOT_THERE.includes(error.errorName)) return null;
        throw error;
      }
    },
    async space() {
      const { quota } = await api.call(driveContract.about);
      return { limit: Number(quota.limit), usage: Number(quota.usage) };
    },
  };
}
