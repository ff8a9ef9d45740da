/** Transfers of this browser under the filters of the page of tasks. Pure. */
import type { DownloadItem } from '#client/transfer/download/download.state.ts';
import type { UploadItem } from '#client/transfer/upload/upload.state.ts';
import type { TaskFilter, TaskLine, TaskState } from '#shared/drive/fetch/task-row.ts';

type AnyPhase = UploadItem['phase'] | DownloadItem['phase'];

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

export interface Transfers {
  readonly uploads: readonly UploadItem[];
  readonly downloads: readonly DownloadItem[];
}

/** Downloads to a folder are no type of a task: only the filter of all types shows them. */
export function shownTransfers({ uploads, downloads }: Transfers, { state, type }: TaskFilter): Transfers {
  const isShown = ({ phase }: { readonly phase: AnyPhase }) => state === 'all' || STATE_OF[phase] === state;
  return {
    uploads: type === 'all' || type === 'upload' ? uploads.filter(isShown) : [],
    downloads: type === 'all' ? downloads.filter(isShown) : [],
  };
}

/** Tasks without those of the shown uploads, which the server lists too. Tasks and uploads of this browser share no id. */
export function withoutOwn(tasks: readonly TaskLine[], uploads: readonly UploadItem[]): readonly TaskLine[] {
  const keyOf = (name: string, sizeBytes: number) => `${sizeBytes}/${name.slice(name.lastIndexOf('/') + 1)}`;
  const own = new Set(uploads.map(({ name, sizeBytes }) => keyOf(name, sizeBytes)));
  return tasks.filter(({ type, phase, name, sizeBytes }) => {
    const isOpen = phase === 'PHASE_TYPE_PENDING' || phase === 'PHASE_TYPE_RUNNING';
    return type !== 'upload' || !isOpen || !own.has(keyOf(name, sizeBytes));
  });
}
