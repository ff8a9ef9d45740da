/**
 * Links that an operator gives by hand: for an account of an address, whatever the rules of signing up, and for a new password where
 * this server can send no code. The callers have authorised the operator and noted the act.
 * @source docs/decisions/0323-links-that-operators-give.md
 */

import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { href } from '#shared/routes.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { VerifiedToken } from '#worker/services/shield/index.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import type { PersonLink } from '../directory/given-links.store.ts';
import { maskEmail, maskPhone } from '../identifier/mask.ts';
import { type Address, type AddressInput, readAddress } from '../identifier/read-address.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { channelTo } from '../person/notice.ts';
import type { DeskAccount } from './account-acts.ts';
import { requireAccount } from './acts.ts';
import type { operatorsPart } from './part.ts';
import { requireNotWithdrawn } from './withdrawn.ts';

/** Purpose of a token that opens an account for an address without a code. It signs no one in. */
export const VOUCHED_SIGN_UP = 'operator-sign-up';
/** Seven days: an invitation is read at leisure. */
const SIGN_UP_LINK_SECONDS = 7 * 86_400;
/** A day: the operator hands it over at once. */
const RESET_LINK_SECONDS = 86_400;

type Parts = Pick<AuthParts, 'shield' | 'keyring' | 'directory' | 'accounts' | 'appOrigin'>;

interface Kind extends Pick<PersonLink, 'purpose' | 'digest' | 'userId'> {
  readonly seconds: number;
  readonly next?: string;
  readonly again?: { readonly id: string; readonly untilMs: number };
}

async function linkTo(
  { shield, appOrigin }: Pick<Parts, 'shield' | 'appOrigin'>,
  page: 'auth.sign-up' | 'auth.reset',
  { subject, email, phone }: Pick<Address, 'subject' | 'email' | 'phone'>,
  { purpose, seconds, digest, userId, next = '', again }: Kind,
): Promise<PersonLink> {
  const { verificationToken, id, untilMs } = await shield.vouch({
    subject,
    purpose,
    seconds,
    ...(again ? { again } : {}),
  });
  const query = new URLSearchParams(email === '' ? { phone } : { email });
  query.set('link', verificationToken);
  if (next !== '') query.set('next', next);
  const url = `${appOrigin}${href(page)}?${query}`;
  return { url, to: maskEmail(email) || maskPhone(phone), untilMs, id, purpose, digest, userId };
}

/**
 * A link that opens an account for an address once, also where signing up is closed.
 * @param input.next  path of this site that the sign-up leads to; absent: the drive
 * @throws AppError invalid_argument; already_exists for the address of an account
 */
export async function signUpLink(parts: Parts, input: AddressInput & { next?: string }): Promise<PersonLink> {
  const address = readAddress(input);
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, address.subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  if (userId !== null && unwrap(await accountOf<typeof corePart>(parts, userId).person()) !== null)
    throw new AppError('already_exists', { reason: 'account_exists', field: address.field });
  return linkTo(parts, 'auth.sign-up', address, {
    purpose: VOUCHED_SIGN_UP,
    seconds: SIGN_UP_LINK_SECONDS,
    digest,
    userId: '',
    ...(input.next === undefined ? {} : { next: input.next }),
  });
}

/** The address of a link for a new account that was made before, and is stored. */
export async function sameSignUpLink(
  parts: Pick<Parts, 'shield' | 'appOrigin'>,
  email: string,
  again: { readonly id: string; readonly untilMs: number },
): Promise<string> {
  const kind = { purpose: VOUCHED_SIGN_UP, seconds: SIGN_UP_LINK_SECONDS, digest: '', userId: '', again };
  return (await linkTo(parts, 'auth.sign-up', readAddress({ email }), kind)).url;
}

/**
 * A link to choose a new password, for a person whom no code reaches.
 * @throws AppError not_found; failed_precondition `codes_reach` where this server can send a code: an operator must not be able to
 * enter the account then; `no_way_back` for an account without an address
 */
export async function resetLink(parts: Parts & Pick<AuthParts, 'mail'>, userId: UserId): Promise<PersonLink> {
  const account = await requireAccount(parts, userId);
  const { email, phone } = account;
  if (channelTo(parts.mail, account) !== null) throw new AppError('failed_precondition', { reason: 'codes_reach' });
  if (email === '' && phone === '') throw new AppError('failed_precondition', { reason: 'no_way_back' });
  const address = readAddress({ email, phone });
  return linkTo(parts, 'auth.reset', address, {
    purpose: resetPurpose(account),
    seconds: RESET_LINK_SECONDS,
    userId,
    digest: toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, address.subject)),
  });
}

/** Another password ends every link that was made before it. */
export const resetPurpose = ({ passwordMs }: Pick<DeskAccount, 'passwordMs'>): string => `operator-reset.${passwordMs}`;

/**
 * The token of a link for a new password.
 * @throws AppError invalid_verification_code, also after another password and for a person who has become an operator;
 * expired_verification_code
 */
export async function readResetLink(
  parts: Pick<Parts, 'shield' | 'keyring' | 'directory' | 'accounts'>,
  { token, subject }: { token: string; subject: string },
): Promise<VerifiedToken> {
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, subject));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  const account = userId === null ? null : unwrap(await accountOf<typeof operatorsPart>(parts, userId).deskAccount());
  const purposes = account && account.role === '' ? [resetPurpose(account)] : [];
  return parts.shield.readVerified({ token, subject, purposes });
}

/** Whether an operator vouches for the address. @throws AppError of a token that ended */
export async function isVouchedFor(
  { shield }: Pick<Parts, 'shield'>,
  { subject, verificationToken }: { subject: string; verificationToken: string },
): Promise<boolean> {
  try {
    await shield.readVerified({ token: verificationToken, subject, purposes: [VOUCHED_SIGN_UP] });
    return true;
  } catch (error) {
    if (isAppError(error) && error.errorName === 'invalid_verification_code') return false;
    throw error;
  }
}

/** Whether the link of a page still opens its form. */
export async function isLinkOpen(
  parts: Pick<Parts, 'shield' | 'keyring' | 'directory' | 'accounts'>,
  input: AddressInput & { page: 'sign-up' | 'reset'; token: string },
): Promise<boolean> {
  const { page, token } = input;
  try {
    const { subject } = readAddress(input);
    const { id } =
      page === 'sign-up'
        ? await parts.shield.readVerified({ token, subject, purposes: [VOUCHED_SIGN_UP] })
        : await readResetLink(parts, { token, subject });
    await requireNotWithdrawn(parts, id);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
