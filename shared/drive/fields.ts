/** Fields that several endpoints of the drive have. */
import * as v from 'valibot';
import { idList, optionalText, requiredText } from '#shared/contract.ts';

export const byId = v.object({ id: requiredText });
export const ids = v.object({ ids: v.pipe(idList, v.minLength(1)) });
export const name = v.pipe(v.string(), v.maxLength(2000));
export const pageToken = v.pipe(optionalText, v.maxLength(4096));
export const taskId = v.object({ task_id: v.string() });
export const writeErrors = ['unauthenticated', 'invalid_argument', 'file_not_found'] as const;
export const newFileErrors = [
  ...writeErrors,
  'file_in_recycle_bin',
  'file_name_empty',
  'file_name_invalid',
  'file_too_large',
  'file_space_not_enough',
  'upload_day_limit',
  'traffic_not_enough',
  'deleted_space_not_free',
  'file_count_limit',
] as const;
