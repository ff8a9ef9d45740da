/** Endpoints that find files. */
import type { Hono } from 'hono';
import { searchContract } from '#shared/drive/search.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../../deps.ts';
import { gcidOfCid } from './gcid-of-cid.ts';
import { duplicates, search } from './search.ts';

export function bindSearch(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, searchContract.search, ({ caller, query }) =>
    search(deps, caller, {
      text: query.q,
      kinds: query.kind.split(',').filter((kind) => kind !== ''),
      limit: query.limit,
      pageToken: query.page_token,
    }),
  );
  bindEndpoint(router, searchContract.duplicates, ({ caller, query }) =>
    duplicates(deps, caller, { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, searchContract.cid, async ({ caller, query }) => ({
    gcid: await gcidOfCid(deps, caller, { cid: query.cid, sizeBytes: query.file_size }),
  }));
}
