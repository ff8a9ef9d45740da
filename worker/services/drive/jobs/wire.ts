/** Tasks in the spelling of the wire. Source: wire-contract.md section 5. No SQL, no decisions. */
import type { TaskObject } from '#shared/drive/model.ts';
import { wireTime } from '#shared/units.ts';
import { phaseOf, textsOf } from '../tree/wire.ts';
import type { TaskRow } from './task.store.ts';

export function toTaskObject(row: TaskRow, userId: string): TaskObject {
  return {
    kind: 'drive#task',
    id: row.id,
    name: row.name,
    type: row.type,
    user_id: userId,
    statuses: [],
    status_size: 0,
    params: textsOf(row.params),
    file_id: row.file_id,
    file_name: row.file_name,
    file_size: String(row.file_size),
    message: row.message,
    created_time: wireTime(row.created_ms),
    updated_time: wireTime(row.updated_ms),
    third_task_id: '',
    phase: phaseOf(row.phase),
    progress: row.progress,
    icon_link: '',
    callback: '',
    reference_resource: null,
    space: '',
  };
}
