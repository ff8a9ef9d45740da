/** Creates fetches, and counts those of the day. */
import { safeName } from '#shared/drive/fetch/fetch-name.ts';
import type { TaskLimits } from '#shared/drive/fetch/tasks.contract.ts';
import { FILE_SCHEME } from '#shared/drive/torrent/file-address.ts';
import type { CreateAnswer } from '#shared/drive/upload.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { type NodeId, ROOT_ID } from '#shared/ids.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { firstAnswerOf, idempotencyKeyFor } from '../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeFetchLimits } from '../entitlement/free-plan.ts';
import { toTaskObject } from '../jobs/wire.ts';
import type { treePart } from '../tree/part.ts';
import { readLink } from './links.ts';
import type { fetchPart } from './part.ts';

export interface CreateFetchInput {
  readonly url: string;
  /** '' for the name that the server gives. */
  readonly name: string;
  readonly parentId: NodeId;
  /** `NORMAL`: the root is meant by an empty parent; else the folder of fetched files is. */
  readonly folderType: string;
  /** Numbers of the files of a torrent; null for all. */
  readonly files?: readonly number[] | null;
  /** The person chooses the files of a torrent when they are known. */
  readonly isAsked?: boolean;
  /** `from`, as the client says. */
  readonly from: string;
}

/**
 * Begins to fetch an address. The file appears when its size is known.
 * @throws AppError task_url_unsupported, task_url_resolve_error, task_daily_create_limit, task_run_nums_limit, file_not_found,
 *   file_in_recycle_bin, file_name_invalid
 */
export async function createFetch(
  deps: DriveDeps,
  caller: Caller,
  input: CreateFetchInput,
  call: CallContext,
): Promise<CreateAnswer> {
  const { kind, url } = readLink(deps, input.url);
  const wanted = input.isAsked ? 'ask' : input.files ? JSON.stringify(input.files) : '';
  if (input.name !== '' && safeName(input.name) !== input.name)
    throw new AppError('file_name_invalid', { field: 'name' });
  const isFolder = input.parentId !== ROOT_ID || input.folderType === 'NORMAL';
  const order = { url, kind, wanted, parentId: isFolder ? input.parentId : null, name: input.name };
  const key = idempotencyKeyFor(call, 'fetch', order);
  if (kind === 'file' && (await firstAnswerOf(deps, caller, key)) === null)
    unwrap(
      await driveOf<typeof treePart>(deps, caller.userId).storedFile(callerData(caller), url.slice(FILE_SCHEME.length)),
    );
  const plans = await deps.plans();
  const [storageLimitBytes, limits] = [plans.free.storageBytes, await freeFetchLimits(deps)];
  const params = { folder_type: isFolder ? '' : 'DOWNLOAD', ...(input.from === '' ? {} : { from: input.from }) };
  const task = unwrap(
    await driveOf<typeof fetchPart>(deps, caller.userId).fetchBegin(
      callerData(caller),
      { ...order, storageLimitBytes, plans, limits, params },
      key,
    ),
  );
  return {
    upload_type: 'UPLOAD_TYPE_URL',
    url: { kind: 'upload#url' },
    file: null,
    task: toTaskObject(task, caller.userId),
  };
}

export function takesTorrents({ downloader }: DriveDeps): boolean {
  return downloader.schemes.includes('torrent');
}

export async function taskLimits(deps: DriveDeps, caller: Caller): Promise<TaskLimits> {
  const free = await freeFetchLimits(deps);
  const { created, limits } = unwrap(
    await driveOf<typeof fetchPart>(deps, caller.userId).fetchDay(callerData(caller), free),
  );
  const left = Math.max(0, limits.tasksPerDay - created);
  return {
    kind: 'drive#taskLimits',
    today: created,
    per_day: limits.tasksPerDay,
    left,
    reset_in: Math.ceil((DAY_MS - (deps.clock.nowMs() % DAY_MS)) / SECOND_MS),
    over_free_task_limit: left === 0,
    schemes: ['http', ...deps.downloader.schemes],
  };
}
