/**
 * Refuses sign-ins of addresses that flood, before they reach the runtime: each would cost its only thread half a
 * millisecond. The same count as in every isolate (worker/services/auth/hashing/hash-gate.ts); calls of the API only, pages are asked there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#worker/platform/clock.ts';
import { type HashGate, makeBucket, type Outlook, type Rate } from '#worker/services/auth/hashing/hash-gate.ts';
import type { Refusals } from './refuse.ts';

const SIGN_IN_PATH = '/v1/auth/signin';

export interface SignInGate {
  /** Answers 429 in the Worker's place. @param key  of the client @returns false where the request goes on */
  refuse(request: IncomingMessage, response: ServerResponse, key: string): boolean;
}

/**
 * Sign-ins without a human check that go on to be asked for one, while more quiet addresses sign in than can be served. Each costs
 * the runtime half a millisecond: in the first second of a flood every address of it is quiet.
 */
const UNCHECKED: Rate = { perSecond: 50, burst: 25 };

const CHECK_HEADER = 'x-captcha-token';

export function makeSignInGate(gate: Pick<HashGate, 'ask'>, clock: Clock, refuse: Refusals['refuse']): SignInGate {
  const takeUnchecked = makeBucket(clock, UNCHECKED);

  function isRefused(is: Outlook['is'], request: IncomingMessage): boolean {
    if (is === 'noisy') return true;
    return is === 'busy' && request.headers[CHECK_HEADER] === undefined && !takeUnchecked();
  }

  return {
    refuse(request, response, key) {
      const target = request.url ?? '';
      if (request.method !== 'POST' || (target !== SIGN_IN_PATH && !target.startsWith(`${SIGN_IN_PATH}?`)))
        return false;
      const { is, retryInSeconds } = gate.ask(key);
      if (!isRefused(is, request)) return false;
      refuse(response, 429, retryInSeconds);
      return true;
    },
  };
}
