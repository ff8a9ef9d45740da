/** People of this installation, as grants need them: who has an address, and by which name a person invites. */
import { isAppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { GrantPeople } from '../deps.ts';

/** The name that a person chose; '' for a masked one. Undecided: the person was never asked. */
type PublicNameOf = (userId: string) => Promise<{ readonly nickname: string; readonly isDecided: boolean }>;

/** @param publicNameOf  of share, which calls drive and not the other way */
export function makeGrantPeople(
  auth: Pick<AuthService, 'findPerson' | 'proposedName' | 'publicPerson' | 'emailOf'>,
  publicNameOf: PublicNameOf,
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
      const [{ nickname, isDecided }, proposed] = await Promise.all([
        publicNameOf(caller.userId),
        auth.proposedName(caller),
      ]);
      // The page shows it before it invites. A person who stays masked is masked here too.
      const name = isDecided ? nickname : proposed.name;
      return name === '' ? (await auth.publicPerson(caller.userId)).nickname : name;
    },
    async exists(userId) {
      const { nickname } = await auth.publicPerson(asUserId(userId));
      return nickname !== '' || (await auth.emailOf(userId)) !== '';
    },
  };
}
