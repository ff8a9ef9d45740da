/** Endpoints whose answer is a task, and those of tasks. */
import type { Hono } from 'hono';
import { jobsContract } from '#shared/drive/jobs.contract.ts';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asTaskId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { filterValues } from '../tree/listing-query.ts';
import type { jobsPart } from './part.ts';
import { copy, emptyTrash, move, remove, renameMany, trash, trashOne, untrash } from './start.ts';
import { task, tasks } from './tasks.ts';

async function star(deps: DriveDeps, caller: Caller, ids: readonly string[], starred: boolean) {
  const drive = driveOf<typeof jobsPart>(deps, caller.userId);
  const order = { task: starred ? 'star' : 'unstar', ids, mark: 'starred', value: starred ? 1 : 0 } as const;
  return { task_id: unwrap(await drive.setMark(callerData(caller), order)) };
}

export function bindJobs(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, treeContract.star, ({ caller, body }) => star(deps, caller, body.ids, true));
  bindEndpoint(router, treeContract.unstar, ({ caller, body }) => star(deps, caller, body.ids, false));
  bindEndpoint(router, treeContract.batchRename, async ({ caller, body, call }) => ({
    task_id: await renameMany(
      deps,
      caller,
      body.items.map(({ id, name }) => ({ id: asNodeId(id), name })),
      call,
    ),
  }));
  bindEndpoint(router, jobsContract.emptyTrash, async ({ caller, call }) => ({
    task_id: await emptyTrash(deps, caller, call),
  }));
  bindEndpoint(router, jobsContract.postEmptyTrash, async ({ caller, call }) => ({
    task_id: await emptyTrash(deps, caller, call),
  }));
  bindEndpoint(router, jobsContract.trashOne, async ({ caller, params, call }) => ({
    task_id: await trashOne(deps, caller, asNodeId(params.id), call),
  }));
  bindEndpoint(router, jobsContract.batchMove, async ({ caller, body, call }) => {
    const to = asNodeId(body.to?.parent_id ?? '');
    return { task_id: await move(deps, caller, body.ids.map(asNodeId), to, call, body.conflict ?? 'keep_both') };
  });
  bindEndpoint(router, jobsContract.batchCopy, async ({ caller, body, call }) => {
    const to = asNodeId(body.to?.parent_id ?? '');
    return { task_id: await copy(deps, caller, body.ids.map(asNodeId), to, call, body.conflict ?? 'keep_both') };
  });
  bindEndpoint(router, jobsContract.batchTrash, async ({ caller, body, call }) => ({
    task_id: await trash(deps, caller, body.ids.map(asNodeId), call),
  }));
  bindEndpoint(router, jobsContract.batchUntrash, async ({ caller, body, call }) => ({
    task_id: await untrash(deps, caller, body.ids.map(asNodeId), call, body.conflict ?? 'keep_both'),
  }));
  bindEndpoint(router, jobsContract.batchDelete, async ({ caller, body, call }) => ({
    task_id: await remove(deps, caller, body.ids.map(asNodeId), call),
  }));
  bindEndpoint(router, jobsContract.task, ({ caller, params }) => task(deps, caller, asTaskId(params.id)));
  bindEndpoint(router, jobsContract.tasks, ({ caller, query }) =>
    tasks(deps, caller, {
      type: query.type,
      limit: query.limit,
      pageToken: query.page_token,
      phases: filterValues(query.filters, 'phase'),
      ids: filterValues(query.filters, 'id'),
      isGrouped: query.with === 'groups',
    }),
  );
}
