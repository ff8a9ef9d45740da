/** Files and folders as commands read and print them, and the tasks of changes. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '#client/api/errors.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import { isErrorName } from '#shared/error-catalogue.ts';
import type { Drive } from '../session/drive.ts';

const PAGE_ROWS = 1000;
const [FIRST_POLL_MS, LONGEST_POLL_MS] = [100, 3_000];

/** @throws ApiError file_not_found, file_in_recycle_bin */
export function detailOf({ api }: Pick<Drive, 'api'>, id: string, signal: AbortSignal): Promise<FileObject> {
  return api.call(browserContract.detail, { params: { id }, signal });
}

/** Complete entries of a folder, page by page, by name. */
export async function* entriesOf(
  { api }: Pick<Drive, 'api'>,
  folderId: string,
  signal: AbortSignal,
): AsyncGenerator<FileObject> {
  const filters = JSON.stringify({ trashed: { eq: false }, phase: { eq: 'PHASE_TYPE_COMPLETE' } });
  for (let token = ''; ; ) {
    const query = { parent_id: folderId, limit: PAGE_ROWS, page_token: token, order: 'name_asc', filters };
    const page = await api.call(browserContract.list, { query, signal });
    yield* page.files;
    token = page.next_page_token;
    if (token === '') return;
  }
}

/** @returns the task when it has ended. @throws ApiError why it failed */
export async function untilEnded({ api }: Pick<Drive, 'api'>, id: string, signal: AbortSignal): Promise<TaskObject> {
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_POLL_MS)) {
    const task = await api.call(browserContract.task, { params: { id }, signal });
    if (task.phase === 'PHASE_TYPE_COMPLETE') return task;
    if (task.phase === 'PHASE_TYPE_ERROR')
      throw new ApiError(
        { error: isErrorName(task.message) ? task.message : 'internal', error_description: task.message },
        'task',
      );
    await delay(pauseMs, undefined, { signal });
  }
}

/** A file or folder in JSON. */
export function factsOf(file: FileObject): Readonly<Record<string, unknown>> {
  const isFolder = file.kind === 'drive#folder';
  return {
    id: file.id,
    parent_id: file.parent_id,
    name: file.name,
    kind: isFolder ? 'folder' : 'file',
    size: isFolder ? null : Number(file.size),
    modified: new Date(Date.parse(file.user_modified_time || file.modified_time)).toISOString(),
    hash: file.hash,
    starred: file.starred,
  };
}
