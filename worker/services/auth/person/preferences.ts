/** Settings that clients store for a person: read by name, written by name, bounded in number and size. */

import { MAX_SETTING_CHARS } from '#shared/auth/preferences.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { personPart } from './part.ts';

type AccountsOnly = Pick<AuthParts, 'accounts'>;

/**
 * @param names  joined by `|`; '' means all
 * @throws AppError unauthenticated
 */
export async function readPreferences(
  parts: AccountsOnly,
  names: readonly string[],
  caller: Caller,
): Promise<Record<string, unknown>> {
  const rows = unwrap(await accountOf<typeof personPart>(parts, caller.userId).preferences(caller));
  const wanted = new Set(names.flatMap((name) => name.split('|')).filter(Boolean));
  const chosen = rows.filter(({ name }) => wanted.size === 0 || wanted.has(name));
  return Object.fromEntries(chosen.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
}

/** @throws AppError unauthenticated; invalid_argument for a value that is too long, or for too many settings */
export async function writePreferences(
  parts: AccountsOnly,
  items: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<void> {
  const changes = Object.entries(items).map(([name, value]) => ({
    name,
    value: value === null ? null : JSON.stringify(value),
  }));
  const tooLong = changes.find(({ value }) => value !== null && value.length > MAX_SETTING_CHARS);
  if (tooLong) throw new AppError('invalid_argument', { reason: 'too_long', field: `items.${tooLong.name}` });
  unwrap(await accountOf<typeof personPart>(parts, caller.userId).savePreferences(caller, changes));
}
