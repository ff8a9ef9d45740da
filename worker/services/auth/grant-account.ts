/** Authorization codes, consents and grants of devices: transactions of AccountObject. Verdicts: grant.rules.ts. */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import { requireActive } from './account/rules.ts';
import type { FamilyAsk, Session } from './account-base.ts';
import { FactorAccount } from './factor-account.ts';
import { judgeCode } from './oauth/rules.ts';
import * as grants from './oauth/store.ts';
import type { SessionCaller } from './passkey-account.ts';
import { judgeRotation } from './session/rules.ts';
import * as store from './session/store.ts';

/** What the consent page knows of the account. */
export interface ConsentFacts {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Words the person has allowed this client before; '' for none. */
  readonly allowed: string;
}

export interface CodeAsk {
  readonly codeId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly challenge: string;
  readonly untilMs: number;
  /** Words to remember as allowed; '' to remember nothing. */
  readonly consent: string;
}

export interface CodeShown extends FamilyAsk {
  readonly codeId: string;
  readonly redirectUri: string;
  /** Of the verifier that was shown. */
  readonly challenge: string;
}

/** A token whose life is asked about. */
export interface TokenAsk {
  readonly familyId: string;
  readonly epoch: number;
  readonly clientId: string;
  /** Null for an access token. */
  readonly generation: number | null;
  readonly nowMs: number;
}

export abstract class GrantAccount extends FactorAccount {
  consentFacts(caller: SessionCaller, clientId: string): Result<ConsentFacts> {
    if (!this.exists()) return fail('unauthenticated', { reason: 'session_ended' });
    return this.command(() => {
      const { name, email, phone } = this.requireSession(caller);
      return { name, email, phone, allowed: grants.loadConsent(this.sql, clientId) };
    });
  }

  /** Makes a code for the session that asks. Fails with unauthenticated when that is over. */
  openCode(caller: SessionCaller, ask: CodeAsk): Result<{ opened: true }> {
    if (!this.exists()) return fail('unauthenticated', { reason: 'session_ended' });
    return this.command((clockMs) => {
      const account = this.requireSession(caller);
      requireActive(account, clockMs);
      grants.insertCode(this.sql, ask.codeId, { ...ask, epoch: account.epoch, byFamily: caller.familyId });
      if (ask.consent !== '') grants.saveConsent(this.sql, ask.clientId, ask.consent, clockMs);
      this.wakeAt(clockMs + DAY_MS);
      return { opened: true as const };
    });
  }

  /**
   * Opens the family of a code, once. A code that is shown again ends what it opened, before this answers; one that is shown
   * wrongly is over.
   */
  async useCode(ask: CodeShown): Promise<Result<Session>> {
    if (!this.exists()) return fail('invalid_grant', { reason: 'code_unknown' });
    const done = this.command((clockMs): { verdict: string; session: Session | null } => {
      const account = store.loadAccount(this.sql);
      const row = grants.loadCode(this.sql, ask.codeId);
      const asker = row && store.loadFamily(this.sql, row.byFamily);
      const verdict = judgeCode(row, {
        ...ask,
        epoch: account?.epoch ?? 0,
        askerLives: asker !== null && asker.revokedMs === null,
      });
      if (verdict === 'replayed' && row) {
        grants.noteReplay(this.sql, ask.codeId, clockMs);
        if (row.familyId !== '') this.endFamilyNow(row.familyId, account?.epoch ?? 0, clockMs);
      }
      if (verdict === 'wrong') grants.spendCode(this.sql, ask.codeId, '', clockMs);
      if (verdict !== 'right' || !row || !account) return { verdict, session: null };
      const session = this.openFamily(
        { ...ask, scope: row.scope, openedBy: `code:${ask.codeId}`, parentId: row.byFamily },
        account.epoch,
        clockMs,
      );
      grants.spendCode(this.sql, ask.codeId, session.familyId, clockMs);
      return { verdict, session };
    });
    if (!done.ok) return done;
    const { verdict, session } = done.value;
    if (session) return succeed(session);
    if (verdict === 'replayed') await this.drain();
    return fail('invalid_grant', { reason: `code_${verdict}` });
  }

  /** Whether the session may decide about a device: it lives and the account is active. @returns the account's epoch */
  approver(caller: SessionCaller): Result<{ epoch: number }> {
    if (!this.exists()) return fail('unauthenticated', { reason: 'session_ended' });
    return this.command((clockMs) => {
      const account = this.requireSession(caller);
      requireActive(account, clockMs);
      return { epoch: account.epoch };
    });
  }

  /** Opens the family of a device that somebody of this account has allowed, while the session that allowed it lives. */
  openDeviceFamily(
    ask: FamilyAsk & { requestId: string; scope: string; byFamily: string; epoch: number },
  ): Result<Session> {
    if (!this.exists()) return fail('invalid_grant', { reason: 'session_ended' });
    return this.command((clockMs) => {
      const account = store.loadAccount(this.sql);
      const approver = store.loadFamily(this.sql, ask.byFamily);
      if (!account || account.epoch !== ask.epoch || !approver || approver.revokedMs !== null)
        throw new AppError('invalid_grant', { reason: 'session_ended' });
      const openedBy = `device:${ask.requestId}`;
      if (grants.isOpener(this.sql, openedBy)) throw new AppError('invalid_grant', { reason: 'device_code_replayed' });
      return this.openFamily({ ...ask, openedBy, parentId: ask.byFamily }, account.epoch, clockMs);
    });
  }

  /** Takes from a session that was opened a moment ago and that nobody holds yet. */
  narrowFamily(familyId: string, scope: string): Result<{ narrowed: true }> {
    return this.command(() => {
      grants.setFamilyGrant(this.sql, familyId, scope, '');
      return { narrowed: true as const };
    });
  }

  /** Whether a token of this account is worth anything now. Asking creates nothing. */
  tokenLives(ask: TokenAsk): Result<{ lives: boolean }> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    const family = account && store.loadFamily(this.sql, ask.familyId);
    if (!account || !family || account.status !== 'ACTIVE') return succeed({ lives: false });
    const generation = ask.generation ?? family.generation;
    const verdict = judgeRotation(family, { ...ask, generation, accountEpoch: account.epoch });
    return succeed({ lives: verdict !== 'reused' && verdict !== 'over' });
  }
}
