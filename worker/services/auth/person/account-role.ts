/** The role of AccountObject. */
import { fail, type Result } from '#shared/errors.ts';
import * as accounts from '../core/account.store.ts';
import { markWhole } from '../core/account.store.ts';
import { type AccountCore, askAs, publishPersonChanged, type SessionCaller } from '../core/account-core.ts';
import { type PersonData, personOf } from '../core/account-person.ts';
import { isAssuredSession } from '../core/parent.store.ts';
import { loadPreference } from './preferences.store.ts';
import { type Role, roleOf, saveRole } from './role.store.ts';

export interface VisitorData {
  readonly person: PersonData;
  readonly role: Role;
  readonly isAssured: boolean;
  /** JSON; null for none. */
  readonly setting: string | null;
}

/** The role of the person, and whether the session may use it: the session must be active. */
export function ownRole(core: AccountCore, caller: SessionCaller): Result<{ role: Role; isAssured: boolean }> {
  return askAs(core, caller, () => ({
    role: roleOf(core.sql),
    isAssured: isAssuredSession(core.sql, caller.sessionId),
  }));
}

/** Facts of the person for a page of the drive, in one call. @param setting  name of a setting that the page needs */
export function loadVisitor(core: AccountCore, caller: SessionCaller, setting: string): Result<VisitorData> {
  return askAs(core, caller, (account) => ({
    person: personOf(account),
    role: roleOf(core.sql),
    isAssured: isAssuredSession(core.sql, caller.sessionId),
    setting: loadPreference(core.sql, setting),
  }));
}

/** Called by the server only. Fails with not_found without an account. */
export function setRole(core: AccountCore, role: Role): Result<null> {
  if (!core.exists() || accounts.loadAccount(core.sql) === null) return fail('not_found');
  return core.command((clockMs) => {
    saveRole(core.sql, role);
    markWhole(core.sql);
    publishPersonChanged(core, clockMs);
    return null;
  });
}
