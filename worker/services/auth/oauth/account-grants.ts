/** Authorization codes, consents and grants of devices: transactions of AccountObject. Decisions: rules.ts. */

import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  endSessionTree,
  openSession,
  requireSession,
  type Session,
  type SessionCaller,
  type SessionRequest,
} from '../core/account-core.ts';
import { requireActive } from '../core/rules.ts';
import * as sessions from '../core/session.store.ts';
import { decideRotation } from '../session/rules.ts';
import { decideCode } from './rules.ts';
import * as grants from './store.ts';

/** The account's data on the consent page. */
export interface ConsentFacts {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Scope that the person has allowed this client before; '' for none. */
  readonly allowed: string;
}

export interface NewGrantCode {
  readonly codeId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string;
  readonly untilMs: number;
  /** Scope to store as allowed; '' to store nothing. */
  readonly consent: string;
}

export interface CodeExchange extends SessionRequest {
  readonly codeId: string;
  readonly redirectUri: string;
  /** Of the verifier in the call. */
  readonly challenge: string;
}

/** A token to check. */
export interface TokenQuery {
  readonly sessionId: string;
  readonly epoch: number;
  readonly clientId: string;
  /** Null for an access token. */
  readonly generation: number | null;
  readonly nowMs: number;
}

export function consentFacts(core: AccountCore, caller: SessionCaller, clientId: string): Result<ConsentFacts> {
  if (!core.exists()) return fail('unauthenticated', { reason: 'session_ended' });
  return core.command(() => {
    const { name, email, phone } = requireSession(core, caller);
    return { name, email, phone, allowed: grants.loadConsent(core.sql, clientId) };
  });
}

/** Makes a code for the calling session. Fails with unauthenticated when it has ended. */
export function openCode(core: AccountCore, caller: SessionCaller, ask: NewGrantCode): Result<{ opened: true }> {
  if (!core.exists()) return fail('unauthenticated', { reason: 'session_ended' });
  return core.command((clockMs) => {
    const account = requireSession(core, caller);
    requireActive(account, clockMs);
    grants.insertCode(core.sql, ask.codeId, { ...ask, epoch: account.epoch, bySession: caller.sessionId });
    if (ask.consent !== '') grants.saveConsent(core.sql, ask.clientId, ask.consent, clockMs);
    core.wakeAt(clockMs + DAY_MS);
    return { opened: true as const };
  });
}

/**
 * Opens the session of a code, once. A replayed code ends the session it opened, before this returns. A wrong exchange ends the
 * code.
 */
export async function useCode(core: AccountCore, ask: CodeExchange): Promise<Result<Session>> {
  if (!core.exists()) return fail('invalid_grant', { reason: 'code_unknown' });
  const done = core.command((clockMs): { decision: string; session: Session | null } => {
    const account = accounts.loadAccount(core.sql);
    const row = grants.loadCode(core.sql, ask.codeId);
    const asker = row && sessions.loadSession(core.sql, row.bySession);
    const decision = decideCode(row, {
      ...ask,
      epoch: account?.epoch ?? 0,
      askerIsActive: asker !== null && asker.revokedMs === null,
    });
    if (decision === 'replayed' && row) {
      grants.recordReplay(core.sql, ask.codeId, clockMs);
      if (row.sessionId !== '') endSessionTree(core, row.sessionId, account?.epoch ?? 0, clockMs);
    }
    if (decision === 'wrong') grants.spendCode(core.sql, ask.codeId, '', clockMs);
    if (decision !== 'right' || !row || !account) return { decision, session: null };
    const session = openSession(
      core,
      { ...ask, scope: row.scope, openedBy: `code:${ask.codeId}`, parentId: row.bySession },
      account.epoch,
      clockMs,
    );
    grants.spendCode(core.sql, ask.codeId, session.sessionId, clockMs);
    return { decision, session };
  });
  if (!done.ok) return done;
  const { decision, session } = done.value;
  if (session) return succeed(session);
  if (decision === 'replayed') await core.drain();
  return fail('invalid_grant', { reason: `code_${decision}` });
}

/** Checks that the session may decide about a device: session and account are active. @returns the account's epoch */
export function approver(core: AccountCore, caller: SessionCaller): Result<{ epoch: number }> {
  if (!core.exists()) return fail('unauthenticated', { reason: 'session_ended' });
  return core.command((clockMs) => {
    const account = requireSession(core, caller);
    requireActive(account, clockMs);
    return { epoch: account.epoch };
  });
}

/** Opens the session of a device that this account has allowed, while the session that allowed it is active. */
export function openDeviceSession(
  core: AccountCore,
  ask: SessionRequest & { requestId: string; scope: string; bySession: string; epoch: number },
): Result<Session> {
  if (!core.exists()) return fail('invalid_grant', { reason: 'session_ended' });
  return core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    const approver = sessions.loadSession(core.sql, ask.bySession);
    if (!account || account.epoch !== ask.epoch || !approver || approver.revokedMs !== null)
      throw new AppError('invalid_grant', { reason: 'session_ended' });
    const openedBy = `device:${ask.requestId}`;
    if (grants.isOpener(core.sql, openedBy)) throw new AppError('invalid_grant', { reason: 'device_code_replayed' });
    return openSession(core, { ...ask, openedBy, parentId: ask.bySession }, account.epoch, clockMs);
  });
}

/** Narrows the scope of a session whose tokens were not given out yet. */
export function narrowSession(core: AccountCore, sessionId: string, scope: string): Result<{ narrowed: true }> {
  return core.command(() => {
    sessions.setSessionGrant(core.sql, sessionId, scope, '');
    return { narrowed: true as const };
  });
}

/** Whether a token of this account is valid now. A read creates nothing. */
export function isTokenActive(core: AccountCore, ask: TokenQuery): Result<boolean> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  const session = account && sessions.loadSession(core.sql, ask.sessionId);
  if (!account || !session || account.status !== 'ACTIVE') return succeed(false);
  const generation = ask.generation ?? session.generation;
  const decision = decideRotation(session, { ...ask, generation, accountEpoch: account.epoch });
  return succeed(decision !== 'reused' && decision !== 'over');
}
