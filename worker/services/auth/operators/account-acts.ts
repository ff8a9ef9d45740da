/**
 * Acts of operators on an account, and the account as they look at it: block, sign-out, a demanded reset, deletion. The callers have
 * authorised the operator and noted the act in the log.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { RECOVERED_EPOCHS } from '#worker/platform/session-guard.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import { type AccountCore, publishAllEnded, publishPersonChanged, whenDelivered } from '../core/account-core.ts';
import type { PersonData } from '../core/account-person.ts';
import * as devices from '../core/device.store.ts';
import { activeSessions } from '../core/session.store.ts';
import { countRecoveryCodes, loadPasskeys, loadTwoFactor } from '../factor/store.ts';
import { PERSON_BLOCKED } from '../keys.ts';
import { type Role, roleOf } from '../person/role.store.ts';
import * as blocks from './block.store.ts';
import { type DeskActRow, loadDeskActs } from './desk-acts.store.ts';

/** The account in operators' lists. Times are epoch ms. */
export interface ListedPerson extends Pick<PersonData, 'name' | 'email' | 'phone' | 'status' | 'createdMs'> {
  readonly userId: string;
  readonly role: Role;
  /** BLOCKED: the status that returns with the end of the block; else ''. */
  readonly held: string;
  /** When the account is deleted; 0: it is not. */
  readonly endsMs: number;
  /** Rises with every change of the above. */
  readonly changes: number;
}

/** The account as one operator sees it. */
export interface DeskAccount extends ListedPerson {
  readonly passwordMs: number;
  /** For letters. */
  readonly language: Locale;
  readonly sessions: readonly { readonly clientId: string; readonly createdMs: number; readonly usedMs: number }[];
  /** Kinds and times, never a secret. */
  readonly factors: readonly { readonly kind: 'code' | 'passkey'; readonly addedMs: number }[];
  readonly recoveryCodesLeft: number;
  /** Those that wait first, each newest first. */
  readonly acts: readonly DeskActRow[];
}

/** Sessions that are shown. */
const SHOWN_SESSIONS = 50;
const SHOWN_ACTS = 10;
/** Far more than a person uses in the first day. */
const MOST_TOKENS = 50;

function listed(core: AccountCore, account: accounts.AccountRow): ListedPerson {
  const { name, email, phone, status, createdMs, held, endsMs } = account;
  const changes = accounts.changesOf(core.sql);
  return { userId: core.name, role: roleOf(core.sql), name, email, phone, status, createdMs, held, endsMs, changes };
}

/** Null without an account, and for one that was deleted. A read creates nothing. */
export function listedPerson(core: AccountCore): Result<ListedPerson | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  return succeed(account && account.status !== 'CLOSED' ? listed(core, account) : null);
}

function shownFactors(sql: SqlStorage): DeskAccount['factors'] {
  const code = loadTwoFactor(sql);
  return [
    ...(code ? [{ kind: 'code' as const, addedMs: code.enabledMs }] : []),
    ...loadPasskeys(sql).map(({ createdMs }) => ({ kind: 'passkey' as const, addedMs: createdMs })),
  ];
}

export function deskAccount(core: AccountCore): Result<DeskAccount | null> {
  const account = core.exists() ? accounts.loadAccount(core.sql) : null;
  if (!account || account.status === 'CLOSED') return succeed(null);
  const sessions = activeSessions(core.sql).slice(0, SHOWN_SESSIONS);
  return succeed({
    ...listed(core, account),
    passwordMs: account.passwordMs,
    language: devices.languageOf(core.sql),
    sessions: sessions.map(({ clientId, createdMs, usedMs }) => ({ clientId, createdMs, usedMs })),
    factors: shownFactors(core.sql),
    recoveryCodesLeft: countRecoveryCodes(core.sql),
    acts: loadDeskActs(core.sql).slice(0, SHOWN_ACTS),
  });
}

/** Ids of the codes and links that were used here lately. */
export function usedTokens(core: AccountCore): Result<string[]> {
  return succeed(core.exists() ? accounts.usedTokens(core.sql, MOST_TOKENS) : []);
}

/** One write on an account that exists. */
export function act(core: AccountCore, work: (account: accounts.AccountRow, clockMs: number) => void): Result<null> {
  if (!core.exists()) return fail('not_found', { reason: 'no_such_person' });
  return core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    if (!account || account.status === 'CLOSED') throw new AppError('not_found', { reason: 'no_such_person' });
    work(account, clockMs);
    publishPersonChanged(core, clockMs);
    return null;
  });
}

