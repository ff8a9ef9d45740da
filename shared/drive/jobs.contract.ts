/** Endpoints whose answer is a task: moving, copying, trashing and deleting. Source: wire-contract.md sections 3.5 and 5. */
import * as v from 'valibot';
import { endpoint, jsonObject, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { conflictChoice } from './conflict.ts';
import { byId, ids, taskId, writeErrors } from './fields.ts';
import { taskObject } from './model.ts';

const destination = v.nullish(v.object({ parent_id: optionalText }), { parent_id: '' });

const emptying = {
  path: '/drive/v1/files/trash:empty',
  host: 'drive',
  callers: 'person',
  idempotency: 'key',
  output: taskId,
  errors: ['unauthenticated'],
} as const;

export const jobsContract = {
  batchMove: endpoint({
    id: 'drive.batchMove',
    method: 'POST',
    path: '/drive/v1/files:batchMove',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
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
    idempotency: 'key',
    adds: true,
    body: v.object({ ...ids.entries, to: destination, conflict: conflictChoice }),
    output: taskId,
    errors: [
      ...writeErrors,
      'file_in_recycle_bin',
      'file_space_not_enough',
      'file_count_limit',
      'task_sub_task_num_limit',
      'file_move_or_copy_to_cur',
      'file_blocked',
    ],
    summary: 'Copies by reference: no byte is copied',
  }),
  /**
   * Ours where clients disagree: a file or folder goes to the trash, as with `batchTrash`; an upload that has not ended is
   * given up, for nothing of it can be restored.
   */
  trashOne: endpoint({
    id: 'drive.trashOne',
    method: 'DELETE',
    path: '/drive/v1/files/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
    params: v.object({ id: requiredText }),
    output: taskId,
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Moves one file or folder to the trash, or gives up an unfinished upload',
  }),
  batchTrash: endpoint({
    id: 'drive.batchTrash',
    method: 'POST',
    path: '/drive/v1/files:batchTrash',
    host: 'drive',
    callers: 'person',
    idempotency: 'key',
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
    idempotency: 'key',
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
    idempotency: 'key',
    body: ids,
    output: taskId,
    errors: writeErrors,
    summary: 'Deletes for good',
  }),
  emptyTrash: endpoint({
    ...emptying,
    id: 'drive.emptyTrash',
    method: 'PATCH',
    summary: 'Deletes everything in the trash for good',
  }),
  postEmptyTrash: endpoint({
    ...emptying,
    id: 'drive.postEmptyTrash',
    method: 'POST',
    summary: 'The same as PATCH, which some clients cannot send',
  }),
  task: endpoint({
    id: 'drive.task',
    method: 'GET',
    path: '/drive/v1/tasks/{id}',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
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
    idempotency: 'read',
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
} as const;
