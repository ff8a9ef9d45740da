/**
 * Wire rows of the trash that older clients spell in their own way. Part of driveContract. Source: contract.md 3.5.
 */
import * as v from 'valibot';
import { endpoint, requiredText } from '#shared/contract.ts';

const taskId = v.object({ task_id: v.string() });
const emptying = {
  path: '/drive/v1/files/trash:empty',
  host: 'drive',
  callers: 'person',
  idempotency: 'key',
  output: taskId,
  errors: ['unauthenticated'],
} as const;

export const trashContract = {
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
} as const;
