/**
 * Wire rows of sharing, owner's side and visitor's side. Source: wire-contract.md sections 6 and 11, spec 7.1.
 */

import * as v from 'valibot';
import { endpoint, idList, jsonObject, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { parseCount } from '#shared/count.ts';
import { zipFile } from '#shared/drive/archive/zip-file.ts';
import { fileObject } from '#shared/drive/model.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { shareArchiveContract } from './archive.contract.ts';
import { directContract } from './direct.contract.ts';
import { linkContract, linkTerms, sender } from './link.contract.ts';
import { DECIDED_STATUSES, RESTORE_STATUSES, SHARE_STATUSES } from './model.ts';
import { ownLinkContract } from './own-link.contract.ts';
import { saveContract } from './save.contract.ts';
import { statisticsContract } from './statistics.contract.ts';
import { shareSummary } from './summary.ts';

const status = v.picklist(SHARE_STATUSES);
const texts = v.record(v.string(), v.string());
const paging = {
  share_id: optionalText,
  pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
  limit: wireCount,
  page_token: v.pipe(optionalText, v.maxLength(4096)),
  thumbnail_size: optionalText,
  order: optionalText,
  folders_first: optionalText,
  with_audit: optionalText,
  filters: jsonObject,
};

/** -1 means never (wire-contract.md 6.1); other values are whole days, 1 to 365. */
const expirationDays = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), -1),
  v.transform((value) =>
    typeof value === 'number' ? value : value === '' || value === '-1' ? -1 : (parseCount(value) ?? Number.NaN),
  ),
  v.number(),
  v.safeInteger(),
  v.minValue(-1),
  v.maxValue(365),
);

export const shareView = v.object({
  share_status: status,
  share_status_text: v.string(),
  pass_code_token: v.string(),
  title: v.string(),
  icon_link: v.string(),
  thumbnail_link: v.string(),
  file_num: v.string(),
  expiration_left: v.string(),
  expiration_left_seconds: v.string(),
  expiration_at: v.string(),
  restore_count_left: v.string(),
  files: v.array(fileObject),
  next_page_token: v.string(),
  user_info: v.object({ user_id: v.string(), portrait_url: v.string(), nickname: v.string(), avatar: v.string() }),
  contain_sensitive_resource_text: v.string(),
  params: texts,
});
export type ShareView = v.InferOutput<typeof shareView>;

export type { Sender } from './link.contract.ts';
export type { OwnLinkView } from './own-link.contract.ts';
export type { ShareSummary } from './summary.ts';

