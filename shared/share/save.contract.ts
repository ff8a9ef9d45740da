/** Endpoints around a save from a link: its plan, and taking it back. Ours. Part of shareContract. */
import * as v from 'valibot';
import { endpoint, idList, optionalText, requiredText, wireFlag } from '#shared/contract.ts';
import { SHARE_STATUSES } from './model.ts';

export const saveContract = {
  restorePlan: endpoint({
    id: 'share.restorePlan',
    method: 'POST',
    path: '/drive/v1/share/restore_plan',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    /** As of `share.restore`. */
    body: v.object({
      share_id: optionalText,
      pass_code_token: v.pipe(optionalText, v.maxLength(4096)),
      file_ids: idList,
      parent_id: optionalText,
      specify_parent_id: wireFlag,
    }),
    output: v.object({
      share_status: v.picklist(SHARE_STATUSES),
      share_status_text: v.string(),
      plan: v.nullable(
        v.object({
          file_count: v.string(),
          folder_count: v.string(),
          size: v.string(),
          /** Free space once it is saved; negative when there is too little. */
          free_after: v.string(),
          /** '' while the folder of saves does not exist. */
          parent_id: v.string(),
          /** Names that would get a number, the first thousand compared. */
          taken_names: v.array(v.string()),
          /** Contents that the caller has already, the first thousand compared. */
          held_count: v.string(),
        }),
      ),
    }),
    errors: [
      'unauthenticated',
      'link_view_only',
      'invalid_argument',
      'file_not_found',
      'file_in_recycle_bin',
      'file_restore_own',
    ],
    summary: "How much a save from a link would be, and how it meets the caller's drive; changes nothing",
  }),
  restoreUndo: endpoint({
    id: 'share.restoreUndo',
    method: 'POST',
    path: '/drive/v1/share/restore_undo',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ restore_task_id: requiredText }),
    output: v.object({ count: v.string() }),
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'failed_precondition'],
    summary: 'Moves the copies of a save of the last 24 hours to the trash, unless they were changed since',
  }),
} as const;
