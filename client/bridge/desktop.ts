/**
 * The desktop client behind a loopback port of this machine: a POST request, its code in a header of the answer (spec 7.4).
 * Anyone can write an address, so the user is asked first unless the browser has granted its own permission for this
 * (Local Network Access; older browsers have none).
 */
import type { $Fetch, FetchResponse } from 'ofetch';
import { eitherSignal } from '#client/bridge/either-signal.ts';
import { desktopOrigin } from '#shared/bridge/requests.ts';
import { BridgeFailure, garbled } from './failure.ts';

/** `absent`: this browser has no such permission. */
export type LoopbackPermission = 'granted' | 'prompt' | 'denied' | 'absent';

/** Names of the permission, newest first. */
const PERMISSIONS: readonly string[] = ['loopback-network', 'local-network-access'];
const PATH = '/windows/client-auth-code';
const HEADER = 'x-auth-code';
const CODE = /^[\x21-\x7e]{1,1024}$/;
/** A running client answers at once. */
const ANSWER_MS = 10_000;
/** The browser's own prompt waits for the user. */
const ANSWER_AFTER_PROMPT_MS = 60_000;

export async function loopbackPermission(permissions: Permissions | undefined): Promise<LoopbackPermission> {
  for (const name of PERMISSIONS) {
    try {
      // TypeScript's list of names is older.
      const status = await permissions?.query({ name: name as PermissionName });
      if (status) return status.state;
    } catch {
      // Unknown name in an older browser: try the older name next.
    }
  }
  return 'absent';
}

export interface DesktopAsk {
  readonly port: number;
  /** Parameters with which the client obtains a code that only this page can use. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly http: $Fetch;
  readonly permission: () => Promise<LoopbackPermission>;
  /** Asks the user; false ends the hand-off. @param permission  decides the text about the browser's prompt */
  readonly agree: (permission: 'prompt' | 'absent') => Promise<boolean>;
  /** Called before the request to the client. */
  readonly onWait: () => void;
}

/** @returns the code. @throws BridgeFailure */
export async function askDesktop(ask: DesktopAsk): Promise<string> {
  const before = await ask.permission();
  if (before === 'denied') throw new BridgeFailure('denied', 'the browser forbids loopback');
  if (before !== 'granted' && !(await ask.agree(before)))
    throw new BridgeFailure('cancelled', 'cancelled', { code: 1 });
  ask.onWait();
  const timeout = AbortSignal.timeout(before === 'prompt' ? ANSWER_AFTER_PROMPT_MS : ANSWER_MS);
  let response: FetchResponse<unknown>;
  try {
    response = await ask.http.raw<unknown>(desktopOrigin(ask.port) + PATH, {
      method: 'POST',
      // JSON causes a preflight, so that other programs on the port never get the request.
      body: ask.params,
      ignoreResponseError: true,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: eitherSignal([ask.signal, timeout]),
    });
  } catch (cause) {
    if (ask.signal.aborted) throw new BridgeFailure('cancelled', 'cancelled', { code: 1 }, { cause });
    if (timeout.aborted) throw new BridgeFailure('silent', 'timeout', { code: 4 }, { cause });
    const isDenied = (await ask.permission()) === 'denied';
    throw new BridgeFailure(isDenied ? 'denied' : 'unreached', 'the desktop client was not reached', {}, { cause });
  }
  if (response.status === 401 || response.status === 403)
    throw new BridgeFailure('refused', 'refused', { code: response.status });
  const code = response.headers.get(HEADER) ?? '';
  if (!response.ok || !CODE.test(code)) throw garbled();
  return code;
}
