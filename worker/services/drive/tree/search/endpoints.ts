/** Endpoints that find files by their content. */
import type { Hono } from 'hono';
import { searchContract } from '#shared/drive/search.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../../deps.ts';
import { duplicates } from './duplicates.ts';
import { gcidOfCid } from './gcid-of-cid.ts';

export function bindEqual(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, searchContract.duplicates, ({ caller, query }) =>
    duplicates(deps, caller, { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, searchContract.cid, async ({ caller, query }) => ({
    gcid: await gcidOfCid(deps, caller, { cid: query.cid, sizeBytes: query.file_size }),
  }));
}
