/**
 * Links of AccountObject to people of sign-in providers. Linking has three steps, and a crash may follow each: the account stores the
 * claim, the directory gives the subject, the account writes the link. The alarm drops an unfinished claim.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  changeAs,
  commandWithRefusal,
  endSessionTree,
  publishAddressLeft,
  type Session,
  type SessionCaller,
  type SessionRequest,
  type TicketRef,
} from '../core/account-core.ts';
import { dropClaim, insertClaim, nextVersion } from '../core/claim.store.ts';
import { activeSessionIds } from '../core/device.store.ts';
import { detachSession } from '../core/parent.store.ts';
import { openOrAsk, type SecondStep } from '../factor/account-factors.ts';
import { loadPasskeys } from '../factor/store.ts';
import { CLAIM_LIFETIME_MS } from '../keys.ts';
import * as links from '../provider/links.store.ts';
import { MAX_LINKS } from './keys.ts';

/** A claim of a subject at the directory. */
export interface LinkClaim {
  readonly version: number;
  /** The account is linked already: there is nothing to claim. */
  readonly isLinked: boolean;
}

/** A link to write, with its claim. */
export interface LinkRequest {
  readonly ticket: TicketRef;
  readonly version: number;
  readonly link: links.ProviderLinkRow;
  readonly letter: MailEvent | null;
}

export function listLinks(core: AccountCore, caller: SessionCaller): Result<readonly links.ProviderLinkRow[]> {
  return askAs(core, caller, () => links.loadLinks(core.sql));
}

export function recordClaim(core: AccountCore, digest: string, clockMs: number): LinkClaim {
  const version = insertClaim(core.sql, digest, clockMs);
  core.wakeAt(clockMs + CLAIM_LIFETIME_MS);
  return { version, isLinked: false };
}

function requireUnspent(core: AccountCore, ticket: TicketRef): void {
  if (accounts.isUsedToken(core.sql, ticket.id)) throw new AppError('failed_precondition', { reason: 'ticket_used' });
}

/** @throws AppError failed_precondition for an expired or used ticket */
function spendTicket(core: AccountCore, ticket: TicketRef, clockMs: number): void {
  requireUnspent(core, ticket);
  accounts.recordUsedToken(core.sql, ticket.id, ticket.untilMs);
  core.wakeAt(clockMs + DAY_MS);
}

/** @throws AppError already_exists, failed_precondition */
function requireUnlinked(core: AccountCore, newIssuer: string): void {
  const all = links.loadLinks(core.sql);
  if (all.some(({ issuer }) => issuer === newIssuer))
    throw new AppError('already_exists', { reason: 'provider_linked' });
  if (all.length >= MAX_LINKS) throw new AppError('failed_precondition', { reason: 'too_many_links' });
}

/**
 * Step 1 of linking, by the session that asked for it. Fails with failed_precondition for a used ticket and past the limit,
 * already_exists for a second person of one provider.
 */
export function beginLink(
  core: AccountCore,
  caller: SessionCaller,
  ask: { ticket: TicketRef; digest: string; issuer: string },
): Result<LinkClaim> {
  return changeAs(core, caller, (_account, clockMs) => {
    requireUnspent(core, ask.ticket);
    if (links.loadLink(core.sql, ask.digest)) return { version: 0, isLinked: true };
    requireUnlinked(core, ask.issuer);
    return recordClaim(core, ask.digest, clockMs);
  });
}

/** Step 3: writes the link and notifies the owner. Fails as beginLink, since another link may be written: then the subject is free. */
export function writeLink(core: AccountCore, caller: SessionCaller, ask: LinkRequest): Result<{ linked: true }> {
  const done = changeAs(core, caller, (_account, clockMs): Result<{ linked: true }> => {
    const finished = finishClaim(core, ask, clockMs);
    if (!finished.ok) return finished;
    try {
      requireUnlinked(core, ask.link.issuer);
    } catch (error) {
      publishAddressLeft(core, ask.link.digest, ask.version, clockMs);
      return { ok: false, error: core.failure(error) };
    }
    links.insertLink(core.sql, ask.link);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return succeed({ linked: true });
  });
  return done.ok ? done.value : done;
}

/**
 * Ends the claim and uses the ticket. Fails with aborted when the claim was dropped since: the directory may have given the subject after
 * that, so it is free again, and the ticket stays. Call inside the transaction. @throws AppError failed_precondition for a used ticket
 */
export function finishClaim(core: AccountCore, { ticket, link, version }: LinkRequest, clockMs: number): Result<null> {
  requireUnspent(core, ticket);
  if (!dropClaim(core.sql, link.digest, version)) {
    publishAddressLeft(core, link.digest, version, clockMs);
    return fail('aborted', { reason: 'claim_over' });
  }
  spendTicket(core, ticket, clockMs);
  return succeed(null);
}

/**
 * Opens a session for a linked person, or asks for the second factor. Null for a subject that is not linked here any more. Fails with
 * failed_precondition for a used ticket, and as openSession: then the ticket is used.
 */
export function signInByProvider(
  core: AccountCore,
  ask: SessionRequest & { ticket: TicketRef; digest: string; label: string },
): Result<Session | SecondStep | null> {
  if (!core.exists()) return succeed(null);
  return commandWithRefusal(core, (clockMs) => {
    const account = accounts.loadAccount(core.sql);
    if (!account || !links.loadLink(core.sql, ask.digest)) return null;
    spendTicket(core, ask.ticket, clockMs);
    links.recordLinkUse(core.sql, ask.digest, ask.label, ask.nowMs);
    return openOrAsk(core, ask, account.epoch, clockMs);
  });
}

/**
 * Removes a link, ends every other session and notifies the owner: the person of the provider may have opened any of them. Fails with
 * not_found; failed_precondition for the last way to sign in.
 */
export async function removeLink(
  core: AccountCore,
  caller: SessionCaller,
  linkId: string,
  letter: MailEvent | null,
): Promise<Result<{ removed: true }>> {
  const done = changeAs(core, caller, (account, clockMs): { removed: true } => {
    const all = links.loadLinks(core.sql);
    const link = all.find((each) => each.linkId === linkId);
    if (!link) throw new AppError('not_found', { reason: 'no_such_link', messageKey: 'auth.provider.gone' });
    if (account.password === '' && all.length === 1 && loadPasskeys(core.sql).length === 0)
      throw new AppError('failed_precondition', { reason: 'last_way_in', messageKey: 'auth.provider.last' });
    links.deleteLink(core.sql, link.digest);
    publishAddressLeft(core, link.digest, nextVersion(core.sql), clockMs);
    detachSession(core.sql, caller.sessionId);
    for (const sessionId of activeSessionIds(core.sql, ''))
      if (sessionId !== caller.sessionId) endSessionTree(core, sessionId, account.epoch, clockMs);
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    return { removed: true };
  });
  // The subject is free when this returns, unless the directory cannot be reached now.
  await core.drain();
  return done;
}
