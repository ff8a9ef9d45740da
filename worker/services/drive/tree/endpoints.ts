/** Endpoints of files and folders. */
import type { Hono } from 'hono';
import { listOrderOf } from '#shared/drive/orders.ts';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { parseWireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { createFetch } from '../fetch/create-fetch.ts';
import { beginUpload } from '../upload/begin-upload.ts';
import { createFolder, rename, renameMany } from './change.ts';
import { readFilters } from './listing-query.ts';
import { conflicts, detail, list } from './read.ts';

/** `resumable.provider` of our own upload protocol. */
const OWN_PROVIDER = 'PROVIDER_MAGPIE';
const FORM_UPLOAD = 'UPLOAD_TYPE_FORM';
const URL_UPLOAD = 'UPLOAD_TYPE_URL';
/** Longest note of a client about where a fetch began. */
const MAX_FROM_CHARS = 64;
const UPLOAD_TYPES = ['', 'UPLOAD_TYPE_RESUMABLE', 'UPLOAD_TYPE_UNKNOWN', FORM_UPLOAD];

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
  bindEndpoint(router, treeContract.create, ({ caller, body, call }) => {
    const parentId = asNodeId(body.parent_id);
    const conflict = body.conflict ?? 'keep_both';
    if (body.kind === 'drive#folder') return createFolder(deps, caller, { parentId, name: body.name }, call, conflict);
    if (body.upload_type === URL_UPLOAD) {
      const { name, folder_type: folderType, params } = body;
      const from = typeof params['from'] === 'string' ? params['from'].slice(0, MAX_FROM_CHARS) : '';
      const { url = '', files = null, choose: isAsked = false } = body.url ?? {};
      const input = { url, files, isAsked, name, parentId, folderType, from };
      return createFetch(deps, caller, input, call);
    }
    if (!UPLOAD_TYPES.includes(body.upload_type)) throw new AppError('unimplemented', { field: 'upload_type' });
    return beginUpload(
      deps,
      caller,
      {
        parentId,
        name: body.name,
        sizeBytes: body.size ?? 0,
        gcid: body.hash,
        contentKey: body.content_key,
        ...(body.upload_type === FORM_UPLOAD
          ? { protocol: 's3' as const, isForm: true }
          : { protocol: body.resumable?.provider === OWN_PROVIDER ? ('own' as const) : ('s3' as const) }),
        modifiedMs: parseWireTime(body.user_modified_time),
        ...(conflict === 'keep_both' ? {} : { conflict }),
      },
      call,
    );
  });
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
