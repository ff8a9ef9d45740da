/** Endpoint of compensation. Source: wire-contract.md section 7, spec 7.2. Other activities are taken by `rewardVip`. */
import * as v from 'valibot';
import { endpoint, requiredText } from '#shared/contract.ts';

/** Refusals of a claim. */
export const CLAIM_ERRORS = [
  'activity_not_found',
  'activity_not_begun',
  'activity_ended',
  'reward_taken',
  'reward_not_for_account',
] as const;

export const claimsContract = {
  compensate: endpoint({
    id: 'membership.compensate',
    method: 'POST',
    path: '/vip/v1/activity/compensate',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      /** A type that operators have published, such as `aliyun_accident_202409`, or the hash of an address that a person was sent. */
      type: requiredText,
      data: v.nullish(v.record(v.string(), v.unknown())),
    }),
    output: v.object({ result: v.literal('success'), type: v.string(), free_days: v.number() }),
    errors: ['unauthenticated', 'invalid_argument', ...CLAIM_ERRORS],
    summary: 'Takes what makes up for something that went wrong, once a person and type',
  }),
} as const;
