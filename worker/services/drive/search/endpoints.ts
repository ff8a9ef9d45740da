/** The endpoint of searches. */
import type { Hono } from 'hono';
import { searchContract } from '#shared/drive/search.contract.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { search } from './search.ts';

export function bindSearch(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, searchContract.search, ({ caller, query }) =>
    search(deps, caller, {
      text: query.q,
      kinds: query.kind.split(',').filter((kind) => kind !== ''),
      limit: query.limit,
      pageToken: query.page_token,
      timeZone: readTimeZone(query.time_zone),
      inside: query.inside,
    }),
  );
}
