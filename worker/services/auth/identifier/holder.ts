/** The digest of an identifier, and the person whom the directory names for it. */
import { unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { AuthParts } from '../deps.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import { normaliseIdentifier } from './identifier.ts';

/** '' for no address. */
export async function digestOf(parts: Pick<AuthParts, 'keyring'>, address: string): Promise<string> {
  return address === '' ? '' : toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(address)));
}

export async function holderOf({ directory }: Pick<AuthParts, 'directory'>, digest: string): Promise<string | null> {
  return unwrap(await directory.getByName(directoryObjectName(digest)).lookup(digest)).userId;
}
