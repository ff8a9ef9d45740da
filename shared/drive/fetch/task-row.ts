/** A task as its page shows it, and the filters of the page. Pure. */
import type { Phase, TaskObject, TaskType } from '../model.ts';

export interface TaskLine {
  readonly id: string;
  readonly type: string;
  readonly phase: Phase;
  /** 0 to 100. */
  readonly progress: number;
  readonly name: string;
  readonly sizeBytes: number;
  /** Of a fetch under way. */
  readonly doneBytes: number;
  readonly bytesPerSecond: number;
  /** Reason of a fetch, or text of another failure; '' for none. */
  readonly error: string;
  /** It ended without its files, and may be tried again. */
  readonly isRetryable: boolean;
  /** '' while there is none. */
  readonly fileId: string;
  /** Of a torrent under way: metadata, choosing, downloading, saving; '' for other tasks. */
  readonly stage: string;
  /** Address of a fetch; '' for other tasks. */
  readonly url: string;
  /** Of a line that stands for several finished uploads into one folder; null for one task. */
  readonly group: TaskGroupLine | null;
}

export interface TaskGroupLine {
  readonly files: number;
  /** Of the first of them. */
  readonly names: readonly string[];
  readonly folderId: string;
  /** '' for the root. */
  readonly folderName: string;
}

/** Of a fetch under way; sent to open windows while it moves. */
export type TaskProgress = Pick<TaskLine, 'id' | 'progress' | 'doneBytes' | 'bytesPerSecond'>;

/** A message of the socket as the progress of a task, or null. */
export function readProgress(message: Readonly<Record<string, unknown>>): TaskProgress | null {
  const { kind, id, progress, doneBytes, bytesPerSecond } = message;
  const isNumbers = [progress, doneBytes, bytesPerSecond].every((value) => Number.isFinite(value));
  if (kind !== 'drive#taskProgress' || typeof id !== 'string' || !isNumbers) return null;
  return { id, progress: Number(progress), doneBytes: Number(doneBytes), bytesPerSecond: Number(bytesPerSecond) };
}

export const TASK_STATES = ['all', 'active', 'done', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Types that the page shows; what ends at once, such as a rename, is none of them. */
export const SHOWN_TYPES = ['offline', 'upload', 'restore', 'copy', 'move', 'decompress', 'pack_files'] as const;
export type ShownType = (typeof SHOWN_TYPES)[number];

export interface TaskFilter {
  readonly state: TaskState;
  readonly type: ShownType | 'all';
}

const PHASES_OF: Readonly<Record<TaskState, readonly Phase[]>> = {
  all: [],
  active: ['PHASE_TYPE_PENDING', 'PHASE_TYPE_RUNNING'],
  done: ['PHASE_TYPE_COMPLETE'],
  failed: ['PHASE_TYPE_ERROR'],
};

export function phasesOf(state: TaskState): readonly Phase[] {
  return PHASES_OF[state];
}

/** For `type` of the call. */
export function typesOf(type: ShownType | 'all'): string {
  return type === 'all' ? SHOWN_TYPES.join(',') : type;
}

export function isActive({ phase }: Pick<TaskLine, 'phase'>): boolean {
  return phase === 'PHASE_TYPE_PENDING' || phase === 'PHASE_TYPE_RUNNING';
}

/** A task that works on the tree goes on until its end; a fetch or an upload may be given up. */
export function isRemovable(task: Pick<TaskLine, 'phase' | 'type'>): boolean {
  const type = task.type as TaskType;
  return !isActive(task) || type === 'offline' || type === 'upload';
}

export function readFilter(query: { get(name: string): string | null }): TaskFilter {
  const [state, type] = [query.get('state'), query.get('type')];
  return {
    state: TASK_STATES.find((one) => one === state) ?? 'all',
    type: SHOWN_TYPES.find((one) => one === type) ?? 'all',
  };
}

function count(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? value : 0;
}

function groupOf({
  files,
  names,
  folder_id: folderId = '',
  folder_name: folderName = '',
}: TaskObject['params']): TaskLine['group'] {
  if (!files || !names) return null;
  return { files: count(files), names: JSON.parse(names) as string[], folderId, folderName };
}

export function taskLineOf(task: TaskObject): TaskLine {
  const { params } = task;
  // Their message is the name of an error; the reason beside it is one of archives alone.
  const isArchive = task.type === 'decompress' || task.type === 'pack_files';
  return {
    id: task.id,
    type: task.type,
    phase: task.phase,
    progress: task.progress,
    name: task.file_name === '' ? task.name : task.file_name,
    sizeBytes: count(task.file_size),
    doneBytes: count(params['done_bytes']),
    bytesPerSecond: count(params['predict_speed']),
    error: (isArchive ? undefined : params['error']) ?? (task.phase === 'PHASE_TYPE_ERROR' ? task.message : ''),
    isRetryable: task.phase === 'PHASE_TYPE_ERROR' && (task.type === 'offline' || params['retry'] === 'true'),
    fileId: task.file_id,
    stage: params['stage'] ?? '',
    url: params['url'] ?? '',
    group: groupOf(params),
  };
}
