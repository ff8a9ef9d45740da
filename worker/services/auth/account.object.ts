/**
 * AccountObject: one person's credentials, token families and attempts (named by the user id), or the attempts on identifiers
 * nobody has (`nobody-xx`). Transactions and news are here; verdicts in rules.ts, SQL in store.ts.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailNews } from '#worker/services/mail/index.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import { allConsents, livingSessions } from './account/export.store.ts';
import { loadPreferences } from './account/preferences.store.ts';
import { type Role, roleOf, saveRole } from './account/role.store.ts';
import { requireResettable } from './account/rules.ts';
import { isKnownDevice, setStatus } from './account/store.ts';
import type { Session } from './account-base.ts';
import type { DeviceSigns } from './device/device.ts';
import type { SecondStep } from './factor-account.ts';
import { ATTEMPT_WAIT_MS, ENDED_FAMILY_MEMORY_MS, REFRESH_TTL_SECONDS, SESSIONS_ENDED } from './keys.ts';
import { dropCodes, hasCodes, loadFamilyScope } from './oauth/store.ts';
import type { AccountExport } from './service.ts';
import { isAssuredSession } from './session/parent.store.ts';
import {
  type CookieVerdict,
  hasAddress,
  judgeArrival,
  judgeCookie,
  judgeRotation,
  takeAttempt,
} from './session/rules.ts';
import * as store from './session/store.ts';
import { SettingsAccount } from './settings-account.ts';

export interface AttemptAsk {
  /** Whose attempts are counted: 'account', or the digest of an identifier nobody has. */
  readonly subject: string;
  readonly nowMs: number;
  readonly limit: number;
  readonly windowMs: number;
  /** A captcha token is at hand: past the limit the attempt is granted, and the token must then be spent. */
  readonly captchaOffered: boolean;
}

export interface BegunAttempt {
  /** To end it by. */
  readonly attempt: number;
  /** The hash to check the password against; '' when there is no account. */
  readonly passwordHash: string;
  /** A captcha token must be spent before the password is looked at. */
  readonly mustCheck: boolean;
}

export interface SessionAsk {
  readonly clientId: string;
  readonly deviceId: string;
  readonly device?: DeviceSigns;
  /** The hash the password was checked against; '' to keep it. */
  readonly passwordHash: string;
  readonly betterHash: string;
}

/** Who asks for a session, and by which verification token. */
export interface VerifiedAsk {
  readonly token: VerifiedToken;
  readonly clientId: string;
  readonly deviceId: string;
  readonly device?: DeviceSigns;
  readonly nowMs: number;
}

/** What a reset must know of the account before it hashes. */
export interface ResetState {
  /** '' when the account has none. */
  readonly email: string;
  readonly phone: string;
  readonly status: string;
  readonly passwordHash: string;
  /** The token was acted on before. */
  readonly used: boolean;
  /** News of ended sessions still waits. */
  readonly untold: boolean;
}

export interface PersonData {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly avatar: string;
  readonly status: string;
  readonly premium: boolean;
  readonly createdMs: number;
  readonly passwordMs: number;
}

/** What of an account leaves its object: only what is listed here. */
function personOf(account: store.AccountRow): PersonData {
  const { name, email, phone, avatar, status, premium, createdMs, passwordMs } = account;
  return { name, email, phone, avatar, status, premium, createdMs, passwordMs };
}

export class AccountObject extends SettingsAccount {
  /** Makes the account; an account that is there stays as it is. */
  create(account: store.NewAccount): Result<{ created: boolean }> {
    return this.command(() => {
      const created = store.loadAccount(this.sql) === null;
      if (created) store.insertAccount(this.sql, account);
      return { created };
    });
  }

