/** Notifications about the end of tasks that take long: fetches by link and saves from links. */
import type { Phase } from '#shared/drive/model.ts';
import { SECOND_MS } from '#shared/units.ts';
import { countBellItem } from '../bell/bell.store.ts';
import type { DriveTx } from '../core/tx.ts';

export interface EndedTask extends Record<string, SqlStorageValue> {
  readonly type: string;
  readonly name: string;
  readonly file_name: string;
  readonly file_id: string;
  readonly created_ms: number;
}

/** The person who asked for a shorter one has seen its end. */
const LONG_MS = 10 * SECOND_MS;

/** In the transaction that ends the task. */
export function notifyOfTask(tx: DriveTx, id: string, phase: Phase, task: EndedTask): void {
  const isDone = phase === 'PHASE_TYPE_COMPLETE';
  if (!isDone && phase !== 'PHASE_TYPE_ERROR') return;
  if (isDone && tx.nowMs - task.created_ms < LONG_MS) return;
  const data = { name: task.file_name || task.name, nodeId: task.file_id };
  if (task.type === 'offline')
    countBellItem(tx, { id: `${id}-${tx.nowMs}`, kind: isDone ? 'fetch-done' : 'fetch-failed', data });
  else if (task.type === 'restore' && isDone) countBellItem(tx, { id, kind: 'save-done', data: { name: data.name } });
}
