/**
 * Addresses of AccountObject. A change has three steps, and a crash may follow each: the account stores the claim, the directory
 * gives the address, the account writes it. The alarm drops an unfinished claim.
 */

import { isNameOf } from '#shared/auth/rules.ts';
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  changeAs,
  endAllWithStatus,
  publishAddressLeft,
  publishPersonChanged,
  type SessionCaller,
  type TicketRef,
  whenDelivered,
} from '../core/account-core.ts';
import * as claims from '../core/claim.store.ts';
import * as factors from '../factor/store.ts';
import { CLAIM_LIFETIME_MS, UNDO_TTL_MS } from '../keys.ts';
import { dropLinksSince } from '../provider/link-ends.ts';
import * as addresses from './store.ts';
import * as undo from './store.ts';

export type AddressKind = 'email' | 'phone';

/** A stored claim, and the addresses of the account at that time. */
export interface OpenClaim {
  readonly version: number;
  readonly email: string;
  readonly phone: string;
}

/** Unfinished claims of one account; each has proven its address. */
const MAX_CLAIMS = 10;

/** Step 1 of a change. */
export function beginClaim(core: AccountCore, caller: SessionCaller, digest: string): Result<OpenClaim> {
  return changeAs(core, caller, (account, clockMs) => recordClaim(core, account, digest, clockMs));
}

function recordClaim(core: AccountCore, account: accounts.AccountRow, digest: string, clockMs: number): OpenClaim {
  if (claims.allClaims(core.sql).length >= MAX_CLAIMS)
    throw new AppError('too_many_requests', { retryInSeconds: CLAIM_LIFETIME_MS / 1_000 });
  const version = claims.insertClaim(core.sql, digest, clockMs);
  core.wakeAt(clockMs + CLAIM_LIFETIME_MS);
  return { version, email: account.email, phone: account.phone };
}

/** Replaces step 3 when another account has the address, or the claim is cancelled. */
export async function dropAddressClaim(core: AccountCore, digest: string, version: number): Promise<Result<null>> {
  if (!core.exists()) return succeed(null);
  const done = core.command((clockMs) => {
    if (claims.dropClaim(core.sql, digest, version)) publishAddressLeft(core, digest, version, clockMs);
    return null;
  });
  await core.drain();
  return done;
}

/**
 * Step 3: writes the address, uses its token, and releases the old one. A repeat after success changes nothing.
 * Fails with unauthenticated, invalid_verification_code for a used token, aborted when the account changed concurrently.
 */
