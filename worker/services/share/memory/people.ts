/**
 * Public names of owners, cached for a minute: one look-up for all visitors of a link. A person who has chosen no name for links
 * is shown by a masked one.
 */
import type { UserId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { AuthService, PublicPerson } from '#worker/services/auth/index.ts';

const NAME_TTL_MS = MINUTE_MS;
const MAX_PEOPLE = 1_000;

export interface People {
  person(userId: UserId, nowMs: number): Promise<PublicPerson>;
  /** The person has chosen another name. */
  forget(userId: UserId): void;
}

/** @param publicName  the name by which strangers know the person; '' for a masked one */
export function makePeople(
  auth: Pick<AuthService, 'publicPerson'>,
  publicName: (userId: UserId) => Promise<string>,
): People {
  const cache = new Map<string, { person: PublicPerson; untilMs: number }>();
  return {
    async person(userId, nowMs) {
      const cached = cache.get(userId);
      if (cached && nowMs < cached.untilMs) return cached.person;
      const [masked, chosen] = await Promise.all([auth.publicPerson(userId), publicName(userId)]);
      const person = chosen === '' ? masked : { ...masked, nickname: chosen };
      cache.delete(userId);
      cache.set(userId, { person, untilMs: nowMs + NAME_TTL_MS });
      const [oldest] = cache.keys();
      if (cache.size > MAX_PEOPLE && oldest !== undefined) cache.delete(oldest);
      return person;
    },
    forget: (userId) => void cache.delete(userId),
  };
}
