/**
 * Makes an account under the id that the directory gives its identifier. Between the two calls a process may end: the directory's event
 * auth.identifier-reserved then frees the identifier, and until then the next sign-up of it continues with the id.
 */
import { type Result, unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { AuthParts } from '../deps.ts';
import { ACCOUNT_ENDED, directoryObjectName } from '../keys.ts';

/** An id that ended under a call is replaced once. */
const MOST_IDS = 2;

/** The identifier of an account that was erased or never made is free. The id of an account that lives must not be given. */
export async function freeIdentifier(
  { directory }: Pick<AuthParts, 'directory'>,
  digest: string,
  userId: string,
): Promise<void> {
  unwrap(await directory.getByName(directoryObjectName(digest)).forget(digest, userId, Number.MAX_SAFE_INTEGER));
}

/**
 * @param digest  of the identifier
 * @param make  makes the account of this id, or fails with already_exists; reason ACCOUNT_ENDED: another id is tried
 */
export async function makeUnderIdentifier<T>(
  parts: Pick<AuthParts, 'directory'>,
  digest: string,
  make: (userId: string) => Promise<Result<T>>,
): Promise<{ userId: string; made: Result<T> }> {
  const directory = parts.directory.getByName(directoryObjectName(digest));
  for (let ids = 1; ; ids += 1) {
    const { userId } = unwrap(await directory.reserve(digest, newWireId()));
    const made = await make(userId);
    if (made.ok || made.error.detail?.reason !== ACCOUNT_ENDED || ids === MOST_IDS) return { userId, made };
    await freeIdentifier(parts, digest, userId);
  }
}
