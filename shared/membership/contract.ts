/** Endpoints of membership. Source: wire-contract.md section 7, spec 7.1 and 7.2. */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { REGIONS } from './ledger.ts';

const text = v.string();
const status = v.picklist(['ok', 'invalid']);
const type = v.picklist(['platinum', 'novip']);

export const membershipContract = {
  privilege: endpoint({
    id: 'membership.privilege',
    method: 'GET',
    path: '/drive/v1/privilege/vip',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      result: v.literal('ACCEPTED'),
      message: text,
      redirect_uri: text,
      data: v.object({ expire: text, status, type, user_id: text }),
    }),
    errors: ['unauthenticated'],
    summary: 'Whether the caller is premium, and until when',
  }),
  info: endpoint({
    id: 'membership.info',
    method: 'GET',
    path: '/vip/v1/vip/info',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      data: v.object({
        expire: text,
        ext_type: text,
        fee_record: text,
        kind: v.number(),
        status,
        type,
        user_id: text,
        vipItem: v.array(
          v.object({ type: v.picklist(REGIONS), description: text, status, expire: text, surplus_day: v.number() }),
        ),
        /** Ours: what ends within a week or ended within the last one. */
        endings: v.array(
          v.object({ type: v.picklist(['premium', 'storage']), expire: text, size: v.number(), ended: v.boolean() }),
        ),
      }),
    }),
    errors: ['unauthenticated'],
    summary: 'The membership of the caller by region',
  }),
  paySettings: endpoint({
    id: 'membership.paySettings',
    method: 'GET',
    path: '/vip/v1/pay/settings',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      base: v.object({ expire_time: text, vip_status: text }),
      /** Ours: whether anything may be bought, and what prices the caller sees. */
      sells: v.boolean(),
      region: v.picklist(REGIONS),
      currencies: v.array(text),
    }),
    errors: ['unauthenticated'],
    summary: 'Whether and in which currencies the caller may buy',
  }),
  activate: endpoint({
    id: 'membership.activate',
    method: 'POST',
    path: '/vip/v1/order/activation-code',
    host: 'drive',
    callers: 'person',
    idempotency: 'never',
    body: v.object({
      activation_code: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PASTED_CHARS)),
      data: v.nullish(v.record(v.string(), v.unknown())),
      page: optionalText,
    }),
    output: v.object({
      result: v.literal('ACCEPTED'),
      message: text,
      redirect_uri: text,
      data: v.object({ expire: text, status, type, user_id: text }),
    }),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'invalid_activation_code',
      'activation_code_reused',
      'member_code_not_support_region',
      'too_many_requests',
    ],
    summary: 'Redeems a gift code',
  }),
} as const;
