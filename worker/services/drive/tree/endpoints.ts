/** Endpoints of files and folders. */
import type { Hono } from 'hono';
import { listOrderOf } from '#shared/drive/orders.ts';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { rename, renameMany } from './change.ts';
import { readFilters } from './listing-query.ts';
import { conflicts, detail, list } from './read.ts';

async function star(deps: DriveDeps, caller: Caller, ids: readonly string[], starred: boolean) {
  return { task_id: unwrap(await driveOf(deps, caller.userId).setStars(callerData(caller), { ids, starred })) };
}

/** Bound before those that take any last segment. */
export function bindTree(router: Hono<AppEnv>, deps: DriveDeps): void {
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
  bindEndpoint(router, versionsContract.conflicts, ({ caller, body }) =>
    conflicts(deps, caller, { parentId: asNodeId(body.parent_id), names: body.names }),
  );
  bindEndpoint(router, treeContract.list, ({ caller, query }) =>
    list(deps, caller, {
      parentId: query.parent_id,
      limit: query.limit,
      pageToken: query.page_token,
      order: listOrderOf(query.order),
      foldersFirst: query.folders_first !== 'false' && query.folders_first !== '0',
      thumbnailSize: query.thumbnail_size,
      ...readFilters(query.filters),
    }),
  );
}

/** Their paths take any last segment, so they are bound last. */
export function bindNodes(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, treeContract.detail, ({ caller, params, query }) =>
    detail(deps, caller, asNodeId(params.id), query.thumbnail_size),
  );
  bindEndpoint(router, treeContract.rename, ({ caller, params, body, call }) =>
    rename(deps, caller, asNodeId(params.id), body.name ?? '', call),
  );
}
