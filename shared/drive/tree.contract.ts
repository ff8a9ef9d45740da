/** Endpoints of files and folders: listing, creating, naming and starring them. Source: wire-contract.md sections 3.1 to 3.5. */
import * as v from 'valibot';
import { endpoint, jsonObject, optionalText, requiredText, wireCount, wireFlag } from '#shared/contract.ts';
import { conflictChoice } from './conflict.ts';
import { fileNumbers, MAX_ADDRESS_CHARS } from './fetch/tasks.contract.ts';
import { byId, ids, name, newFileErrors, taskId, writeErrors } from './fields.ts';
import { fileList, fileObject } from './model.ts';
import { createAnswer } from './upload.contract.ts';

export const treeContract = {
  list: endpoint({
    id: 'drive.list',
    method: 'GET',
    path: '/drive/v1/files',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
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
    idempotency: 'read',
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
    idempotency: 'key',
    adds: true,
    body: v.object({
      kind: v.picklist(['drive#file', 'drive#folder']),
      name: v.nullish(name, ''),
      parent_id: optionalText,
      size: v.nullish(wireCount),
      /** gcid, a label. */
      hash: optionalText,
      /** Content key of the bytes, from our own client: content that the drive holds already needs no bytes. Without one `hash` decides. */
      content_key: optionalText,
      upload_type: optionalText,
      folder_type: optionalText,
      /** `PROVIDER_MAGPIE` selects our own upload protocol; anything else selects the S3-style one. */
      resumable: v.nullish(v.object({ provider: optionalText }), { provider: '' }),
      objProvider: v.nullish(v.object({ provider: optionalText }), { provider: '' }),
      user_modified_time: optionalText,
      /** When a picture or film was taken, by the camera's clock: `2026-08-15T14:30:12`, with its zone where that is known. Left out: the file is read for it. */
      taken: optionalText,
      /** Of a folder: `skip` answers the one that is there, `replace` is refused. */
      conflict: conflictChoice,
      /** Of `UPLOAD_TYPE_URL`: the address to fetch. */
      url: v.nullish(
        v.object({
          url: v.pipe(optionalText, v.maxLength(MAX_ADDRESS_CHARS)),
          /** Numbers of the files of a torrent, from 1; left out: all. */
          files: v.optional(fileNumbers),
          /** The task waits until the person has chosen the files (`drive.chooseFiles`). */
          choose: v.optional(v.boolean()),
        }),
        { url: '' },
      ),
      params: v.nullish(v.record(v.string(), v.unknown()), {}),
    }),
    output: createAnswer,
    errors: [
      ...newFileErrors,
      'unimplemented',
      'resource_exhausted',
      'task_daily_create_limit',
      'task_daily_create_limit_vip',
      'task_run_nums_limit',
      'task_url_resolve_error',
      'task_url_unsupported',
    ],
    summary: 'Makes a folder, begins an upload, or fetches an address by a task',
  }),
  rename: endpoint({
    id: 'drive.rename',
    method: 'PATCH',
    path: '/drive/v1/files/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
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
  batchRename: endpoint({
    id: 'drive.batchRename',
    method: 'POST',
    path: '/drive/v1/files:batchRename',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    body: v.object({
      items: v.pipe(
        v.array(v.object({ id: requiredText, name: v.pipe(v.string(), v.maxLength(2000)) })),
        v.minLength(1),
        v.maxLength(10_000),
      ),
    }),
    output: taskId,
    errors: [
      'unauthenticated',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'file_name_empty',
      'file_name_invalid',
      'file_duplicated_name',
      'file_rename_uncompleted',
    ],
    summary: 'Renames many at once, all or none; names may be swapped',
  }),
  star: endpoint({
    id: 'drive.star',
    method: 'POST',
    path: '/drive/v1/files:star',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: taskId,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Marks with a star',
  }),
  unstar: endpoint({
    id: 'drive.unstar',
    method: 'POST',
    path: '/drive/v1/files:unstar',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: taskId,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Takes the star away',
  }),
  live: endpoint({
    id: 'drive.live',
    method: 'GET',
    path: '/drive/v1/live',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ revision: v.string() }),
    errors: ['unauthenticated'],
    summary:
      'A number that rises with every visible change. Asked with `Upgrade: websocket` and the subprotocols `magpie.v1` and `bearer.<token>`, it is sent from then on',
  }),
} as const;
