/** People of this installation, as grants need them: who has an address, and by which name a person invites. */
import { isAddressLike } from '#shared/auth/rules.ts';
import { isAppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { GrantPeople } from '../deps.ts';

export function makeGrantPeople(
  auth: Pick<AuthService, 'findPerson' | 'profile' | 'publicPerson' | 'emailOf'>,
): GrantPeople {
  return {
    async find(identifier) {
      try {
        return await auth.findPerson(identifier);
      } catch (error) {
        if (isAppError(error) && error.errorName === 'not_found') return '';
        throw error;
      }
    },
    async nameOf(caller) {
      const { name } = await auth.profile(caller);
      return isAddressLike(name) ? (await auth.publicPerson(caller.userId)).nickname : name;
    },
    async exists(userId) {
      const { nickname } = await auth.publicPerson(asUserId(userId));
      return nickname !== '' || (await auth.emailOf(userId)) !== '';
    },
  };
}
