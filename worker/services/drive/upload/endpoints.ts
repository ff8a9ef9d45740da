/** Endpoints of upload sessions and small files. The bytes of parts have an endpoint of their own (s3/endpoint.ts). */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { readClock } from '#shared/drive/photos/taken.ts';
import { uploadContract } from '#shared/drive/upload.contract.ts';
import { GROUP_BYTES, GROUP_LINE_BYTES } from '#shared/drive/upload-group.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asUploadId } from '#shared/ids.ts';
import { parseWireTime } from '#shared/units.ts';
import { readLimitedBytes } from '#worker/platform/body/read.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { completeUpload } from './complete-upload.ts';
import type { uploadPart } from './part.ts';
import { readGroup, refusedFile } from './put/group-wire.ts';
import { putFile } from './put/put-file.ts';
import { putGroup } from './put/put-group.ts';
import { uploadState, uploads } from './read-uploads.ts';

export function bindUploads(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, uploadContract.put, ({ caller, query, request, call }) => {
    const { conflict } = query;
    const input = {
      parentId: asNodeId(query.parent_id),
      name: query.name,
      modifiedMs: parseWireTime(query.user_modified_time),
      taken: readClock(query.taken) ?? undefined,
      ...(conflict === 'keep_both' ? {} : { conflict }),
      sizeBytes: parseCount(request.headers.get('content-length') ?? ''),
      body: request.body,
    };
    return putFile(deps, caller, input, call);
  });
  bindEndpoint(router, uploadContract.putMany, async ({ caller, request, call }) => {
    const inputs = readGroup(await readLimitedBytes(request, GROUP_LINE_BYTES + GROUP_BYTES));
    const ends = await putGroup(deps, caller, inputs, call);
    return { files: ends.map((end) => (end.ok ? end.value : refusedFile(end.error, call.locale))) };
  });
  bindEndpoint(router, uploadContract.uploads, ({ caller, query }) =>
    uploads(deps, caller, { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, uploadContract.uploadState, ({ caller, params, call }) =>
    uploadState(deps, caller, asUploadId(params.id), call),
  );
  bindEndpoint(router, uploadContract.uploadComplete, ({ caller, params }) =>
    completeUpload(deps, caller, asUploadId(params.id)),
  );
  bindEndpoint(router, uploadContract.uploadAbort, async ({ caller, params }) => {
    unwrap(await driveOf<typeof uploadPart>(deps, caller.userId).abortUpload(callerData(caller), params.id));
    return {};
  });
}
