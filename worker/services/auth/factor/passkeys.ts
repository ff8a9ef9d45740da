/** Lists, renames and removes the passkeys of a person. */

import type { Passkey } from '#shared/auth/factor.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import type { factorPart } from './part.ts';
import { cleanPasskeyName } from './passkey-name.ts';
import type { PasskeyRow } from './store.ts';

export function passkeyOnWire(row: PasskeyRow): Passkey {
  return {
    id: row.passkeyId,
    name: row.name,
    created_at: wireTime(row.createdMs),
    last_used_at: wireTime(row.usedMs),
    synced: row.synced,
  };
}

/** @throws AppError unauthenticated */
export async function passkeys(parts: AuthParts, caller: Caller): Promise<readonly Passkey[]> {
  return unwrap(await accountOf<typeof factorPart>(parts, caller.userId).passkeys(caller)).map(passkeyOnWire);
}

/** @throws AppError unauthenticated, invalid_argument for an empty name, not_found */
export async function renamePasskey(
  parts: AuthParts,
  caller: Caller,
  input: { id: string; name: string },
): Promise<Passkey> {
  const name = cleanPasskeyName(input.name);
  if (name === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'name' });
  return passkeyOnWire(
    unwrap(await accountOf<typeof factorPart>(parts, caller.userId).renamePasskey(caller, input.id, name)),
  );
}

/** Notifies the owner by mail. @throws AppError unauthenticated, as readSudo, not_found */
export async function removePasskey(
  parts: AuthParts,
  caller: Caller,
  input: { id: string; sudoToken: string },
  call: CallContext,
): Promise<void> {
  const account = accountOf<typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  await readSudo(parts, input.sudoToken, caller);
  const letter = await noticeTo(parts, state, { kind: 'passkey-removed' }, call);
  unwrap(await account.removePasskey(caller, input.id, letter));
}
