/** Endpoints of used space. */
import type { Hono } from 'hono';
import { storageContract, usageContract } from '#shared/drive/usage.contract.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../../deps.ts';
import { heavyFolders, kinds, largest, size } from './usage.ts';

export function bindUsage(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, usageContract.size, ({ caller, params }) => size(deps, caller, asNodeId(params.id)));
  bindEndpoint(router, storageContract.kinds, ({ caller }) => kinds(deps, caller));
  bindEndpoint(router, storageContract.heavyFolders, ({ caller, query }) => heavyFolders(deps, caller, query.limit));
  bindEndpoint(router, storageContract.largest, ({ caller, query }) =>
    largest(deps, caller, { limit: query.limit, pageToken: query.page_token, kind: query.kind }),
  );
}
