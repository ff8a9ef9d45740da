/** Sessions of AccountObject: refresh, cookie, sign-out. Decisions: rules.ts. */

import { fail, type Result, succeed } from '#shared/errors.ts';
import * as accounts from '../core/account.store.ts';
import { type AccountCore, deliverEnds, endSessionTree, type Session } from '../core/account-core.ts';
import * as sessions from '../core/session.store.ts';
import { loadSessionScope } from '../core/session.store.ts';
import type { Arrival } from '../token/token-receipts.ts';
import { type CookieDecision, decideArrival, decideCookie, decideRotation } from './rules.ts';

/** Contents of a refresh token or a session cookie, and the time of its use. */
export interface TokenClaims {
  readonly sessionId: string;
  readonly generation: number;
  readonly epoch: number;
  readonly clientId: string;
  readonly nowMs: number;
}

/** Rotates a refresh token. Reuse of an old one ends the token family before this returns. */
export async function rotateToken(core: AccountCore, ask: TokenClaims): Promise<Result<Session>> {
  if (!core.exists()) return fail('invalid_grant', { reason: 'session_ended' });
  const done = core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    const session = sessions.loadSession(core.sql, ask.sessionId);
    // An account that is not active has no session, whatever its epoch.
    const epoch = account?.status === 'ACTIVE' ? account.epoch : Number.MAX_SAFE_INTEGER;
    const decision = decideRotation(session, { ...ask, accountEpoch: epoch });
    if (decision === 'rotate' || decision === 'renew')
      sessions.advanceSession(core.sql, ask.sessionId, ask.nowMs, ask.generation);
    if (decision === 'reused') endSessionTree(core, ask.sessionId, epoch, clockMs);
    const now = sessions.loadSession(core.sql, ask.sessionId);
    return {
      decision,
      epoch,
      generation: now?.generation ?? 0,
      rotatedMs: now?.rotatedMs ?? 0,
      scope: loadSessionScope(core.sql, ask.sessionId),
    };
  });
  if (!done.ok) return done;
  const { decision, epoch, generation, rotatedMs, scope } = done.value;
  if (decision === 'over')
    return fail('invalid_grant', { reason: 'session_ended', message: 'the session of this refresh token is over' });
  if (decision === 'reused') {
    await core.drain();
    const refreshedAt = new Date(rotatedMs).toISOString();
    return fail('invalid_grant', {
      reason: 'refresh_token_reused',
      message: `refresh token has been refreshed at ${refreshedAt}`,
    });
  }
  return succeed({ sessionId: ask.sessionId, epoch, generation, issuedMs: rotatedMs, scope });
}

/** Records that the client holds a generation. A void one ends the session: another client holds its tokens. */
export async function recordArrival(core: AccountCore, { sessionId, generation }: Arrival): Promise<Result<null>> {
  if (!core.exists()) return succeed(null);
  const done = core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    const decision = decideArrival(sessions.loadSession(core.sql, sessionId), generation);
    if (decision === 'arrived') sessions.markShown(core.sql, sessionId);
    if (decision === 'void' && account) endSessionTree(core, sessionId, account.epoch, clockMs);
    return decision;
  });
  if (!done.ok) return done;
  if (done.value === 'void') await core.drain();
  return succeed(null);
}

/**
 * Decides on a session cookie. `current`: valid for all of a page. `late`: superseded a moment ago, opens pages only. `none`: not
 * valid. A cookie superseded longer ago than the grace is reuse, and ends its session before this returns.
 */
export async function judgeSessionCookie(core: AccountCore, ask: TokenClaims): Promise<Result<CookieDecision>> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (account?.status !== 'ACTIVE') return succeed('none');
  const session = sessions.loadSession(core.sql, ask.sessionId);
  const decision = decideCookie(session, { ...ask, accountEpoch: account.epoch });
  if (decision === 'current' && session?.isShown === false && ask.generation === session.generation)
    core.command(() => sessions.markShown(core.sql, ask.sessionId));
  if (decision !== 'reused') return succeed(decision);
  const done = core.command((clockMs) => endSessionTree(core, ask.sessionId, account.epoch, clockMs));
  if (!done.ok) return done;
  await core.drain();
  return succeed('none');
}

/** Ends a session; returns once every serving object has the event, or `unavailable` while it still waits. */
export async function endSession(core: AccountCore, sessionId: string): Promise<Result<{ ended: true }>> {
  if (!core.exists()) return succeed({ ended: true });
  const done = core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    if (account) endSessionTree(core, sessionId, account.epoch, clockMs);
  });
  return done.ok ? deliverEnds(core) : done;
}
