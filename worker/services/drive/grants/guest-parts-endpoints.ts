/** Endpoints of guests who send files in parts. */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { type ComingFile, guestPartsContract } from '#shared/drive/grants/guest-parts.contract.ts';
import { AppError } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { toSession } from '../upload/by-part/wire.ts';
import type { StoringDeps } from '../upload/store-part.ts';
import type { ComingRow } from './guest-files.store.ts';
import {
  beginCommonParts,
  comingFiles,
  commonPartsState,
  dropCommonParts,
  finishCommonParts,
  receiveCommonPart,
} from './guest-parts.ts';

function toComing(row: ComingRow): ComingFile {
  return {
    kind: 'drive#coming_file',
    key: row.fileKey,
    parent_id: row.parentId,
    name: row.name,
    size: String(row.sizeBytes),
    size_stored: String(row.storedBytes),
    created_time: wireTime(row.atMs),
  };
}

const named = ({ id, key }: { id: string; key: string }) => ({ grantId: id, fileKey: key });

export function bindGuestParts(router: Hono<AppEnv>, deps: DriveDeps & Pick<StoringDeps, 'requireDiskSpace'>): void {
  const { requireDiskSpace } = deps;
  bindEndpoint(router, guestPartsContract.commonSend, async ({ caller, params, body }) => {
    const { key, parent_id: parentId, name, size: sizeBytes } = body;
    const file = { ...named({ id: params.id, key }), parentId, name, sizeBytes, requireDiskSpace };
    return toSession(key, await beginCommonParts(deps, caller, file));
  });
  bindEndpoint(router, guestPartsContract.commonComing, async ({ caller, params }) => ({
    files: (await comingFiles(deps, caller, params.id)).map(toComing),
  }));
  bindEndpoint(router, guestPartsContract.commonSendState, async ({ caller, params }) =>
    toSession(params.key, await commonPartsState(deps, caller, named(params))),
  );
  bindEndpoint(router, guestPartsContract.commonSendPart, async ({ caller, params, request }) => {
    const { part } = params;
    const { body } = request;
    const sizeBytes = parseCount(request.headers.get('content-length') ?? '');
    if (sizeBytes === null || !body)
      throw new AppError('invalid_argument', { reason: 'length_required', field: 'Content-Length' });
    await receiveCommonPart(deps, caller, { ...named(params), part, sizeBytes, body, requireDiskSpace });
    return { part, size: String(sizeBytes) };
  });
  bindEndpoint(router, guestPartsContract.commonSendComplete, async ({ caller, params }) => {
    await finishCommonParts(deps, caller, named(params));
    return {};
  });
  bindEndpoint(router, guestPartsContract.commonSendAbort, async ({ caller, params }) => {
    await dropCommonParts(deps, caller, named(params));
    return {};
  });
}
