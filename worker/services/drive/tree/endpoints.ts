/** Endpoints of files and folders. */
import type { Hono } from 'hono';
import { listOrderOf } from '#shared/drive/orders.ts';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { rename } from './change.ts';
import { readFilters } from './listing-query.ts';
import { conflicts, detail, list } from './read.ts';

/** Bound before those that take any last segment. */
export function bindTree(router: Hono<AppEnv>, deps: DriveDeps): void {
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
