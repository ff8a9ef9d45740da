/** State and actions of the region check, one a document. Loaded by client/scope.ts only where there is something to check. */
import { pageFetch } from '#client/api/fetch.ts';
import { makeCookieJar } from '#client/browser-storage/cookies.ts';
import type { AccessFacts } from '#shared/islands.ts';
import { type AccessActions, makeAccessActions } from './access.actions.ts';
import { makeAskArea } from './access.api.ts';
import { type AccessState, makeAccessState } from './access.state.ts';

export interface AccessContext {
  readonly state: AccessState;
  readonly actions: AccessActions;
}

export function makeAccessContext({ domains, stun }: AccessFacts): AccessContext {
  const state = makeAccessState();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const lookUp = async () => {
    const { findAddress } = await import('./stun.ts');
    return findAddress(stun, { after, makePeer: (config) => new RTCPeerConnection(config) });
  };
  const actions = makeAccessActions({
    state,
    domains,
    ask: makeAskArea(pageFetch()),
    // Where the module does not load, the check continues without an address.
    findAddress: stun === '' ? null : () => lookUp().catch(() => ''),
    cookies: makeCookieJar(document),
    after,
  });
  return { state, actions };
}
