/** Wire rows of direct links: stable addresses of one's own files. Part of shareContract. */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { SHARE_STATUSES } from './model.ts';

export const directLink = v.object({
  share_id: v.string(),
  /** The address; the name behind the id is for people. */
  url: v.string(),
  file_id: v.string(),
  file_name: v.string(),
  file_size: v.string(),
  /** False while its owner switched it off. */
  enabled: v.boolean(),
  /** `OK` while the address opens. */
  link_status: v.picklist(SHARE_STATUSES),
  create_time: v.string(),
  /** '' for a link without an end. */
  end_time: v.string(),
});
export type DirectLink = v.InferOutput<typeof directLink>;

/** 30 days. */
const MAX_DIRECT_HOURS = 720;
const ofLink = { share_id: requiredText } as const;
const ERRORS = ['unauthenticated', 'invalid_argument', 'not_found'] as const;

export const directContract = {
  directLinks: endpoint({
    id: 'share.directLinks',
    method: 'GET',
    path: '/drive/v1/share/direct',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      limit: wireCount,
      page_token: v.pipe(optionalText, v.maxLength(200)),
      /** The direct link of this file. */
      file_id: v.pipe(optionalText, v.maxLength(100)),
    }),
    output: v.object({ data: v.array(directLink), next_page_token: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: "Lists the caller's own direct links",
  }),
  makeDirect: endpoint({
    id: 'share.makeDirect',
    method: 'POST',
    path: '/drive/v1/share/direct',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      file_id: requiredText,
      /** Ends after so many hours; 0: never. A link without an end keeps having none. */
      hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DIRECT_HOURS)), 0),
    }),
    output: directLink,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'share_status_prohibited',
      'link_limit',
    ],
    summary: 'Gives a file its direct link, for some hours or for good; one that it has is switched on',
  }),
  switchDirect: endpoint({
    id: 'share.switchDirect',
    method: 'PATCH',
    path: '/drive/v1/share/direct',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ ...ofLink, enabled: v.boolean() }),
    output: directLink,
    errors: ERRORS,
    summary: 'Switches a direct link off or on; its address stays',
  }),
  renewDirect: endpoint({
    id: 'share.renewDirect',
    method: 'POST',
    path: '/drive/v1/share/direct:renew',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object(ofLink),
    output: directLink,
    errors: [...ERRORS, 'file_not_found', 'file_in_recycle_bin', 'share_status_prohibited'],
    summary: 'Gives a direct link a new address; the former one opens nothing any more',
  }),
} as const;
