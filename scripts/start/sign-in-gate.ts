/**
 * Refuses sign-ins of addresses that flood, before they reach the runtime: there each would cost its only thread half a
 * millisecond. The same count as in every isolate (worker/services/auth/hash-gate.ts); calls of the API only, pages are asked there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HashGate } from '#worker/services/auth/hash-gate.ts';
import { refuse } from './refuse.ts';

const SIGN_IN_PATH = '/v1/auth/signin';

export interface SignInGate {
  /** Answers 429 in the Worker's place. @param key  of the client @returns false where the request goes on */
  refuse(request: IncomingMessage, response: ServerResponse, key: string): boolean;
}

export function makeSignInGate(gate: Pick<HashGate, 'ask'>): SignInGate {
  return {
    refuse(request, response, key) {
      const target = request.url ?? '';
      if (request.method !== 'POST' || (target !== SIGN_IN_PATH && !target.startsWith(`${SIGN_IN_PATH}?`)))
        return false;
      const { is, retryInSeconds } = gate.ask(key);
      if (is !== 'noisy') return false;
      refuse(response, 429, retryInSeconds);
      // The body fits a packet; what is left of it is read away, so that the connection can be used again.
      request.resume();
      return true;
    },
  };
}
