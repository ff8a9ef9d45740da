/** Contract rows of finding -> operations: parse, call, serialise. */
import type { Hono } from 'hono';
import { driveContract } from '#shared/drive/contract.ts';
import { asNodeId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveService } from '../../service.ts';
import { filterValues, readFilters } from '../listing-query.ts';

/** Subprotocol of our windows; the other one they offer carries their token. */
const WINDOW_PROTOCOL = 'magpie.v1';

function subprotocolOf(request: Request): string {
  const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return offered.includes(WINDOW_PROTOCOL) ? WINDOW_PROTOCOL : '';
}

export function bindFinding(router: Hono<AppEnv>, service: DriveService): void {
  bindEndpoint(router, driveContract.search, ({ caller, query }) =>
    service.search(caller, {
      text: query.q,
      kinds: query.kind.split(',').filter((kind) => kind !== ''),
      limit: query.limit,
      pageToken: query.page_token,
    }),
  );
  bindEndpoint(router, driveContract.duplicates, ({ caller, query }) =>
    service.duplicates(caller, { limit: query.limit, pageToken: query.page_token }),
  );
  bindEndpoint(router, driveContract.size, ({ caller, params }) => service.size(caller, asNodeId(params.id)));
  bindEndpoint(router, driveContract.kinds, ({ caller }) => service.kinds(caller));
  bindEndpoint(router, driveContract.heavyFolders, ({ caller, query }) => service.heavyFolders(caller, query.limit));
  bindEndpoint(router, driveContract.largest, ({ caller, query }) =>
    service.largest(caller, { limit: query.limit, pageToken: query.page_token, kind: query.kind }),
  );
  bindEndpoint(router, driveContract.live, ({ caller, request }) =>
    request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      ? service.openWindow(caller, subprotocolOf(request))
      : service.live(caller),
  );
  bindEndpoint(router, driveContract.cid, async ({ caller, query }) => ({
    gcid: await service.gcidOfCid(caller, { cid: query.cid, sizeBytes: query.file_size }),
  }));
  bindEndpoint(router, driveContract.star, async ({ caller, body }) => ({
    task_id: await service.star(caller, body.ids.map(asNodeId), true),
  }));
  bindEndpoint(router, driveContract.unstar, async ({ caller, body }) => ({
    task_id: await service.star(caller, body.ids.map(asNodeId), false),
  }));
  bindEndpoint(router, driveContract.batchRename, async ({ caller, body, call }) => ({
    task_id: await service.renameMany(
      caller,
      body.items.map(({ id, name }) => ({ id: asNodeId(id), name })),
      call,
    ),
  }));
  bindEndpoint(router, driveContract.events, ({ caller, query }) =>
    service.events(caller, {
      types: filterValues(query.filters, 'type'),
      kinds: readFilters(query.filters).foldersOnly ? ['FOLDER'] : filterValues(query.filters, 'file_category'),
      limit: query.limit,
      pageToken: query.page_token,
    }),
  );
  bindEndpoint(router, driveContract.addEvent, async ({ caller, body }) => {
    const { type, file_id, params } = body.event;
    const texts = Object.fromEntries(Object.entries(params ?? {}).filter(([, value]) => value !== ''));
    await service.addEvent(caller, { type, nodeId: asNodeId(file_id), params: texts });
    return {};
  });
  bindEndpoint(router, driveContract.deleteEvents, async ({ caller, body }) => {
    await service.deleteEvents(caller, body.ids);
    return {};
  });
  bindEndpoint(router, driveContract.clearEvents, async ({ caller, body }) => {
    await service.clearEvents(caller, body.types ?? []);
    return {};
  });
}
