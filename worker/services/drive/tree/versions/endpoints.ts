/** Contract rows of taken names and versions -> operations: parse, call, serialise. */
import type { Hono } from 'hono';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveService } from '../../service.ts';

export function bindVersions(router: Hono<AppEnv>, service: DriveService): void {
  bindEndpoint(router, versionsContract.conflicts, ({ caller, body }) =>
    service.conflicts(caller, { parentId: asNodeId(body.parent_id), names: body.names }),
  );
  bindEndpoint(router, versionsContract.versions, ({ caller, params, query }) =>
    service.versions(caller, asNodeId(params.id), { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, versionsContract.version, ({ caller, params }) =>
    service.version(caller, asNodeId(params.id), params.version_id),
  );
  bindEndpoint(router, versionsContract.restoreVersion, ({ caller, params, call }) =>
    service.restoreVersion(caller, asNodeId(params.id), params.version_id, call),
  );
  bindEndpoint(router, versionsContract.deleteVersion, async ({ caller, params }) => {
    await service.deleteVersion(caller, asNodeId(params.id), params.version_id);
    return {};
  });
}
