/**
 * An account that the server makes without a code to its address: the first operator's, before any mail can be sent. Only the
 * command line and the deployment ask for it; an account that exists stays as it is.
 */
import { cleanName } from '#shared/auth/rules.ts';
import { unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { readEmail } from '../address/read-email.ts';
import type { AuthParts } from '../deps.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { checkPassword } from '../password/check-password.ts';
import { normaliseIdentifier } from '../session/rules.ts';

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
  checkPassword(input.password, email, 'password');
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(email)));
  // The address is given first, for good: after a crash between the two the next call goes on with its id.
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).reserve(digest, newWireId()));
  const account = parts.accounts.getByName(userId);
  const isNew = unwrap(await account.person()) === null;
  if (isNew)
    unwrap(
      await account.create({
        name: cleanName(input.name, email),
        email,
        phone: '',
        avatar: '',
        premium: false,
        password: await parts.passwords.hash(input.password),
        createdMs: nowMs,
      }),
    );
  return { person: isNew ? 'made' : 'found' };
}
