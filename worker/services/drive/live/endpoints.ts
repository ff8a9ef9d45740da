/** Endpoint of the revision of a drive: once, or from then on by a socket. */
import type { Hono } from 'hono';
import { treeContract } from '#shared/drive/tree.contract.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { live, openWindow } from './windows.ts';

/** Subprotocol of our windows; the other one they offer carries their token. */
const WINDOW_PROTOCOL = 'magpie.v1';

function subprotocolOf(request: Request): string {
  const offered = (request.headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return offered.includes(WINDOW_PROTOCOL) ? WINDOW_PROTOCOL : '';
}

export function bindLive(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, treeContract.live, ({ caller, request }) =>
    request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      ? openWindow(deps, caller, subprotocolOf(request))
      : live(deps, caller),
  );
}
