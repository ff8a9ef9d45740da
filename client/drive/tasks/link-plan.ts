/** The plan of fetches: what each link brings, and the tasks that it starts. */
import type { Resource, TaskLimits } from '#shared/drive/fetch/tasks.contract.ts';
import type { TorrentFile } from '#shared/drive/torrent/file-tree.ts';
import type { DriveStorageProps } from '#shared/islands.ts';
import { chosenBytes } from './file-choice.tsx';
import { newTaskKey, type TasksApi, type TorrentOrder } from './tasks.api.ts';

export interface Plan {
  readonly found: readonly Resource[];
  readonly limits: TaskLimits;
  readonly storage: DriveStorageProps;
  /** Chosen files of torrents, by address. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<number>>;
}

export function filesOf({ dir }: Resource): readonly TorrentFile[] {
  return dir?.resources.map(({ index, name, file_size }) => ({ index, name, sizeBytes: Number(file_size) })) ?? [];
}

/** At first all files are chosen. */
export function allFiles(found: readonly Resource[]): Plan['chosen'] {
  const torrents = found.filter(({ dir }) => dir !== null);
  return new Map(torrents.map((one) => [one.meta.url, new Set(filesOf(one).map(({ index }) => index))]));
}

/** Whether it is a torrent whose files are not known yet. */
export function isUnknownTorrent({ is_dir: isFolder, file_count: count }: Resource): boolean {
  return isFolder && count === 0;
}

function orderOf(resource: Resource, chosen: Plan['chosen']): TorrentOrder {
  if (isUnknownTorrent(resource)) return { choose: true };
  const files = chosen.get(resource.meta.url);
  return files ? { files: [...files] } : {};
}

/** Bytes that an address brings. */
export function bytesOf(resource: Resource, chosen: Plan['chosen']): number {
  const files = chosen.get(resource.meta.url);
  return files ? chosenBytes(filesOf(resource), files) : Number(resource.file_size);
}

/** Creates a task for each good link, one after the other. @param keys  of idempotency, by link: a second try makes no second task */
export async function createAll(
  api: TasksApi,
  { found, chosen }: Pick<Plan, 'found' | 'chosen'>,
  parentId: string | null,
  keys: Map<string, string>,
): Promise<{ started: number; left: Resource[]; failure: unknown }> {
  const left: Resource[] = [];
  let started = 0;
  let failure: unknown = null;
  for (const resource of found.filter(({ meta }) => meta.status !== 'ERROR')) {
    const { url } = resource.meta;
    const key = keys.get(url) ?? newTaskKey();
    keys.set(url, key);
    try {
      await api.create(url, parentId, key, orderOf(resource, chosen));
      started += 1;
    } catch (error) {
      left.push(resource);
      failure = error;
    }
  }
  return { started, left, failure };
}