  /** What is known of the person; null when there is no account. Asking creates nothing. */
  person(): Result<PersonData | null> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    if (!account || account.status === 'CLOSED') return succeed(null);
    return succeed(personOf(account));
  }

  /** What a code to an address of the account depends on. Asking creates nothing. @param deviceId  '' for none */
  addressee(deviceId: string): Result<{ isUser: boolean; isKnownDevice: boolean }> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    if (!account || account.status === 'CLOSED') return succeed({ isUser: false, isKnownDevice: false });
    return succeed({ isUser: true, isKnownDevice: deviceId !== '' && isKnownDevice(this.sql, deviceId) });
  }

  /** `person` for the person: the token's family must live. */
  ownPerson(caller: { familyId: string; epoch: number }): Result<PersonData> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    const family = account && store.loadFamily(this.sql, caller.familyId);
    if (!account || !family || family.revokedMs !== null || caller.epoch < account.epoch)
      return fail('unauthenticated', { reason: 'session_ended' });
    return succeed(personOf(account));
  }

  /** All that is known of the person, for the person: the token's family must live. */
  exportAccount(caller: { familyId: string; epoch: number }): Result<AccountExport> {
    const own = this.ownPerson(caller);
    if (!own.ok) return own;
    return succeed({
      person: own.value,
      sessions: livingSessions(this.sql),
      consents: allConsents(this.sql),
      preferences: loadPreferences(this.sql),
    });
  }

  /** The role of the person and whether the session may use it, for the person: the token's family must live. */
  ownRole(caller: { familyId: string; epoch: number }): Result<{ role: Role; isAssured: boolean }> {
    const own = this.ownPerson(caller);
    if (!own.ok) return own;
    return succeed({ role: roleOf(this.sql), isAssured: isAssuredSession(this.sql, caller.familyId) });
  }

  /** Asked by the server alone. @returns not_found when there is no account */
  setRole(role: Role): Result<null> {
    if (!this.exists() || store.loadAccount(this.sql) === null) return fail('not_found');
    return this.command(() => {
      saveRole(this.sql, role);
      return null;
    });
  }

  /**
   * Takes one of the attempts of the window; it counts as wrong until `endAttempt` says otherwise. While the window is full of
   * attempts that have not ended, waits for them (at most 5 s).
   */
  async beginAttempt(ask: AttemptAsk): Promise<Result<BegunAttempt>> {
    const giveUpMs = this.clock.nowMs() + ATTEMPT_WAIT_MS;
    for (;;) {
      const taken = this.#take(ask);
      if (!taken.ok || taken.value !== null) return taken as Result<BegunAttempt>;
      const leftMs = giveUpMs - this.clock.nowMs();
      if (this.inFlight.count(ask.subject, this.clock.nowMs()) === 0 || leftMs <= 0)
        return fail('captcha_required', { reason: 'too_many_attempts' });
      await this.inFlight.nextEnd(ask.subject, leftMs);
    }
  }

  #take(ask: AttemptAsk): Result<BegunAttempt | null> {
    const taken = this.command(() => {
      store.dropAttempts(this.sql, ask.nowMs - ask.windowMs);
      const row = store.loadAttempts(this.sql, ask.subject);
      const free = takeAttempt(row, { ...ask, checked: false });
      const next = free ?? takeAttempt(row, { ...ask, checked: ask.captchaOffered });
      if (!next) return null;
      store.saveAttempts(this.sql, ask.subject, next);
      return { passwordHash: store.loadAccount(this.sql)?.password ?? '', mustCheck: free === null };
    });
    if (!taken.ok || !taken.value) return taken as Result<null>;
    return succeed({ attempt: this.inFlight.begin(ask.subject, this.clock.nowMs()), ...taken.value });
  }

  /**
   * Ends an attempt. Right (`session` given): opens a family, or asks for the second factor, and forgets the wrong ones.
   * Wrong: the count stands.
   * @returns null for a wrong one. Fails with user_blocked, or invalid_account_or_password when the password changed meanwhile
   */
  endAttempt(ask: {
    subject: string;
    attempt: number;
    nowMs: number;
    session: SessionAsk | null;
  }): Result<Session | SecondStep | null> {
    this.inFlight.end(ask.subject, ask.attempt);
    const { session } = ask;
    if (!session) return succeed(null);
    return this.keeping((clockMs) => {
      const account = store.loadAccount(this.sql);
      if (!account || account.password !== session.passwordHash) throw new AppError('invalid_account_or_password');
      if (session.betterHash !== '') store.replaceHash(this.sql, session.betterHash);
      // Attempts still in flight stay counted: a right password must not pay for guesses made beside it.
      store.saveAttempts(this.sql, ask.subject, {
        startedMs: ask.nowMs,
        count: this.inFlight.count(ask.subject, clockMs),
      });
      return this.openOrAsk({ ...session, isAssured: true, nowMs: ask.nowMs }, account.epoch, clockMs);
    });
  }

  /** Takes an attempt back for which no password was looked at. */
  returnAttempt({ subject, attempt }: { subject: string; attempt: number }): Result<null> {
    this.inFlight.end(subject, attempt);
    return this.command(() => {
      const row = store.loadAttempts(this.sql, subject);
      if (row && row.count > 0) store.saveAttempts(this.sql, subject, { ...row, count: row.count - 1 });
      return null;
    });
  }

  /** Makes the account and opens its first family; already_exists when there is one, whoever made it. */
  signUp(ask: VerifiedAsk & { account: store.NewAccount; letter: MailNews | null }): Result<Session> {
    return this.command((clockMs) => {
      if (store.loadAccount(this.sql)) throw new AppError('already_exists', { reason: 'account_exists' });
      store.insertAccount(this.sql, ask.account);
      store.recordUsedToken(this.sql, ask.token.id, ask.token.untilMs);
      if (ask.letter) this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      return this.openFamily({ ...ask, isAssured: true }, 1, clockMs);
    });
  }

  /** Opens a family, or asks for the second factor, for whoever proved the address. Fails with user_not_exist, user_blocked, invalid_verification_code. */
  signInVerified(ask: VerifiedAsk & { subject: string }): Result<Session | SecondStep> {
    if (!this.exists()) return fail('user_not_exist');
    return this.keeping((clockMs) => {
      const account = this.useToken(ask.token);
      this.wakeAt(clockMs + DAY_MS);
      // The directory may not have heard yet that an address was left.
      if (!hasAddress(account, ask.subject)) throw new AppError('user_not_exist');
      return this.openOrAsk(ask, account.epoch, clockMs);
    });
  }

  /** Null when there is no account; asking creates nothing. Fails as requireResettable. */
  resetState(tokenId: string): Result<ResetState | null> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    if (!account) return succeed(null);
    return this.command((clockMs) => {
      requireResettable(account, clockMs);
      const { email, phone, status, password: passwordHash } = account;
      const used = store.isUsedToken(this.sql, tokenId);
      return { email, phone, status, passwordHash, used, untold: this.hasUntoldEnds() };
    });
  }

  /**
   * Sets another password, ends every session and has the owner told, in one write. Answers when every serving object knows
   * of the end, or `unavailable` while that news still waits.
   */
  async resetPassword(ask: {
    token: VerifiedToken;
    /** The proven address, as the directory spells it. */
    subject: string;
    passwordHash: string;
    nowMs: number;
    letter: MailNews;
  }): Promise<Result<{ ended: true }>> {
    const done = this.command((clockMs) => {
      const account = this.useToken(ask.token);
      requireResettable(account, clockMs);
      if (!hasAddress(account, ask.subject)) throw new AppError('user_not_exist');
      if (account.status === 'FROZEN') setStatus(this.sql, 'ACTIVE', 0);
      const minEpoch = store.changePassword(this.sql, ask.passwordHash, ask.nowMs);
      // Attempts still in flight hold the old password; whoever was locked out by guesses of others starts anew.
      const count = this.inFlight.count('account', clockMs);
      store.saveAttempts(this.sql, 'account', { startedMs: ask.nowMs, count });
      const untilMs = clockMs + ENDED_FAMILY_MEMORY_MS;
      this.publishEvent(SESSIONS_ENDED, { userId: this.name, familyId: null, minEpoch, untilMs }, clockMs);
      this.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
      this.wakeAt(clockMs + DAY_MS);
    });
    return done.ok ? this.tellEnds() : done;
  }

  /** Takes a refresh token's generation. Reuse of an old one ends the family before this answers. */
  async rotate(ask: {
    familyId: string;
    generation: number;
    epoch: number;
    clientId: string;
    nowMs: number;
  }): Promise<Result<Session>> {
    if (!this.exists()) return fail('invalid_grant', { reason: 'session_ended' });
    const done = this.command((clockMs) => {
      const account = store.loadAccount(this.sql);
      const family = store.loadFamily(this.sql, ask.familyId);
      // Whoever is not active has no session, whatever the epoch says.
      const epoch = account?.status === 'ACTIVE' ? account.epoch : Number.MAX_SAFE_INTEGER;
      const verdict = judgeRotation(family, { ...ask, accountEpoch: epoch });
      if (verdict === 'rotate' || verdict === 'renew')
        store.advanceFamily(this.sql, ask.familyId, ask.nowMs, ask.generation);
      if (verdict === 'reused') this.endFamilyNow(ask.familyId, epoch, clockMs);
      const now = store.loadFamily(this.sql, ask.familyId);
      return {
        verdict,
        epoch,
        generation: now?.generation ?? 0,
        rotatedMs: now?.rotatedMs ?? 0,
        scope: loadFamilyScope(this.sql, ask.familyId),
      };
    });
    if (!done.ok) return done;
    const { verdict, epoch, generation, rotatedMs, scope } = done.value;
    if (verdict === 'over')
      return fail('invalid_grant', { reason: 'session_ended', message: 'the session of this refresh token is over' });
    if (verdict === 'reused') {
      await this.drain();
      const refreshedAt = new Date(rotatedMs).toISOString();
      return fail('invalid_grant', {
        reason: 'refresh_token_reused',
        message: `refresh token has been refreshed at ${refreshedAt}`,
      });
    }
    return succeed({ familyId: ask.familyId, epoch, generation, issuedMs: rotatedMs, scope });
  }

  /** Hears that something of a generation came back. One that was given up ends the family: somebody else holds it. */
  async noteArrival({ familyId, generation }: { familyId: string; generation: number }): Promise<Result<null>> {
    if (!this.exists()) return succeed(null);
    const done = this.command((clockMs) => {
      const account = store.loadAccount(this.sql);
      const verdict = judgeArrival(store.loadFamily(this.sql, familyId), generation);
      if (verdict === 'arrived') store.markShown(this.sql, familyId);
      if (verdict === 'void' && account) this.endFamilyNow(familyId, account.epoch, clockMs);
      return verdict;
    });
    if (!done.ok) return done;
    if (done.value === 'void') await this.drain();
    return succeed(null);
  }

  /**
   * What a session cookie is worth now. `current`: all that a page may do. `late`: superseded a moment ago, opens pages only.
   * `none`: nothing. A cookie superseded longer ago than the grace is reuse and ends its family, before this answers.
   */
  async judgeCookie(ask: {
    familyId: string;
    generation: number;
    epoch: number;
    clientId: string;
    nowMs: number;
  }): Promise<Result<CookieVerdict>> {
    const account = this.exists() ? store.loadAccount(this.sql) : null;
    if (account?.status !== 'ACTIVE') return succeed('none');
    const family = store.loadFamily(this.sql, ask.familyId);
    const verdict = judgeCookie(family, { ...ask, accountEpoch: account.epoch });
    if (verdict === 'current' && family?.isShown === false && ask.generation === family.generation)
      this.command(() => store.markShown(this.sql, ask.familyId));
    if (verdict !== 'reused') return succeed(verdict);
    const done = this.command((clockMs) => this.endFamilyNow(ask.familyId, account.epoch, clockMs));
    if (!done.ok) return done;
    await this.drain();
    return succeed('none');
  }

  /** Ends a family; answers when every serving object knows, or `unavailable` while the news still waits. */
  async endFamily(familyId: string): Promise<Result<{ ended: true }>> {
    if (!this.exists()) return succeed({ ended: true });
    const done = this.command((clockMs) => {
      const account = store.loadAccount(this.sql);
      if (account) this.endFamilyNow(familyId, account.epoch, clockMs);
    });
    return done.ok ? this.tellEnds() : done;
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    store.dropFamilies(this.sql, nowMs - REFRESH_TTL_SECONDS * 1_000 - DAY_MS);
    store.dropUsedTokens(this.sql, nowMs);
    dropCodes(this.sql, nowMs - DAY_MS);
    const settingsDue = this.settingsAlarm(nowMs);
    const agingDue = store.hasAging(this.sql) || hasCodes(this.sql) ? nowMs + DAY_MS : null;
    return settingsDue === null || agingDue === null ? (settingsDue ?? agingDue) : Math.min(settingsDue, agingDue);
  }
}
