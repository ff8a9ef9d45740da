/** Name, picture and preferences of AccountObject. */

import { MAX_SETTINGS } from '#shared/auth/preferences.contract.ts';
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { type AccountCore, askAs, changeAs, publishPersonChanged, type SessionCaller } from '../core/account-core.ts';
import * as preferences from './preferences.store.ts';
import * as persons from './store.ts';

export function renamePerson(core: AccountCore, caller: SessionCaller, name: string): Result<{ name: string }> {
  return changeAs(core, caller, (_account, clockMs) => {
    persons.setName(core.sql, name);
    publishPersonChanged(core, clockMs);
    return { name };
  });
}

/** @param picture  null removes it */
export function setPicture(
  core: AccountCore,
  caller: SessionCaller,
  picture: persons.PictureRow | null,
): Result<{ hash: string }> {
  return changeAs(core, caller, () => {
    persons.savePicture(core.sql, picture);
    return { hash: picture?.hash ?? '' };
  });
}

/** Null unless it is the current picture. */
export function loadPicture(core: AccountCore, hash: string): Result<persons.PictureRow | null> {
  const picture = core.exists() ? persons.loadPicture(core.sql) : null;
  return succeed(picture && picture.hash === hash ? picture : null);
}

export function listPreferences(
  core: AccountCore,
  caller: SessionCaller,
): Result<readonly preferences.PreferenceRow[]> {
  return askAs(core, caller, () => preferences.loadPreferences(core.sql));
}

/** All or none. @param changes  a null value removes. Fails with invalid_argument past MAX_SETTINGS */
export function savePreferences(
  core: AccountCore,
  caller: SessionCaller,
  changes: readonly { readonly name: string; readonly value: string | null }[],
): Result<Record<never, never>> {
  return changeAs(core, caller, () => {
    for (const { name, value } of changes)
      if (value === null) preferences.deletePreference(core.sql, name);
      else preferences.savePreference(core.sql, { name, value });
    if (preferences.countPreferences(core.sql) > MAX_SETTINGS)
      throw new AppError('invalid_argument', { reason: 'too_many', field: 'items' });
    return {};
  });
}
