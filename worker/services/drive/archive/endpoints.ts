/** Endpoints of archives: made of the drive, and extracted into it. */
import type { Hono } from 'hono';
import { archiveContract } from '#shared/drive/archive/archive.contract.ts';
import { AppError } from '#shared/errors.ts';
import { asTaskId } from '#shared/ids.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { task } from '../jobs/tasks.ts';
import { zipOwn } from '../zip/make-zip.ts';
import { toZipFile } from '../zip/wire.ts';
import { linkEntry } from './look/entry.ts';
import { archiveQuery } from './look/listing.ts';
import { type ArchiveStartDeps, extract, listInside, pack } from './start.ts';

/** How soon a client asks again for the progress of an extraction. */
const PROGRESS_SECONDS = 2;

export function bindArchives(router: Hono<AppEnv>, deps: ArchiveStartDeps): void {
  bindEndpoint(router, archiveContract.zip, async ({ caller, body }) => {
    if (body.ids.length === 0 && !body.all) throw new AppError('invalid_argument', { field: 'ids' });
    return toZipFile(await zipOwn(deps, caller, body.all ? [] : body.ids, readTimeZone(body.time_zone)));
  });

  bindEndpoint(router, archiveContract.pack, async ({ caller, body, call }) => ({
    task_id: await pack(deps, caller, { folderId: body.folderId, timeZone: readTimeZone(body.time_zone) }, call),
  }));
  bindEndpoint(router, archiveContract.unpack, async ({ caller, body, call }) => {
    const query = archiveQuery({ password: '', encoding: null }, call);
    const input = { fileId: body.folderId, ...query, entries: [], parentId: null };
    return { task_id: (await extract(deps, caller, input, call)).taskId };
  });
  bindEndpoint(router, archiveContract.archiveList, ({ caller, body, call }) =>
    listInside(deps, caller, { fileId: body.file_id, path: body.path, ...archiveQuery(body, call) }),
  );
  bindEndpoint(router, archiveContract.archiveEntry, ({ caller, body, call }) =>
    linkEntry(deps, caller, { fileId: body.file_id, index: body.index, ...archiveQuery(body, call) }),
  );
  bindEndpoint(router, archiveContract.extract, async ({ caller, body, call }) => {
    const entries = (body.files ?? []).map((file) => (typeof file === 'number' ? file : file.index));
    const parentId = body.default_parent ? null : body.parent_id;
    const { file_id: fileId, paths } = body;
    const input = { fileId, ...archiveQuery(body, call), entries, paths: paths ?? [], parentId };
    const begun = await extract(deps, caller, input, call);
    return {
      status: 'OK' as const,
      status_text: '',
      task_id: begun.taskId,
      files_num: begun.entries,
      redirect_link: '',
    };
  });
  bindEndpoint(router, archiveContract.extractProgress, async ({ caller, query }) => {
    const found = await task(deps, caller, asTaskId(query.task_id));
    if (found.type !== 'decompress') throw new AppError('not_found');
    const size = Number(found.file_size);
    return {
      progress: found.progress,
      phase: found.phase,
      file_id: found.file_id,
      task_size: found.file_size,
      task_size_completed: String(Math.floor((size * found.progress) / 100)),
      expires_in: PROGRESS_SECONDS,
      error_description: found.phase === 'PHASE_TYPE_ERROR' ? found.message : '',
    };
  });
}
