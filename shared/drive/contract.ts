/**
 * Wire rows of the drive: files, batches, uploads, tasks, space. Source: contract.md sections 3, 5, 7 and 11.
 */
import * as v from 'valibot';
import { endpoint, idList, jsonObject, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { conflictChoice } from './conflict.ts';
import { findContract } from './find.contract.ts';
import { fileList, fileObject, taskObject } from './model.ts';
import { resourceContract } from './resource.contract.ts';
import { trashContract } from './trash.contract.ts';
import { resumable, uploadsContract } from './uploads.contract.ts';

const byId = v.object({ id: requiredText });
const ids = v.object({ ids: v.pipe(idList, v.minLength(1)) });
const destination = v.nullish(v.object({ parent_id: optionalText }), { parent_id: '' });
const taskId = v.object({ task_id: v.string() });
const name = v.pipe(v.string(), v.maxLength(2000));

/** Our own door: where parts go, how large they are, which are there. Ours, contract.md is silent. */
export const uploadSession = v.object({
  upload_id: v.string(),
  /** Signed, expiring, for exactly this upload; sent as `x-upload-token`. */
  upload_token: v.string(),
  part_size: v.number(),
  part_count: v.number(),
  size: v.string(),
  /** Part numbers (from 1) that are stored. */
  parts: v.array(v.number()),
  expiration: v.string(),
  phase: v.string(),
});
export type UploadSession = v.InferOutput<typeof uploadSession>;

/** Proof of possession: digest these ranges, keyed by the nonce (shared/content/proof.ts). */
export const proofChallenge = v.object({
  challenge: v.string(),
  nonce: v.string(),
  ranges: v.array(v.object({ start: v.number(), length: v.number() })),
});

export const createAnswer = v.object({
  upload_type: v.string(),
  file: v.nullable(fileObject),
  task: v.nullable(taskObject),
  resumable: v.optional(resumable),
  upload: v.optional(uploadSession),
  proof: v.optional(proofChallenge),
  /** Only where the caller chose `skip`: the name is taken by `file`, and nothing was made. */
  skipped: v.optional(v.boolean()),
});
export type CreateAnswer = v.InferOutput<typeof createAnswer>;

const writeErrors = ['unauthenticated', 'invalid_argument', 'file_not_found'] as const;

export const driveContract = {
  ...findContract,
  ...trashContract,
  ...uploadsContract,
  ...resourceContract,
  list: endpoint({
    id: 'drive.list',
    method: 'GET',
    path: '/drive/v1/files',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    query: v.object({
      parent_id: optionalText,
      limit: wireCount,
      page_token: v.pipe(optionalText, v.maxLength(4096)),
      thumbnail_size: optionalText,
      with_audit: wireFlag,
      filters: jsonObject,
      order: optionalText,
      folders_first: optionalText,
      space: optionalText,
    }),
    output: fileList,
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Lists a folder, every folder (`*`) or the trash, by keyset pages',
  }),
  detail: endpoint({
    id: 'drive.detail',
    method: 'GET',
    path: '/drive/v1/files/{id}',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    params: byId,
    query: v.object({ usage: optionalText, thumbnail_size: optionalText, space: optionalText }),
    output: fileObject,
    errors: ['unauthenticated', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'One file with its content links',
  }),
  create: endpoint({
    id: 'drive.create',
    method: 'POST',
    path: '/drive/v1/files',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    adds: true,
    body: v.object({
      kind: v.picklist(['drive#file', 'drive#folder']),
      name: v.nullish(name, ''),
      parent_id: optionalText,
      size: v.nullish(wireCount),
      /** gcid, a label. */
      hash: optionalText,
      /** Content key of the bytes, from our own client: asks for an instant upload by proof. */
      content_key: optionalText,
      upload_type: optionalText,
      folder_type: optionalText,
      /** `PROVIDER_MAGPIE` asks for our own door; anything else gets the S3-style door. */
      resumable: v.nullish(v.object({ provider: optionalText }), { provider: '' }),
      objProvider: v.nullish(v.object({ provider: optionalText }), { provider: '' }),
      user_modified_time: optionalText,
      /** Of a folder: `skip` answers the one that is there, `replace` is refused. */
      conflict: conflictChoice,
      url: v.nullish(v.object({ url: optionalText })),
    }),
    output: createAnswer,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'file_name_empty',
      'file_name_invalid',
      'file_too_large',
      'file_space_not_enough',
      'unimplemented',
      'resource_exhausted',
    ],
    summary: 'Makes a folder, or begins an upload',
  }),
  rename: endpoint({
    id: 'drive.rename',
    method: 'PATCH',
    path: '/drive/v1/files/{id}',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    params: byId,
    body: v.object({ name: v.nullish(name, '') }),
    output: fileObject,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'file_name_empty',
      'file_name_invalid',
      'file_rename_to_same_name',
      'file_duplicated_name',
      'file_rename_uncompleted',
    ],
    summary: 'Renames a file or folder',
  }),
  batchMove: endpoint({
    id: 'drive.batchMove',
    method: 'POST',
    path: '/drive/v1/files:batchMove',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    body: v.object({ ...ids.entries, to: destination, conflict: conflictChoice }),
    output: taskId,
    errors: [...writeErrors, 'file_in_recycle_bin', 'file_move_or_copy_to_cur'],
    summary: 'Moves files and folders into a folder',
  }),
  batchCopy: endpoint({
    id: 'drive.batchCopy',
    method: 'POST',
    path: '/drive/v1/files:batchCopy',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    adds: true,
    body: v.object({ ...ids.entries, to: destination, conflict: conflictChoice }),
    output: taskId,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'file_space_not_enough',
      'file_move_or_copy_to_cur',
      'file_blocked',
    ],
    summary: 'Copies by reference: no byte is copied',
  }),
  batchTrash: endpoint({
    id: 'drive.batchTrash',
    method: 'POST',
    path: '/drive/v1/files:batchTrash',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    body: ids,
    output: taskId,
    errors: [...writeErrors, 'file_in_recycle_bin'],
    summary: 'Moves to the trash',
  }),
  batchUntrash: endpoint({
    id: 'drive.batchUntrash',
    method: 'POST',
    path: '/drive/v1/files:batchUntrash',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    body: v.object({ ...ids.entries, conflict: conflictChoice }),
    output: taskId,
    errors: writeErrors,
    summary: 'Puts back from the trash',
  }),
  batchDelete: endpoint({
    id: 'drive.batchDelete',
    method: 'POST',
    path: '/drive/v1/files:batchDelete',
    host: 'drive',
    callers: 'person',
    repeat: 'key',
    body: ids,
    output: taskId,
    errors: writeErrors,
    summary: 'Deletes for good',
  }),
  task: endpoint({
    id: 'drive.task',
    method: 'GET',
    path: '/drive/v1/tasks/{id}',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    params: byId,
    output: taskObject,
    errors: ['unauthenticated', 'not_found'],
    summary: 'One task',
  }),
  tasks: endpoint({
    id: 'drive.tasks',
    method: 'GET',
    path: '/drive/v1/tasks',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    query: v.object({
      type: optionalText,
      limit: wireCount,
      page_token: optionalText,
      filters: jsonObject,
      with: optionalText,
      thumbnail_size: optionalText,
    }),
    output: v.object({ tasks: v.array(taskObject), next_page_token: v.string(), expires_in: v.number() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Tasks, newest first',
  }),
  about: endpoint({
    id: 'drive.about',
    method: 'GET',
    path: '/drive/v1/about',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    output: v.object({
      kind: v.literal('drive#about'),
      quota: v.object({
        kind: v.literal('drive#quota'),
        limit: v.string(),
        usage: v.string(),
        usage_in_trash: v.string(),
        /** Ours: of `usage`, what former contents of files take; those of the trash too. */
        usage_in_versions: v.string(),
        play_times_limit: v.string(),
        play_times_usage: v.string(),
        is_unlimited: v.boolean(),
        complimentary: v.string(),
      }),
      expires_at: v.string(),
      quotas: v.record(v.string(), v.unknown()),
      user_type: v.number(),
      /** Ours: how long the trash keeps a thing, and how long and how many versions of a file are kept. */
      trash_retention_days: v.number(),
      version_retention_days: v.number(),
      versions_per_file: v.number(),
    }),
    errors: ['unauthenticated'],
    summary: 'Space used and allowed',
  }),
  uploadState: endpoint({
    id: 'drive.uploadState',
    method: 'GET',
    path: '/drive/v1/uploads/{id}',
    host: 'drive',
    callers: 'person',
    repeat: 'read',
    params: byId,
    output: uploadSession,
    errors: ['unauthenticated', 'not_found'],
    summary: 'Which parts of an upload are stored, and a fresh token for it',
  }),
  uploadPart: endpoint({
    id: 'drive.uploadPart',
    method: 'PUT',
    path: '/drive/v1/uploads/{id}/parts/{part}',
    host: 'drive',
    callers: 'link',
    bodyKind: 'bytes',
    repeat: 'natural',
    adds: true,
    params: v.object({ id: requiredText, part: wireCount }),
    output: v.object({ part: v.number(), size: v.string() }),
    errors: ['permission_denied', 'unauthenticated', 'invalid_argument', 'not_found', 'failed_precondition'],
    summary: 'Stores one part; the body is streamed to the store',
  }),
  put: endpoint({
    id: 'drive.put',
    method: 'POST',
    path: '/drive/v1/uploads',
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    repeat: 'key',
    adds: true,
    query: v.object({
      parent_id: optionalText,
      name: v.nullish(name, ''),
      user_modified_time: optionalText,
      conflict: conflictChoice,
    }),
    output: v.object({
      file: v.nullable(fileObject),
      task: v.nullable(taskObject),
      /** As in the answer of `drive.create`. */
      skipped: v.optional(v.boolean()),
    }),
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'file_name_empty',
      'file_name_invalid',
      'file_too_large',
      'file_space_not_enough',
      'resource_exhausted',
    ],
    summary:
      'Stores a file of at most 8 MiB whose bytes are the body; its length must be said. The key of `drive.create` is the same key',
  }),
  uploadComplete: endpoint({
    id: 'drive.uploadComplete',
    method: 'POST',
    path: '/drive/v1/uploads/{id}/complete',
    host: 'drive',
    callers: 'person',
    repeat: 'natural',
    params: byId,
    output: v.object({ file: fileObject, task: v.nullable(taskObject) }),
    errors: ['unauthenticated', 'not_found', 'failed_precondition'],
    summary: 'Ends an upload whose parts are all there; asking again answers the same',
  }),
  uploadAbort: endpoint({
    id: 'drive.uploadAbort',
    method: 'DELETE',
    path: '/drive/v1/uploads/{id}',
    host: 'drive',
    callers: 'person',
    repeat: 'natural',
    params: byId,
    output: v.object({}),
    errors: ['unauthenticated'],
    summary: 'Gives an upload up and frees its space',
  }),
  uploadProve: endpoint({
    id: 'drive.uploadProve',
    method: 'POST',
    path: '/drive/v1/uploads/{id}/prove',
    host: 'drive',
    callers: 'person',
    repeat: 'never',
    params: byId,
    body: v.object({ challenge: requiredText, digest: requiredText }),
    output: createAnswer,
    errors: ['unauthenticated', 'not_found', 'invalid_argument'],
    summary:
      'Answers a proof of possession; a right one completes the upload without bytes, else the session stays open',
  }),
} as const;
