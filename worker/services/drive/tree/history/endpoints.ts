/** Endpoints of the events of files, and of changes for programs. */
import type { Hono } from 'hono';
import { changesContract } from '#shared/drive/changes.contract.ts';
import { historyContract } from '#shared/drive/history.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type DriveDeps, driveOf } from '../../deps.ts';
import { filterValues, readFilters } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { changes } from './changes.ts';
import { events } from './history.ts';

export function bindHistory(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, changesContract.changes, ({ caller, query }) => changes(deps, caller, query));
  bindEndpoint(router, historyContract.events, ({ caller, query }) =>
    events(deps, caller, {
      types: filterValues(query.filters, 'type'),
      kinds: readFilters(query.filters).foldersOnly ? ['FOLDER'] : filterValues(query.filters, 'file_category'),
      fileIds: filterValues(query.filters, 'file_id'),
      limit: query.limit,
      pageToken: query.page_token,
    }),
  );
  bindEndpoint(router, historyContract.addEvent, async ({ caller, body }) => {
    const { type, file_id: nodeId, params } = body.event;
    const texts = Object.fromEntries(Object.entries(params ?? {}).filter(([, value]) => value !== ''));
    unwrap(
      await driveOf<typeof treePart>(deps, caller.userId).addEvent(callerData(caller), { type, nodeId, params: texts }),
    );
    return {};
  });
  bindEndpoint(router, historyContract.deleteEvents, async ({ caller, body }) => {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).deleteEvents(callerData(caller), body.ids));
    return {};
  });
  bindEndpoint(router, historyContract.clearEvents, async ({ caller, body }) => {
    unwrap(await driveOf<typeof treePart>(deps, caller.userId).clearEvents(callerData(caller), body.types ?? []));
    return {};
  });
}
