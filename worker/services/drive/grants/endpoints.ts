/** Endpoints of grants, for owners and guests. */
import type { Hono } from 'hono';
import { parseCount } from '#shared/count.ts';
import { grantsContract } from '#shared/drive/grants/grants.contract.ts';
import { commonContract } from '#shared/drive/grants/guest.contract.ts';
import { listOrderOf } from '#shared/drive/orders.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { DriveDeps } from '../deps.ts';
import type { StoringDeps } from '../upload/store-part.ts';
import * as guest from './guest.ts';
import { commonPut } from './guest-upload.ts';
import { changeGrant, grantsOf, inviteGuest, offerGrant, removeGrant } from './owner.ts';
import { toCommonFolder, toGrant } from './wire.ts';

function bindOwner(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, grantsContract.grantCreate, async ({ caller, body }) =>
    toGrant(await inviteGuest(deps, caller, { nodeId: asNodeId(body.file_id), person: body.person, role: body.role })),
  );
  bindEndpoint(router, grantsContract.grants, async ({ caller, query }) => ({
    grants: (await grantsOf(deps, caller, asNodeId(query.file_id))).map(toGrant),
  }));
  bindEndpoint(router, grantsContract.grantChange, async ({ caller, params, body }) =>
    toGrant(await changeGrant(deps, caller, params.id, body.role)),
  );
  bindEndpoint(router, grantsContract.grantOffer, async ({ caller, params, body }) =>
    toGrant(await offerGrant(deps, caller, params.id, body.offered)),
  );
  bindEndpoint(router, grantsContract.grantRemove, async ({ caller, params }) => {
    await removeGrant(deps, caller, params.id);
    return {};
  });
}

export function bindGrants(router: Hono<AppEnv>, deps: DriveDeps & Pick<StoringDeps, 'requireDiskSpace'>): void {
  bindOwner(router, deps);
  bindEndpoint(router, commonContract.commonFolders, async ({ caller }) => {
    const { grants, blocked } = await guest.commonFolders(deps, caller);
    return {
      folders: grants.map(toCommonFolder),
      blocked: blocked.map(({ ownerId, ownerName }) => ({ owner_id: ownerId, owner_name: ownerName })),
    };
  });
  bindEndpoint(router, commonContract.commonUnblock, async ({ caller, params }) => {
    await guest.unblockInviter(deps, caller, params.id);
    return {};
  });
  bindEndpoint(router, commonContract.commonAnswer, async ({ caller, params, body }) => {
    await guest.answerCommon(deps, caller, params.id, body.answer);
    return {};
  });
  bindEndpoint(router, commonContract.commonOffer, async ({ caller, params, body }) => {
    if (body.answer === 'accepted') return { task_id: await guest.takeOver(deps, caller, params.id) };
    await guest.declineOffer(deps, caller, params.id);
    return { task_id: '' };
  });
  bindEndpoint(router, commonContract.commonFiles, async ({ caller, params, query }) => {
    const { parent_id: parentId, limit, page_token: pageToken } = query;
    const asked = { parentId, limit, pageToken, order: listOrderOf(query.order) };
    const { role, path, files, nextPageToken } = await guest.commonFiles(deps, caller, params.id, asked);
    return { role, path: [...path], files: [...files], next_page_token: nextPageToken };
  });
  bindEndpoint(router, commonContract.commonMove, async ({ caller, params, body, call }) => {
    await guest.commonMove(deps, caller, params.id, { ids: body.ids, to: body.to }, call);
    return {};
  });
  bindEndpoint(router, commonContract.commonTrash, async ({ caller, params, body, call }) => {
    await guest.commonTrash(deps, caller, params.id, body.ids, call);
    return {};
  });
  bindEndpoint(router, commonContract.commonSave, async ({ caller, params, body }) => {
    const input = { ids: body.ids.map(asNodeId), parentId: asNodeId(body.parent_id) };
    return { task_id: (await guest.commonSave(deps, caller, params.id, input)).taskId };
  });
  bindEndpoint(router, commonContract.commonCreate, ({ caller, params, body, call }) =>
    guest.commonMakeFolder(deps, caller, params.id, { parentId: body.parent_id, name: body.name }, call),
  );
  bindEndpoint(router, commonContract.commonPut, ({ caller, params, query, request, call }) =>
    commonPut(deps, caller, params.id, {
      parentId: query.parent_id,
      name: query.name,
      sizeBytes: parseCount(request.headers.get('content-length') ?? ''),
      fileKey: call.idempotencyKey ?? newWireId(),
      body: request.body,
      decoder: null,
      requireDiskSpace: deps.requireDiskSpace,
    }),
  );
  bindEndpoint(router, commonContract.commonFile, ({ caller, params }) =>
    guest.commonFile(deps, caller, params.id, params.file_id),
  );
  bindEndpoint(router, commonContract.commonRename, ({ caller, params, body, call }) =>
    guest.commonRename(deps, caller, params.id, { id: params.file_id, name: body.name }, call),
  );
}