/** An operator is neither blocked nor deleted: the role is taken away before, which the last operator cannot lose. */
function requireNoOperator(core: AccountCore): void {
  if (roleOf(core.sql) !== '') throw new AppError('failed_precondition', { reason: 'is_operator' });
}

/** Ends every session. Call inside the transaction. @returns the new epoch */
export function endAll(core: AccountCore, clockMs: number, isLocked: boolean): number {
  const epoch = accounts.raiseEpoch(core.sql, clockMs);
  publishAllEnded(core, epoch, clockMs, isLocked);
  return epoch;
}

/**
 * Blocks the account: returns when no session, link or guest of the person is served, or `unavailable` while one may be. A repeat
 * waits for the same.
 */
export function blockAccount(core: AccountCore, letter: MailEvent | null): Promise<Result<null>> {
  const done = act(core, (account, clockMs) => {
    requireNoOperator(core);
    if (account.status === 'BLOCKED') return;
    blocks.block(core.sql);
    const seq = endAll(core, clockMs, true);
    core.publishEvent(PERSON_BLOCKED, { userId: core.name, isBlocked: true, seq }, clockMs);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
  });
  return whenDelivered(core, done);
}

/** Ends the block: what the account was before, it is again. A deletion whose time has passed happens now. */
export function unblockAccount(core: AccountCore, letter: MailEvent | null): Promise<Result<null>> {
  const done = act(core, (account, clockMs) => {
    if (account.status !== 'BLOCKED') return;
    blocks.unblock(core.sql);
    const seq = accounts.raiseEpoch(core.sql, clockMs);
    core.publishEvent(PERSON_BLOCKED, { userId: core.name, isBlocked: false, seq }, clockMs);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
  });
  return whenDelivered(core, done);
}

/** Ends every session; the person may sign in again. */
export function signOutEverywhere(core: AccountCore): Promise<Result<null>> {
  return whenDelivered(
    core,
    act(core, (_account, clockMs) => void endAll(core, clockMs, false)),
  );
}

/**
 * After the account went back: ends the sessions of then, and tokens from after the moment, whose epoch may be above that of then. Returns
 * before serving objects have it: the installation is closed, and they get it when it opens. An object without an account stays empty.
 */
export function endRecoveredSessions(core: AccountCore): Result<null> {
  if (!core.exists()) return succeed(null);
  return core.command((clockMs) => {
    if (!accounts.loadAccount(core.sql)) return null;
    publishAllEnded(core, accounts.raiseEpoch(core.sql, clockMs, RECOVERED_EPOCHS), clockMs);
    return null;
  });
}

/**
 * Ends every session and locks the account until its owner proves the address and chooses another password. Call inside the
 * transaction.
 */
export function lockUntilReset(core: AccountCore, letter: MailEvent, clockMs: number): void {
  accounts.setStatus(core.sql, 'FROZEN', 0);
  endAll(core, clockMs, true);
  core.publishEvent(letter.event, letter.payload, clockMs);
}

/** Begins the deletion, which the person may take back by signing in, and an operator by `keepAccount`. */
export function deleteLater(
  core: AccountCore,
  ask: { digests: readonly string[]; graceMs: number; letter: MailEvent | null },
): Promise<Result<null>> {
  const done = act(core, (account, clockMs) => {
    requireNoOperator(core);
    if (account.status === 'CLOSING' || account.held === 'CLOSING') return;
    const endsMs = clockMs + ask.graceMs;
    blocks.setHeldStatus(core.sql, 'CLOSING', endsMs);
    endAll(core, clockMs, true);
    accounts.saveClosingDigests(core.sql, ask.digests);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    core.wakeAt(endsMs);
  });
  return whenDelivered(core, done);
}

/** Takes a deletion back. */
export function keepAccount(core: AccountCore): Promise<Result<null>> {
  const done = act(core, (account, clockMs) => {
    const isDue = clockMs >= account.endsMs;
    if ((account.status !== 'CLOSING' && account.held !== 'CLOSING') || isDue)
      throw new AppError('failed_precondition', { reason: 'not_closing' });
    blocks.setHeldStatus(core.sql, 'ACTIVE', 0);
    accounts.saveClosingDigests(core.sql, []);
  });
  return Promise.resolve(done);
}
