/** Makes, lists and ends app passwords. */
import type { AppPassword } from '#shared/auth/app-password.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { isWireId } from '#shared/ids.ts';
import { DAY_MS, wireTime } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import type { SessionCaller } from '../core/account-core.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { factorPart } from '../factor/part.ts';
import { cleanPasskeyName } from '../factor/passkey-name.ts';
import { noticeTo } from '../person/notice.ts';
import type { appPasswordPart } from './part.ts';
import type { AppPasswordRow } from './store.ts';
import { newAppPassword } from './text.ts';

function onWire(row: AppPasswordRow): AppPassword {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    folder_id: row.folderId,
    created_at: wireTime(row.createdMs),
    ends_at: wireTime(row.endsMs),
    last_used_at: wireTime(row.usedMs),
    last_used_by: row.usedBy,
    last_used_from: row.usedFrom,
  };
}

/** Newest first. @throws AppError unauthenticated */
export async function appPasswords(
  parts: Pick<AuthParts, 'accounts'>,
  caller: Caller,
): Promise<readonly AppPassword[]> {
  return unwrap(await accountOf<typeof appPasswordPart>(parts, caller.userId).appPasswords(caller)).map(onWire);
}

export interface AppPasswordRequest {
  readonly sudoToken: string;
  readonly name: string;
  readonly scope: 'read' | 'write';
  /** '' for the whole drive. A folder that does not exist shows the program nothing. */
  readonly folderId: string;
  /** 0 for no end. */
  readonly endsInDays: number;
}

/**
 * Makes a password for a caller who has shown the password of the account, and notifies the owner. Returns once the drive accepts it; its
 * text is stored nowhere.
 * @throws AppError unauthenticated, invalid_argument, failed_precondition past the limit, unavailable
 */
export async function addAppPassword(
  parts: Pick<AuthParts, 'accounts' | 'keyring' | 'mail'>,
  caller: SessionCaller & { readonly userId: string },
  { name, scope, folderId, endsInDays }: Omit<AppPasswordRequest, 'sudoToken'>,
  call: Pick<CallContext, 'locale' | 'nowMs'>,
): Promise<{ appPassword: AppPassword; text: string }> {
  const named = cleanPasskeyName(name);
  if (named === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'name' });
  if (folderId !== '' && !isWireId(folderId))
    throw new AppError('invalid_argument', { reason: 'id', field: 'folder_id' });
  const account = accountOf<typeof appPasswordPart & typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  const { text, id, hash } = await newAppPassword(parts.keyring, caller.userId);
  const row = unwrap(
    await account.addAppPassword(caller, {
      password: { id, hash, name: named, scope, folderId, usedMs: 0, usedBy: '', usedFrom: '' },
      lifeMs: endsInDays * DAY_MS,
      letter: await noticeTo(parts, state, { kind: 'app-password-made' }, call),
    }),
  );
  return { appPassword: onWire(row), text };
}

/** @throws AppError as readSudo and addAppPassword */
export async function makeAppPassword(
  parts: Pick<AuthParts, 'accounts' | 'keyring' | 'clock' | 'mail'>,
  caller: Caller,
  { sudoToken, ...request }: AppPasswordRequest,
  call: CallContext,
): Promise<{ appPassword: AppPassword; text: string }> {
  // An ended session gets that answer, whatever else it sends.
  unwrap(await accountOf<typeof appPasswordPart>(parts, caller.userId).appPasswords(caller));
  await readSudo(parts, sudoToken, caller);
  return addAppPassword(parts, caller, request, call);
}

/** Returns once the drive refuses it. @throws AppError unauthenticated, not_found, unavailable */
export async function endAppPassword(parts: Pick<AuthParts, 'accounts'>, caller: Caller, id: string): Promise<void> {
  unwrap(await accountOf<typeof appPasswordPart>(parts, caller.userId).endAppPassword(caller, id));
}
