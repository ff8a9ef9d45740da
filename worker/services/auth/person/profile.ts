/** The person's own profile on the wire, addresses masked, and its name. */

import type { Profile } from '#shared/auth/contract.ts';
import { cleanName } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { PersonData } from '../core/account-person.ts';
import type { AuthParts } from '../deps.ts';
import { maskEmail, maskPhone } from '../identifier/mask.ts';
import { ownPerson } from './own-person.ts';
import type { personPart } from './part.ts';
import { pictureUrl } from './picture-url.ts';
import { isOperator } from './role.ts';

function profileOf(parts: AuthParts, caller: Caller, person: PersonData): Profile {
  return {
    sub: caller.userId,
    name: person.name,
    picture: pictureUrl(parts, caller.userId, person.avatar),
    email: maskEmail(person.email),
    phone_number: maskPhone(person.phone),
    username: person.name.toLowerCase(),
    password: person.hasPassword ? 'SET' : '',
    status: person.status,
    created_at: wireTime(person.createdMs),
    password_updated_at: wireTime(person.passwordMs),
    providers: [],
  };
}

/** @throws AppError unauthenticated when the session has ended */
export async function profile(parts: AuthParts, caller: Caller): Promise<Profile> {
  return profileOf(parts, caller, await ownPerson(parts, caller));
}

export interface Visitor {
  readonly profile: Profile;
  readonly isOperator: boolean;
  /** The setting; undefined for none. */
  readonly setting: unknown;
}

/** The person of a page of the drive. @param setting  name of a setting that the page needs. @throws AppError unauthenticated */
export async function visitor(parts: AuthParts, caller: Caller, setting: string): Promise<Visitor> {
  const found = unwrap(await accountOf<typeof personPart>(parts, caller.userId).visitor(caller, setting));
  return {
    profile: profileOf(parts, caller, found.person),
    isOperator: isOperator(caller, found),
    setting: found.setting === null ? undefined : (JSON.parse(found.setting) as unknown),
  };
}

/** Changes the shown name; it is no sign-in name. @throws AppError invalid_argument for a name without letters, unauthenticated */
export async function rename(parts: AuthParts, input: { name: string }, caller: Caller): Promise<Profile> {
  await ownPerson(parts, caller);
  const name = cleanName(input.name, '');
  if (name === '')
    throw new AppError('invalid_argument', { reason: 'missing', field: 'name', messageKey: 'auth.account.name.empty' });
  unwrap(await accountOf<typeof personPart>(parts, caller.userId).rename(caller, name));
  return profile(parts, caller);
}
