/** Storage and traffic that a person has by plan and packs. Source: wire-contract.md section 7. Numbers are JSON numbers, bytes; -1: no limit. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';

const text = v.string();

/** `assets`: used; `size`: left. */
const amount = v.object({ total_assets: v.number(), assets: v.number(), size: v.number() });
const transfer = v.object({ info: text, ...amount.entries });

export const quantityContract = {
  quantity: endpoint({
    id: 'drive.quantity',
    method: 'GET',
    path: '/vip/v1/quantity/list',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ type: optionalText, limit: wireCount }),
    output: v.object({
      transfer: v.object({ offline: transfer, download: transfer, upload: transfer }),
      base: v.object({
        user_id: text,
        info: text,
        expire_time: text,
        sub_status: v.boolean(),
        vip_status: text,
        assets: text,
        size: v.number(),
        offline: amount,
        download: amount,
        upload: amount,
        download_daily: amount,
      }),
      data: v.array(v.object({ type: text, total_assets: v.number(), start_time: text, expire_time: text })),
      /** Bytes of the last 30 days (UTC) by kind, oldest first. */
      days: v.array(v.object({ day: text, type: text, size: v.number() })),
      has_more: v.boolean(),
    }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Traffic of this month by day, and traffic packs',
  }),
  spaces: endpoint({
    id: 'drive.spaces',
    method: 'GET',
    path: '/vip/v1/space/list',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      base: v.object({ assets: text, size: v.number(), expire_time: text, vip_status: text }),
      data: v.array(v.object({ size: v.number(), start_time: text, expire_time: text })),
      has_more: v.boolean(),
    }),
    errors: ['unauthenticated'],
    summary: 'Storage of the plan and storage packs',
  }),
} as const;