export async function writeAddress(
  core: AccountCore,
  caller: SessionCaller,
  ask: {
    kind: AddressKind;
    token: VerifiedToken;
    digest: string;
    version: number;
    address: string;
    /** As `beginClaim` gave it. */
    old: string;
    /** '' when there was none. */
    oldDigest: string;
    letter: MailEvent | null;
  },
): Promise<Result<null>> {
  const done = changeAs(core, caller, (account, clockMs) => {
    const { kind, token, digest, version, address, oldDigest } = ask;
    if (accounts.isUsedToken(core.sql, token.id)) {
      claims.dropClaim(core.sql, digest, version);
      if (account[kind] === address) return null;
      throw new AppError('invalid_verification_code', { reason: 'verification_token_used' });
    }
    if (account[kind] !== ask.old || !claims.dropClaim(core.sql, digest, version))
      throw new AppError('aborted', { reason: 'address_changed' });
    accounts.recordUsedToken(core.sql, token.id, token.untilMs);
    setAddress(core, kind, address, clockMs);
    if (oldDigest !== '' && oldDigest !== digest) publishAddressLeft(core, oldDigest, version, clockMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    core.wakeAt(clockMs + DAY_MS);
    return null;
  });
  // The old address is free when this returns, unless the directory cannot be reached now.
  await core.drain();
  return done;
}

/** Removes the number. Fails with failed_precondition when it is the only address; aborted when it changed concurrently. */
export async function removePhone(
  core: AccountCore,
  caller: SessionCaller,
  ask: { phone: string; digest: string; letter: MailEvent | null },
): Promise<Result<null>> {
  const done = changeAs(core, caller, (account, clockMs) => {
    if (account.phone === '') return null;
    if (account.phone !== ask.phone) throw new AppError('aborted', { reason: 'address_changed' });
    if (account.email === '')
      throw new AppError('failed_precondition', { reason: 'last_address', messageKey: 'auth.account.phone.only' });
    setAddress(core, 'phone', '', clockMs);
    publishAddressLeft(core, ask.digest, claims.nextVersion(core.sql), clockMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return null;
  });
  await core.drain();
  return done;
}

/** Step 1 of undoing a change of e-mail, by the ticket sent to the old mailbox. Null when it was undone before. */
export function beginUndo(
  core: AccountCore,
  ask: { ticket: TicketRef; version: number; email: string; digest: string },
): Result<OpenClaim | null> {
  if (!core.exists()) return fail('invalid_argument', { reason: 'undo_token_over', field: 'undo_token' });
  return core.command((clockMs) => {
    const account = requireUndoable(core, ask);
    return account && recordClaim(core, account, ask.digest, clockMs);
  });
}

/**
 * Step 3 of it: restores the old address, ends every session, and locks the account until that mailbox resets the password.
 * Cancels a closing and every later change: their links are void. Deletes a second factor added since, and a number, passkeys and links
 * added since or in the days before, because they would open the locked account. Returns as endSession.
 */
export async function writeUndo(
  core: AccountCore,
  ask: {
    ticket: TicketRef;
    /** Of the change. */
    version: number;
    email: string;
    digest: string;
    /** When the change was made, epoch ms, and the number of that time. */
    changedMs: number;
    phone: string;
    /** As `beginUndo` gave them. */
    current: OpenClaim;
    emailDigest: string;
    phoneDigest: string;
  },
): Promise<Result<null>> {
  const done = core.command((clockMs) => {
    const account = requireUndoable(core, ask);
    if (!account) return null;
    const { current } = ask;
    const isSeen = account.email === current.email && account.phone === current.phone;
    if (!isSeen || !claims.dropClaim(core.sql, ask.digest, current.version))
      throw new AppError('aborted', { reason: 'address_changed' });
    accounts.recordUsedToken(core.sql, ask.ticket.id, ask.ticket.untilMs);
    undo.recordUndone(core.sql, {
      above: ask.version,
      upTo: claims.nextVersion(core.sql),
      nowMs: clockMs,
    });
    setAddress(core, 'email', ask.email, clockMs);
    accounts.saveClosingDigests(core.sql, []);
    if (ask.emailDigest !== '' && ask.emailDigest !== ask.digest)
      publishAddressLeft(core, ask.emailDigest, current.version, clockMs);
    const beforeMs = ask.changedMs - UNDO_TTL_MS;
    const isNewPhone = current.phone !== ask.phone || undo.isPhoneSetSince(core.sql, beforeMs);
    if (current.phone !== '' && isNewPhone) {
      setAddress(core, 'phone', '', clockMs);
      publishAddressLeft(core, ask.phoneDigest, current.version, clockMs);
    }
    factors.dropWaysInSince(core.sql, { passkeysMs: beforeMs, twoFactorMs: ask.changedMs });
    dropLinksSince(core, beforeMs, clockMs);
    endAllWithStatus(core, 'FROZEN', 0, clockMs);
    return null;
  });
  return whenDelivered(core, done);
}

/** Null when this ticket was used and its effect still holds. The earliest mailbox wins. */
function requireUndoable(
  core: AccountCore,
  { ticket, version, email }: { ticket: TicketRef; version: number; email: string },
): accounts.AccountRow | null {
  const account = accounts.loadAccount(core.sql);
  const used = accounts.isUsedToken(core.sql, ticket.id);
  if (account && used && account.email === email) return null;
  if (!account || used || account.status === 'CLOSED' || undo.isUndone(core.sql, version))
    throw new AppError('invalid_argument', {
      reason: 'undo_token_over',
      field: 'undo_token',
      messageKey: 'auth.account.undo.over',
    });
  if (account.status === 'BLOCKED') throw new AppError('user_blocked', { messageKey: 'auth.account.blocked' });
  return account;
}

function setAddress(core: AccountCore, kind: AddressKind, address: string, clockMs: number): void {
  if (kind === 'email') {
    const account = accounts.loadAccount(core.sql);
    addresses.setEmail(core.sql, address, account !== null && isNameOf(account.name, account.email));
  } else addresses.setPhone(core.sql, address, clockMs);
  publishPersonChanged(core, clockMs);
}

/** Drops unfinished claims. @returns when the next one is due, epoch ms */
export function dropStaleClaims(core: AccountCore, nowMs: number): number | null {
  core.transaction(() => {
    for (const { digest, version } of claims.staleClaims(core.sql, nowMs - CLAIM_LIFETIME_MS)) {
      claims.dropClaim(core.sql, digest, version);
      publishAddressLeft(core, digest, version, nowMs);
    }
  });
  return claims.allClaims(core.sql).length > 0 ? nowMs + CLAIM_LIFETIME_MS : null;
}
