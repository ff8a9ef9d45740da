/**
 * Endpoints of shares that a person follows: what is new in them is looked for on request. Ours. Apart from shareContract, which the
 * scripts of the drive load.
 */
import * as v from 'valibot';
import { endpoint, idList, optionalText, wireFlag } from '#shared/contract.ts';
import { RESTORE_STATUSES, SHARE_STATUSES } from './model.ts';

/** Shares that one person follows. */
export const MAX_FOLLOWS = 100;

const asked = { share_id: optionalText, pass_code_token: v.pipe(optionalText, v.maxLength(4096)) };
const state = { share_status: v.picklist(SHARE_STATUSES), share_status_text: v.string() };

const follow = v.object({
  kind: v.literal('drive#follow'),
  share_id: v.string(),
  share_url: v.string(),
  /** This and the name of its owner as the share showed them last. */
  title: v.string(),
  owner_name: v.string(),
  followed_time: v.string(),
  /** '' before the first fetch. */
  fetched_time: v.string(),
  /** Where fetched files go; '' for the top of the drive, and before a first fetch. */
  parent_id: v.string(),
  /** The first fetch has chosen where they go. */
  has_parent: v.boolean(),
});
export type Follow = v.InferOutput<typeof follow>;

export const followContract = {
  follow: endpoint({
    id: 'share.follow',
    method: 'POST',
    path: '/drive/v1/share/follow',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    body: v.object(asked),
    output: v.object({ ...state, follow: v.nullable(follow) }),
    errors: ['unauthenticated', 'invalid_argument', 'file_restore_own', 'resource_exhausted'],
    summary: 'Follows a share: from now on what comes into it is new; a repeat changes nothing',
  }),
  following: endpoint({
    id: 'share.following',
    method: 'GET',
    path: '/drive/v1/share/following',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ data: v.array(follow) }),
    errors: ['unauthenticated'],
    summary: 'Shares that the caller follows, the newest first; at most 100. Asks none of them',
  }),
  followLook: endpoint({
    id: 'share.followLook',
    method: 'POST',
    path: '/drive/v1/share/follow_look',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    body: v.object(asked),
    output: v.object({
      ...state,
      added: v.nullable(
        v.object({
          /** Files that came or changed since. */
          file_count: v.string(),
          size: v.string(),
          /** Contents among them that the caller has already. */
          held_count: v.string(),
          since_time: v.string(),
          /** The share has more than fifty thousand files and folders: the rest is not compared. */
          is_partial: v.boolean(),
        }),
      ),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'not_found', 'too_many_requests'],
    summary: 'What is new in a followed share since it was followed or fetched last',
  }),
  followFetch: endpoint({
    id: 'share.followFetch',
    method: 'POST',
    path: '/drive/v1/share/follow_fetch',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    /** The place is that of the first fetch unless one is named. */
    body: v.object({ ...asked, parent_id: optionalText, specify_parent_id: wireFlag }),
    output: v.object({
      ...state,
      file_count: v.string(),
      /** Where they go. */
      file_id: v.string(),
      restore_status: v.picklist(RESTORE_STATUSES),
      restore_task_id: v.string(),
    }),
    errors: [
      'unauthenticated',
      'invalid_argument',
      'not_found',
      'too_many_requests',
      'link_view_only',
      'file_not_found',
      'file_in_recycle_bin',
      'file_space_not_enough',
    ],
    summary: 'Saves what is new in a followed share, and nothing else',
  }),
  unfollow: endpoint({
    id: 'share.unfollow',
    method: 'POST',
    path: '/drive/v1/share:batchUnfollow',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ ids: v.pipe(idList, v.minLength(1), v.maxLength(MAX_FOLLOWS)) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Stops following shares; what was fetched stays',
  }),
} as const;
