/** Says what the drive has come to, once or from now on by a socket. */
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { driveName, LIVE_CALLER_HEADER } from '../keys.ts';
import type { livePart } from './part.ts';

/** @throws AppError unauthenticated */
export async function live(deps: DriveDeps, caller: Caller): Promise<{ revision: string }> {
  return { revision: String(unwrap(await driveOf<typeof livePart>(deps, caller.userId).revision(callerData(caller)))) };
}

/** @param protocol  subprotocol to confirm: a browser that offered some closes a socket that confirms none (RFC 6455 4.2.2) */
export async function openWindow(deps: DriveDeps, caller: Caller, protocol: string): Promise<Response> {
  // Refusals travel as errors of the API, before the handshake.
  await live(deps, caller);
  const drive = deps.drives.getByName(driveName(caller.userId)) as Fetcher;
  const answer = await drive.fetch(
    new Request('https://drive/live', {
      headers: { upgrade: 'websocket', [LIVE_CALLER_HEADER]: JSON.stringify(callerData(caller)) },
    }),
  );
  return new Response(null, {
    status: answer.status,
    webSocket: answer.webSocket,
    ...(protocol ? { headers: { 'sec-websocket-protocol': protocol } } : {}),
  });
}
