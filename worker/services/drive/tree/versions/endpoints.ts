/** Endpoints of the versions of a file. */
import type { Hono } from 'hono';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import type { treePart } from '../part.ts';
import { restoreVersion, version, versions } from './versions.ts';

export function bindVersions(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, versionsContract.versions, ({ caller, params, query }) =>
    versions(deps, caller, asNodeId(params.id), { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, versionsContract.version, ({ caller, params }) =>
    version(deps, caller, asNodeId(params.id), params.version_id),
  );
  bindEndpoint(router, versionsContract.restoreVersion, ({ caller, params, call }) =>
    restoreVersion(deps, caller, asNodeId(params.id), params.version_id, call),
  );
  bindEndpoint(router, versionsContract.deleteVersion, async ({ caller, params }) => {
    unwrap(
      await driveOf<typeof treePart>(deps, caller.userId).deleteVersion(
        callerData(caller),
        params.id,
        params.version_id,
      ),
    );
    return {};
  });
}