export const shareContract = {
  ...linkContract,
  ...ownLinkContract,
  ...statisticsContract,
  ...directContract,
  ...shareArchiveContract,
  ...saveContract,
  create: endpoint({
    id: 'share.create',
    method: 'POST',
    path: '/drive/v1/share',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    body: v.object({
      file_ids: v.pipe(idList, v.minLength(1), v.maxLength(100)),
      share_to: optionalText,
      pass_code_option: optionalText,
      custom_pass_code: v.pipe(optionalText, v.maxLength(100)),
      expiration_days: expirationDays,
      restore_limit: optionalText,
      limit_count: optionalText,
      title: v.pipe(optionalText, v.maxLength(500)),
      ...linkTerms,
      /**
       * Ours: a page shows the person under which name the link is sent, before it (`suggested` of `share.sender`) or in its answer.
       * Settles that name for a person who has decided nothing. Without it a link stays masked until the person decides.
       */
      settle_name: v.optional(v.boolean(), false),
      params: v.nullish(v.record(v.string(), v.unknown()), {}),
    }),
    output: v.object({
      share_id: v.string(),
      share_url: v.string(),
      pass_code: v.string(),
      share_text: v.string(),
      share_list: v.array(v.unknown()),
      share_error_files: v.array(v.unknown()),
      share_text_ext: v.string(),
      /** Ours, with `settle_name`: the name as visitors read it now. */
      sender: v.optional(sender),
    }),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'share_status_prohibited',
      'link_limit',
      'aborted',
    ],
    summary: 'Makes a link for files and folders of the caller',
  }),
  list: endpoint({
    id: 'share.list',
    method: 'GET',
    path: '/drive/v1/share/list',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: optionalText, thumbnail_size: optionalText, filters: jsonObject }),
    output: v.object({ data: v.array(shareSummary), next_page_token: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: "The caller's own links, newest first",
  }),
  remove: endpoint({
    id: 'share.remove',
    method: 'POST',
    path: '/drive/v1/share:batchDelete',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ ids: v.pipe(idList, v.minLength(1), v.maxLength(100)) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Cancels links at once',
  }),
  open: endpoint({
    id: 'share.open',
    method: 'GET',
    path: '/drive/v1/share',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    query: v.object({ ...paging, pass_code: v.pipe(optionalText, v.maxLength(MAX_PASTED_CHARS)) }),
    output: shareView,
    errors: ['invalid_argument', 'captcha_required', 'captcha_invalid', 'aborted'],
    summary: 'Opens a link; a closed one is told by share_status, not by an error',
  }),
  detail: endpoint({
    id: 'share.detail',
    method: 'GET',
    path: '/drive/v1/share/detail',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    query: v.object({ ...paging, parent_id: optionalText }),
    output: shareView,
    errors: ['invalid_argument'],
    summary: 'Lists a folder inside a link',
  }),
  fileInfo: endpoint({
    id: 'share.fileInfo',
    method: 'GET',
    path: '/drive/v1/share/file_info',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    query: v.object({
      share_id: optionalText,
      file_id: optionalText,
      pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
      thumbnail_size: optionalText,
    }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      pass_code_token: v.string(),
      file_info: v.nullable(fileObject),
    }),
    errors: ['invalid_argument', 'file_not_found'],
    summary: 'One file of a link, with its content links',
  }),
  batchFileInfo: endpoint({
    id: 'share.batchFileInfo',
    method: 'POST',
    path: '/drive/v1/share:batch_file_info',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    body: v.object({
      share_id: optionalText,
      pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
      file_ids: v.pipe(idList, v.maxLength(100)),
    }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      pass_code_token: v.string(),
      /** Those of the files that the link shows, in the order asked. */
      file_infos: v.array(fileObject),
    }),
    errors: ['invalid_argument'],
    summary: 'Several files of a link, with their content links; what the link does not show is left out',
  }),
  zip: endpoint({
    id: 'share.zip',
    method: 'POST',
    path: '/drive/v1/share/zip',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'natural',
    body: v.object({
      share_id: optionalText,
      pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
      /** Files and folders of the link; none: all of it. */
      file_ids: idList,
      /** Of the reader, for times in the zip file. */
      time_zone: optionalText,
    }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      pass_code_token: v.string(),
      zip: v.nullable(zipFile),
    }),
    errors: [
      'link_view_only',
      'invalid_argument',
      'file_not_found',
      'zip_empty',
      'zip_too_many_files',
      'zip_too_many_chosen',
    ],
    summary: 'A link to one zip file of what a link shows, with its exact size',
  }),
  restore: endpoint({
    id: 'share.restore',
    method: 'POST',
    path: '/drive/v1/share/restore',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    body: v.object({
      share_id: optionalText,
      pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
      file_ids: idList,
      ancestor_ids: idList,
      params: v.nullish(v.record(v.string(), v.unknown()), {}),
      folder_type: optionalText,
      parent_id: optionalText,
      specify_parent_id: wireFlag,
    }),
    output: v.object({
      share_status: status,
      share_status_text: v.string(),
      file_id: v.string(),
      restore_status: v.picklist(RESTORE_STATUSES),
      restore_task_id: v.string(),
      params: texts,
    }),
    errors: [
      'unauthenticated',
      'link_view_only',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'file_restore_own',
      'file_space_not_enough',
      'file_count_limit',
      'task_sub_task_num_limit',
    ],
    summary: "Saves files of a link into the caller's drive, by reference",
  }),
  audit: endpoint({
    id: 'share.audit',
    method: 'POST',
    path: '/audit.admin/v1/share',
    host: 'drive',
    callers: 'operator',
    idempotency: 'natural',
    body: v.object({
      /** Whose links. */
      share_user_id: requiredText,
      gcids: idList,
      file_ids: idList,
      /** Absent: under review. */
      share_status: v.optional(v.picklist(DECIDED_STATUSES), 'AUDITING'),
    }),
    output: v.object({ shares: v.array(v.object({ share_id: v.string(), share_status: status })) }),
    errors: ['unauthenticated', 'permission_denied', 'invalid_argument'],
    summary: "Judges a person's links that show certain files",
  }),
} as const;
