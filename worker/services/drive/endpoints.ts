/**
 * Contract rows of the drive -> its operations: parse, call, serialise. The bytes of parts have a door of their own.
 */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { listOrderOf } from '#shared/drive/model.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asTaskId, asUploadId } from '#shared/ids.ts';
import { DAY_MS, parseWireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { DriveService } from './service.ts';
import { filterValues, readFilters } from './tree/listing-query.ts';
import { bindFinding } from './tree/search/endpoints.ts';
import { bindVersions } from './tree/versions/endpoints.ts';

/** Names our own door in `resumable.provider`. */
const OWN_PROVIDER = 'PROVIDER_MAGPIE';
/** `user_type` of spec section 4. */
const FREE_USER = 1;
const PREMIUM_USER = 2;
const FORM_UPLOAD = 'UPLOAD_TYPE_FORM';
const UPLOAD_TYPES = ['', 'UPLOAD_TYPE_RESUMABLE', 'UPLOAD_TYPE_UNKNOWN', FORM_UPLOAD];

function bindReads(router: Hono<AppEnv>, service: DriveService): void {
  bindEndpoint(router, driveContract.list, ({ caller, query }) =>
    service.list(caller, {
      parentId: query.parent_id,
      limit: query.limit,
      pageToken: query.page_token,
      order: listOrderOf(query.order),
      foldersFirst: query.folders_first !== 'false' && query.folders_first !== '0',
      ...readFilters(query.filters),
    }),
  );
  bindEndpoint(router, driveContract.detail, ({ caller, params }) => service.detail(caller, asNodeId(params.id)));
  bindEndpoint(router, driveContract.task, ({ caller, params }) => service.task(caller, asTaskId(params.id)));
  bindEndpoint(router, driveContract.tasks, ({ caller, query }) =>
    service.tasks(caller, {
      type: query.type,
      limit: query.limit,
      pageToken: query.page_token,
      phases: filterValues(query.filters, 'phase'),
      ids: filterValues(query.filters, 'id'),
    }),
  );
  bindEndpoint(router, driveContract.about, async ({ caller }) => {
    const space = await service.space(caller);
    return {
      kind: 'drive#about' as const,
      quota: {
        kind: 'drive#quota' as const,
        limit: String(space.limitBytes),
        usage: String(space.usageBytes),
        usage_in_trash: String(space.trashBytes),
        usage_in_versions: String(space.versionBytes),
        play_times_limit: '-1',
        play_times_usage: '0',
        is_unlimited: false,
        complimentary: '0',
      },
      expires_at: '',
      quotas: {},
      user_type: space.isPremium ? PREMIUM_USER : FREE_USER,
      trash_retention_days: space.trashTtlMs / DAY_MS,
      version_retention_days: space.versionTtlMs / DAY_MS,
      versions_per_file: space.versionsPerFile,
    };
  });
}

function bindChanges(router: Hono<AppEnv>, service: DriveService): void {
  bindEndpoint(router, driveContract.create, ({ caller, body, call }) => {
    const parentId = asNodeId(body.parent_id);
    const conflict = body.conflict ?? 'keep_both';
    if (body.kind === 'drive#folder')
      return service.createFolder(caller, { parentId, name: body.name }, call, conflict);
    if (!UPLOAD_TYPES.includes(body.upload_type)) throw new AppError('unimplemented', { field: 'upload_type' });
    return service.beginUpload(
      caller,
      {
        parentId,
        name: body.name,
        sizeBytes: body.size ?? 0,
        gcid: body.hash,
        contentKey: body.content_key,
        ...(body.upload_type === FORM_UPLOAD
          ? { door: 's3' as const, isForm: true }
          : { door: body.resumable?.provider === OWN_PROVIDER ? ('own' as const) : ('s3' as const) }),
        modifiedMs: parseWireTime(body.user_modified_time),
        ...(conflict === 'keep_both' ? {} : { conflict }),
      },
      call,
    );
  });
  // Before rename, whose pattern takes any last segment.
  bindEndpoint(router, driveContract.emptyTrash, async ({ caller, call }) => ({
    task_id: await service.emptyTrash(caller, call),
  }));
  bindEndpoint(router, driveContract.postEmptyTrash, async ({ caller, call }) => ({
    task_id: await service.emptyTrash(caller, call),
  }));
  bindEndpoint(router, driveContract.trashOne, async ({ caller, params, call }) => ({
    task_id: await service.trashOne(caller, asNodeId(params.id), call),
  }));
  bindEndpoint(router, driveContract.rename, ({ caller, params, body, call }) =>
    service.rename(caller, asNodeId(params.id), body.name ?? '', call),
  );
  bindEndpoint(router, driveContract.batchMove, async ({ caller, body, call }) => ({
    task_id: await service.move(
      caller,
      body.ids.map(asNodeId),
      asNodeId(body.to?.parent_id ?? ''),
      call,
      body.conflict ?? 'keep_both',
    ),
  }));
  bindEndpoint(router, driveContract.batchCopy, async ({ caller, body, call }) => ({
    task_id: await service.copy(
      caller,
      body.ids.map(asNodeId),
      asNodeId(body.to?.parent_id ?? ''),
      call,
      body.conflict ?? 'keep_both',
    ),
  }));
  bindEndpoint(router, driveContract.batchTrash, async ({ caller, body, call }) => ({
    task_id: await service.trash(caller, body.ids.map(asNodeId), call),
  }));
  bindEndpoint(router, driveContract.batchUntrash, async ({ caller, body, call }) => ({
    task_id: await service.untrash(caller, body.ids.map(asNodeId), call, body.conflict ?? 'keep_both'),
  }));
  bindEndpoint(router, driveContract.batchDelete, async ({ caller, body, call }) => ({
    task_id: await service.remove(caller, body.ids.map(asNodeId), call),
  }));
}

function bindUploads(router: Hono<AppEnv>, service: DriveService): void {
  bindEndpoint(router, driveContract.put, ({ caller, query, request, call }) => {
    const { conflict } = query;
    const input = {
      parentId: asNodeId(query.parent_id),
      name: query.name,
      modifiedMs: parseWireTime(query.user_modified_time),
      ...(conflict === 'keep_both' ? {} : { conflict }),
      sizeBytes: parseCount(request.headers.get('content-length') ?? ''),
      body: request.body,
    };
    return service.putFile(caller, input, call);
  });
  bindEndpoint(router, driveContract.uploads, ({ caller, query }) =>
    service.uploads(caller, { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, driveContract.uploadState, ({ caller, params, call }) =>
    service.uploadState(caller, asUploadId(params.id), call),
  );
  bindEndpoint(router, driveContract.uploadComplete, ({ caller, params, call }) =>
    service.completeUpload(caller, asUploadId(params.id), call),
  );
  bindEndpoint(router, driveContract.uploadAbort, async ({ caller, params }) => {
    await service.abortUpload(caller, asUploadId(params.id));
    return {};
  });
}

export function makeDriveRoutes(service: DriveService): Hono<AppEnv> {
  const router = makeRouter();
  // Before the reads, whose patterns take any last segment.
  bindFinding(router, service);
  bindVersions(router, service);
  bindReads(router, service);
  bindChanges(router, service);
  bindUploads(router, service);
  return router;
}
