/**
 * Changes the e-mail address or the number of an account: stores a claim, claims at the directory, writes the address. The same
 * call continues an unfinished change; else the account's alarm drops it.
 */

import type { Profile } from '#shared/auth/contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf } from '../identifier/holder.ts';
import { type Address, readAddress } from '../identifier/read-address.ts';
import { directoryObjectName, UNDO_PURPOSE, UNDO_TTL_MS } from '../keys.ts';
import { letterTo, noticeTo } from '../person/notice.ts';
import { ownPerson } from '../person/own-person.ts';
import { profile } from '../person/profile.ts';
import { sealTicket } from '../token/ticket.ts';
import type { AddressKind } from './account-addresses.ts';
import type { addressPart } from './part.ts';

export interface AddressChange {
  readonly sudoToken: string;
  /** A new e-mail address, or a number that `readPhone` reads. */
  readonly address: string;
  /** Of a code with the usage `change-email` or `change-phone`. */
  readonly verificationToken: string;
}

function taken(kind: AddressKind): AppError {
  return new AppError('already_exists', {
    reason: 'identifier_taken',
    field: kind === 'email' ? 'email' : 'phone_number',
    messageKey: kind === 'email' ? 'auth.account.email.taken' : 'auth.account.phone.taken',
  });
}

async function makeLetter(
  parts: AuthParts,
  change: { kind: AddressKind; userId: string; email: string; phone: string; version: number; movedTo: string },
  call: CallContext,
): Promise<MailEvent | null> {
  const { kind, userId, email, phone, version, movedTo } = change;
  if (kind === 'phone') return noticeTo(parts, { email, phone }, { kind: 'phone-changed' }, call);
  if (email === '') return null;
  const life = { ttlSeconds: UNDO_TTL_MS / SECOND_MS, nowMs: parts.clock.nowMs() };
  const ticket = await sealTicket(parts.keyring, UNDO_PURPOSE, { userId, email, phone, version }, life);
  return letterTo(
    parts,
    { email, phone: '' },
    { kind: 'email-changed', path: `${href('account.undo')}?token=${ticket}`, movedTo },
    call,
  );
}

/** Claims an address at the directory; the account has stored the claim. @throws AppError already_exists */
export async function claimAddress(
  parts: Pick<AuthParts, 'accounts' | 'directory'>,
  claim: { kind: AddressKind; userId: string; digest: string; version: number },
): Promise<void> {
  const { kind, userId, digest, version } = claim;
  const claimed = await parts.directory.getByName(directoryObjectName(digest)).claim(digest, userId, version);
  if (claimed.ok) return;
  unwrap(await accountOf<typeof addressPart>(parts, userId).dropClaim(digest, version));
  if (claimed.error.name === 'already_exists') throw taken(kind);
  unwrap(claimed);
}

/**
 * Notifies the old address with a link to undo, or for a number the owner by mail. A repeat changes nothing.
 * @throws AppError as readSudo; invalid_argument, invalid_verification_code, expired_verification_code, already_exists, aborted
 */
export async function changeAddress(
  parts: AuthParts,
  kind: AddressKind,
  input: AddressChange,
  caller: Caller,
  call: CallContext,
): Promise<Profile> {
  const { userId } = caller;
  const person = await ownPerson(parts, caller);
  await readSudo(parts, input.sudoToken, caller);
  const address: Address = readAddress(kind === 'email' ? { email: input.address } : { phone: input.address });
  if (address.field !== (kind === 'email' ? 'email' : 'phone_number'))
    throw new AppError('invalid_argument', { reason: 'missing', field: 'phone_number' });
  const token = await parts.shield.readVerified({
    token: input.verificationToken,
    subject: address.subject,
    purposes: [kind === 'email' ? 'change-email' : 'change-phone'],
  });
  const account = accountOf<typeof addressPart>(parts, userId);
  const digest = await digestOf(parts, address.to);
  // The current address: an unfinished claim would release it.
  if (digest === (await digestOf(parts, person[kind]))) return profile(parts, caller);
  const begun = unwrap(await account.beginClaim(caller, digest));
  await claimAddress(parts, { kind, userId, digest, version: begun.version });
  const written = await account.writeAddress(caller, {
    kind,
    token,
    digest,
    version: begun.version,
    address: address.to,
    old: begun[kind],
    oldDigest: await digestOf(parts, begun[kind]),
    letter: await makeLetter(parts, { kind, userId, ...begun, movedTo: address.to }, call),
  });
  if (!written.ok) unwrap(await account.dropClaim(digest, begun.version));
  unwrap(written);
  return profile(parts, caller);
}

/** @throws AppError as readSudo; failed_precondition when the number is the only address */
export async function removePhone(
  parts: AuthParts,
  input: { sudoToken: string },
  caller: Caller,
  call: CallContext,
): Promise<Profile> {
  const { phone, email } = await ownPerson(parts, caller);
  await readSudo(parts, input.sudoToken, caller);
  const account = accountOf<typeof addressPart>(parts, caller.userId);
  const letter = await noticeTo(parts, { email, phone }, { kind: 'phone-changed' }, call);
  unwrap(await account.removePhone(caller, { phone, digest: await digestOf(parts, phone), letter }));
  return profile(parts, caller);
}
