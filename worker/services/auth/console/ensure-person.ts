/**
 * An account that the server makes without a code to its address: the first operator's, before any mail can be sent. Only the
 * command line and the deployment ask for it; an account that exists stays as it is.
 */

import { cleanName } from '#shared/auth/rules.ts';
import { fail, unwrap } from '#shared/errors.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { readEmail } from '../identifier/read-email.ts';
import { makeUnderIdentifier } from '../identifier/reserved-identifier.ts';
import { ACCOUNT_ENDED, directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { checkPassword } from '../password/check-password.ts';

export interface PersonToEnsure {
  readonly email: string;
  readonly name: string;
  /** Of a new account; changes nothing of one that exists. */
  readonly password: string;
}

/** @throws AppError invalid_argument, invalid_password */
export async function ensurePerson(
  parts: AuthParts,
  input: PersonToEnsure,
  nowMs: number,
): Promise<{ person: 'found' | 'made' }> {
  const email = readEmail(input.email);
  const own = { password: input.password, address: email, name: input.name };
  await checkPassword(parts, own, 'password', { locale: DEFAULT_LOCALE });
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(email)));
  const { userId: holderId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  if (holderId !== null && unwrap(await accountOf<typeof corePart>(parts, holderId).person()) !== null)
    return { person: 'found' };
  const password = await parts.passwords.hash(input.password);
  const { made } = await makeUnderIdentifier(parts, digest, async (id) => {
    const created = await accountOf<typeof corePart>(parts, id).create({
      name: cleanName(input.name, email),
      email,
      phone: '',
      avatar: '',
      premium: false,
      password,
      createdMs: nowMs,
    });
    return created.ok && created.value.isEnded ? fail('already_exists', { reason: ACCOUNT_ENDED }) : created;
  });
  return { person: unwrap(made).created ? 'made' : 'found' };
}
