/** Labels of tasks: type, state, phase. */
import type { ShownType, TaskLine, TaskState } from '#shared/drive/fetch/task-row.ts';
import type { Translator } from '#shared/locale/translator.ts';

export const STATE_LABELS = {
  all: 'drive.tasks.state.all',
  active: 'drive.tasks.state.active',
  done: 'drive.tasks.state.done',
  failed: 'drive.tasks.state.failed',
} as const satisfies Record<TaskState, string>;

export const TYPE_LABELS = {
  all: 'drive.tasks.type.all',
  offline: 'drive.tasks.type.offline',
  upload: 'drive.tasks.type.upload',
  restore: 'drive.tasks.type.restore',
  copy: 'drive.tasks.type.copy',
  move: 'drive.tasks.type.move',
  decompress: 'drive.tasks.type.decompress',
  pack_files: 'drive.tasks.type.pack',
} as const satisfies Record<ShownType | 'all', string>;

/** Steps of a torrent. */
const STAGES = {
  metadata: 'drive.tasks.stage.metadata',
  choosing: 'drive.tasks.stage.choosing',
  saving: 'drive.tasks.stage.saving',
} as const;

export function phaseLabel(task: TaskLine, { t }: Pick<Translator, 't'>): string {
  if (task.phase === 'PHASE_TYPE_COMPLETE') return t('drive.tasks.phase.done');
  if (task.phase === 'PHASE_TYPE_ERROR') return t('drive.tasks.phase.failed');
  const stage = Object.hasOwn(STAGES, task.stage) ? STAGES[task.stage as keyof typeof STAGES] : undefined;
  if (stage !== undefined && (task.phase === 'PHASE_TYPE_RUNNING' || task.stage === 'choosing')) return t(stage);
  if (task.phase === 'PHASE_TYPE_PENDING')
    return t(task.error === '' ? 'drive.tasks.phase.waiting' : 'drive.tasks.phase.retrying');
  const isWhole = task.type === 'offline' && task.progress >= 99;
  return t(isWhole ? 'drive.tasks.phase.checking' : 'drive.tasks.phase.running');
}
