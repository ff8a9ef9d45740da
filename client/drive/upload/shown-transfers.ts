/** Transfers of this browser under the filters of the page of tasks. Pure. */
import type { DownloadItem } from '#client/transfer/download/download.state.ts';
import type { UploadPhase } from '#client/transfer/upload/upload-item.ts';
import type { UploadList } from '#client/transfer/upload/upload-list.state.ts';
import type { TaskFilter, TaskLine, TaskState } from '#shared/drive/fetch/task-row.ts';
import { ORDER } from './upload-summary.tsx';

type AnyPhase = UploadPhase | DownloadItem['phase'];

const STATE_OF: Readonly<Record<AnyPhase, Exclude<TaskState, 'all'>>> = {
  waiting: 'active',
  sending: 'active',
  checking: 'active',
  running: 'active',
  offline: 'active',
  paused: 'active',
  unfinished: 'active',
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
};

/** Phases of the uploads that are shown, in the order of the panel. */
export function shownPhases({ state, type }: TaskFilter): readonly UploadPhase[] {
  const isShown = (phase: UploadPhase) => state === 'all' || STATE_OF[phase] === state;
  return type === 'all' || type === 'upload' ? ORDER.filter(isShown) : [];
}

/** Downloads to a folder are no type of a task: only the filter of all types shows them. */
export function shownDownloads(
  downloads: readonly DownloadItem[],
  { state, type }: TaskFilter,
): readonly DownloadItem[] {
  return type === 'all' ? downloads.filter(({ phase }) => state === 'all' || STATE_OF[phase] === state) : [];
}

/** Tasks without those of the uploads here, which the server lists too. Tasks and uploads of this browser share no id. */
export function withoutOwn(tasks: readonly TaskLine[], uploads: Pick<UploadList, 'all'>): readonly TaskLine[] {
  const isOpenUpload = ({ type, phase }: TaskLine) =>
    type === 'upload' && (phase === 'PHASE_TYPE_PENDING' || phase === 'PHASE_TYPE_RUNNING');
  if (!tasks.some(isOpenUpload)) return tasks;
  const keyOf = (name: string, sizeBytes: number) => `${sizeBytes}/${name.slice(name.lastIndexOf('/') + 1)}`;
  const own = new Set(uploads.all().map(({ name, sizeBytes }) => keyOf(name, sizeBytes)));
  return tasks.filter((task) => !isOpenUpload(task) || !own.has(keyOf(task.name, task.sizeBytes)));
}
