/**
 * Endpoints of folders and files that others share with the caller. Every call names the grant; the owner's drive checks it, and
 * that the file is inside. A grant that has ended answers as one that never was.
 */
import * as v from 'valibot';
import { endpoint, idList, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { byId, name, pageToken, taskId } from '../fields.ts';
import { fileObject } from '../model.ts';
import { GRANT_ANSWERS, GRANT_MAX_IDS, GRANT_ROLES, OFFER_ANSWERS, RECEIVED_STATES } from './grant-terms.ts';

const commonFolder = v.object({
  kind: v.literal('drive#common_folder'),
  grant_id: v.string(),
  name: v.string(),
  /** False for a single file. */
  folder: v.boolean(),
  owner_name: v.string(),
  role: v.picklist(GRANT_ROLES),
  state: v.picklist(RECEIVED_STATES),
  /** Its owner wants to hand it over to the caller. */
  offered: v.boolean(),
  invited_time: v.string(),
});
export type CommonFolder = v.InferOutput<typeof commonFolder>;

const byFile = v.object({ id: requiredText, file_id: requiredText });
const ids = v.pipe(idList, v.minLength(1), v.maxLength(GRANT_MAX_IDS));
const guestErrors = ['unauthenticated', 'not_found'] as const;
const fileErrors = [...guestErrors, 'file_not_found'] as const;
/** `permission_denied` for a viewer. `failed_precondition` where the owner's drive has no space. */
const editErrors = [...fileErrors, 'invalid_argument', 'permission_denied'] as const;

export const commonContract = {
  commonFolders: endpoint({
    id: 'drive.commonFolders',
    method: 'GET',
    path: '/drive/v1/common/folders',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({
      folders: v.array(commonFolder),
      /** Owners whose invitations are not shown. */
      blocked: v.array(v.object({ owner_id: v.string(), owner_name: v.string() })),
    }),
    errors: ['unauthenticated'],
    summary: 'Invitations and common folders of the caller, newest first; at most 500',
  }),
  commonUnblock: endpoint({
    id: 'drive.commonUnblock',
    method: 'DELETE',
    path: '/drive/v1/common/blocked/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated'],
    summary: 'Shows later invitations of an owner again',
  }),
  commonAnswer: endpoint({
    id: 'drive.commonAnswer',
    method: 'PATCH',
    path: '/drive/v1/common/folders/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byId,
    body: v.object({ answer: v.picklist(GRANT_ANSWERS) }),
    output: v.object({}),
    errors: [...guestErrors, 'invalid_argument'],
    summary: 'Accepts or declines an invitation, blocks its owner, or leaves a common folder',
  }),
  commonOffer: endpoint({
    id: 'drive.commonOffer',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/offer',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    params: byId,
    body: v.object({ answer: v.picklist(OFFER_ANSWERS) }),
    /** '' when it is declined. */
    output: taskId,
    errors: [
      ...guestErrors,
      'invalid_argument',
      'failed_precondition',
      'file_space_not_enough',
      'file_count_limit',
      'task_sub_task_num_limit',
      'resource_exhausted',
    ],
    summary:
      "Takes over a folder that its owner offers: it moves into the caller's drive with its people, and the former owner edits it; or declines",
  }),
  commonFiles: endpoint({
    id: 'drive.commonFiles',
    method: 'GET',
    path: '/drive/v1/common/folders/{id}/files',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byId,
    query: v.object({
      /** '' for the common folder itself. */
      parent_id: optionalText,
      limit: wireCount,
      page_token: pageToken,
      order: optionalText,
    }),
    output: v.object({
      role: v.picklist(GRANT_ROLES),
      /** From the common folder, which is not in it, to `parent_id`. */
      path: v.array(v.object({ id: v.string(), name: v.string() })),
      files: v.array(fileObject),
      next_page_token: v.string(),
    }),
    errors: [...fileErrors, 'invalid_argument'],
    summary: 'Files of a common folder, folders first, by keyset pages',
  }),
  commonFile: endpoint({
    id: 'drive.commonFile',
    method: 'GET',
    path: '/drive/v1/common/folders/{id}/files/{file_id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byFile,
    output: fileObject,
    errors: fileErrors,
    summary: 'One file of a common folder, with a link to its content that ends with the grant',
  }),
  commonCreate: endpoint({
    id: 'drive.commonCreate',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/files',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    adds: true,
    params: byId,
    body: v.object({ parent_id: optionalText, name }),
    output: fileObject,
    errors: [...editErrors, 'file_name_empty', 'file_name_invalid', 'failed_precondition'],
    summary: 'Makes a folder in a common folder',
  }),
  commonRename: endpoint({
    id: 'drive.commonRename',
    method: 'PATCH',
    path: '/drive/v1/common/folders/{id}/files/{file_id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    params: byFile,
    body: v.object({ name }),
    output: fileObject,
    errors: [...editErrors, 'file_name_empty', 'file_name_invalid', 'file_rename_to_same_name', 'file_duplicated_name'],
    summary: 'Renames something inside a common folder',
  }),
  commonMove: endpoint({
    id: 'drive.commonMove',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/files:batchMove',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    params: byId,
    /** `to`: '' for the common folder itself. */
    body: v.object({ ids, to: optionalText }),
    output: v.object({}),
    errors: [...editErrors, 'file_move_or_copy_to_cur'],
    summary: 'Moves things inside a common folder; what has a taken name gets a number',
  }),
  commonTrash: endpoint({
    id: 'drive.commonTrash',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/files:batchTrash',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    params: byId,
    body: v.object({ ids }),
    output: v.object({}),
    errors: editErrors,
    summary: "Moves things inside a common folder to its owner's trash",
  }),
  commonPut: endpoint({
    id: 'drive.commonPut',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/uploads',
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    idempotency: 'key',
    adds: true,
    params: byId,
    query: v.object({ parent_id: optionalText, name: v.nullish(name, '') }),
    output: fileObject,
    errors: [
      ...editErrors,
      'file_name_empty',
      'file_name_invalid',
      'file_too_large',
      'failed_precondition',
      'too_many_requests',
    ],
    summary:
      "Stores a file of at most 95 MiB in one request in a common folder; it counts to its owner's quota, and its length must be said",
  }),
  commonSave: endpoint({
    id: 'drive.commonSave',
    method: 'POST',
    path: '/drive/v1/common/folders/{id}/files:batchSave',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    params: byId,
    /** No ids: the common folder itself. `parent_id` '' is the root of the caller's drive. */
    body: v.object({ ids: v.pipe(idList, v.maxLength(GRANT_MAX_IDS)), parent_id: optionalText }),
    output: taskId,
    errors: [...fileErrors, 'invalid_argument', 'file_in_recycle_bin', 'file_space_not_enough', 'file_count_limit'],
    summary: "Saves copies into the caller's own drive, by reference; they count to the caller's quota",
  }),
} as const;
