/**
 * AccountObject of a new person of a provider. Making it has the three steps of a link (account-links.ts). An account whose making ended
 * between them has no way in: its person is offered it again, and the alarm erases it when its claim ends.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { eraseAccount } from '../closing/account-closing.ts';
import * as accounts from '../core/account.store.ts';
import { closingDigests, markWhole, saveClosingDigests } from '../core/account.store.ts';
import {
  type AccountCore,
  publishAddressLeft,
  publishPersonChanged,
  requireNoAccount,
  type Session,
  type SessionRequest,
} from '../core/account-core.ts';
import { allClaims, dropClaim, staleClaims } from '../core/claim.store.ts';
import { hasDevices } from '../core/device.store.ts';
import * as sessions from '../core/session.store.ts';
import { openOrAsk, type SecondStep } from '../factor/account-factors.ts';
import { loadPasskeys } from '../factor/store.ts';
import { CLAIM_LIFETIME_MS } from '../keys.ts';
import { roleOf } from '../person/role.store.ts';
import * as links from '../provider/links.store.ts';
import { finishClaim, type LinkClaim, type LinkRequest, recordClaim } from './account-links.ts';

/**
 * Whether nothing has ever opened the account, because its making ended after the first step. An account is erased for it, so each sign
 * of a person refutes it alone.
 */
function isHalfMade(core: AccountCore, account: accounts.AccountRow): boolean {
  // Set by the first step, removed by whatever opens the account (markWhole).
  if (closingDigests(core.sql).length === 0) return false;
  if (account.status !== 'ACTIVE' || account.password !== '' || roleOf(core.sql) !== '') return false;
  if (hasDevices(core.sql) || sessions.hasSessions(core.sql)) return false;
  return links.loadLinks(core.sql).length === 0 && loadPasskeys(core.sql).length === 0;
}

function claimOf(core: AccountCore, digest: string) {
  return allClaims(core.sql).find((claim) => claim.digest === digest);
}

/**
 * Makes the account of a new person, without a password: step 1 of its link. Goes on with an account that this step made before. Fails
 * with already_exists for any other.
 * @param ask.emailDigest  of its address, which is free again when the account is erased
 */
export function makeLinkedAccount(
  core: AccountCore,
  ask: { account: accounts.NewAccount; digest: string; emailDigest: string },
): Result<LinkClaim> {
  return core.command((clockMs) => {
    const found = accounts.loadAccount(core.sql);
    if (found && isHalfMade(core, found) && claimOf(core, ask.digest)) return recordClaim(core, ask.digest, clockMs);
    requireNoAccount(found);
    accounts.insertAccount(core.sql, ask.account);
    saveClosingDigests(core.sql, [ask.emailDigest]);
    publishPersonChanged(core, clockMs);
    return recordClaim(core, ask.digest, clockMs);
  });
}

/** Step 3 of a new account: writes its first link and opens its first session. Fails as openSession. */
export function openLinkedAccount(core: AccountCore, ask: LinkRequest & SessionRequest): Result<Session | SecondStep> {
  if (!core.exists()) return fail('user_not_exist');
  const done = core.command((clockMs): Result<Session | SecondStep> => {
    const account = accounts.loadAccount(core.sql);
    if (!account) throw new AppError('user_not_exist');
    const finished = finishClaim(core, ask, clockMs);
    if (!finished.ok) return finished;
    links.insertLink(core.sql, ask.link);
    markWhole(core.sql);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return succeed(openOrAsk(core, ask, account.epoch, clockMs));
  });
  return done.ok ? done.value : done;
}

/**
 * A person of a provider came back, and no link opens this account. Ends unfinished work with them: the claim of a link,
 * or a half-made account of another address.
 * @returns true for a half-made account of this address: it is theirs to finish
 */
export async function yieldToPerson(
  core: AccountCore,
  person: { digest: string; email: string },
): Promise<Result<boolean>> {
  if (!core.exists()) return succeed(false);
  const done = core.command((clockMs) => {
    const account = accounts.loadAccount(core.sql);
    const claim = claimOf(core, person.digest);
    if (!account || !claim) return false;
    const isHalf = isHalfMade(core, account);
    if (isHalf && account.email === person.email) return true;
    if (isHalf) eraseAccount(core, clockMs);
    else if (dropClaim(core.sql, claim.digest, claim.version))
      publishAddressLeft(core, claim.digest, claim.version, clockMs);
    return false;
  });
  // The subject is free when this returns, unless the directory cannot be reached now.
  await core.drain();
  return done;
}

/** Step of the alarm: erases a half-made account that its person has not come back to. */
export function dropHalfMade(core: AccountCore, nowMs: number): null {
  const account = accounts.loadAccount(core.sql);
  if (!account || !isHalfMade(core, account)) return null;
  const claims = allClaims(core.sql);
  if (claims.length === staleClaims(core.sql, nowMs - CLAIM_LIFETIME_MS).length)
    core.transaction(() => eraseAccount(core, nowMs));
  return null;
}
