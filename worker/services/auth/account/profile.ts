/** The person's own profile on the wire, addresses masked. */
import type { Profile } from '#shared/auth/contract.ts';
import { unwrap } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { maskEmail, maskPhone } from '../session/rules.ts';
import { pictureUrl } from './picture-url.ts';

/** @throws AppError unauthenticated when the session is over */
export async function profile(parts: AuthParts, caller: Caller): Promise<Profile> {
  const person = unwrap(
    await parts.accounts.getByName(caller.userId).ownPerson({ familyId: caller.familyId, epoch: caller.epoch }),
  );
  return {
    sub: caller.userId,
    name: person.name,
    picture: pictureUrl(parts, caller.userId, person.avatar),
    email: maskEmail(person.email),
    phone_number: maskPhone(person.phone),
    username: person.name.toLowerCase(),
    password: 'SET',
    status: person.status,
    created_at: wireTime(person.createdMs),
    password_updated_at: wireTime(person.passwordMs),
    providers: [],
  };
}
