/**
 * The desktop client behind a loopback port of this machine: asked by POST, its code comes in a header (spec 7.4).
 * An address can be written by anyone, so the person is asked first unless the browser has their yes already.
 * The browser has a permission of its own for this (Local Network Access); older ones have none.
 */
import type { $Fetch, FetchResponse } from 'ofetch';
import { eitherSignal } from '#client/either-signal.ts';
import { desktopOrigin } from '#shared/bridge/ask.ts';
import { BridgeFailure, garbled } from './failure.ts';

/** `absent`: this browser knows no such permission. */
export type LoopbackPermission = 'granted' | 'prompt' | 'denied' | 'absent';

/** Names of the permission, newest first. */
const PERMISSIONS: readonly string[] = ['loopback-network', 'local-network-access'];
const PATH = '/windows/client-auth-code';
const HEADER = 'x-auth-code';
const CODE = /^[\x21-\x7e]{1,1024}$/;
/** A client that runs answers at once. */
const ANSWER_MS = 10_000;
/** The browser's own question waits for the person. */
const ANSWER_AFTER_PROMPT_MS = 60_000;

export async function loopbackPermission(permissions: Permissions | undefined): Promise<LoopbackPermission> {
  for (const name of PERMISSIONS) {
    try {
      // Newer than the type's list of names.
      const status = await permissions?.query({ name: name as PermissionName });
      if (status) return status.state;
    } catch {
      // Unknown name: an older browser, asked for the older name next.
    }
  }
  return 'absent';
}

export interface DesktopAsk {
  readonly port: number;
  /** What the client needs to obtain a code that only we can use. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly http: $Fetch;
  readonly permission: () => Promise<LoopbackPermission>;
  /** Asks the person; false ends it. Told what the browser will do next. */
  readonly agree: (permission: 'prompt' | 'absent') => Promise<boolean>;
  /** Called when the client is being waited for. */
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
      // JSON asks for a preflight: a program that does not know us is never posted to.
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
