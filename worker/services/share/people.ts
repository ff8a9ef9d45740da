/**
 * Public names of owners, at most a minute old: one look-up of the account for all who look at a link.
 */
import type { UserId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { AuthService, PublicPerson } from '#worker/services/auth/index.ts';

const KEEP_MS = MINUTE_MS;
const MAX_PEOPLE = 1_000;

export interface People {
  person(userId: UserId, nowMs: number): Promise<PublicPerson>;
}

export function makePeople(auth: Pick<AuthService, 'publicPerson'>): People {
  const known = new Map<string, { person: PublicPerson; untilMs: number }>();
  return {
    async person(userId, nowMs) {
      const kept = known.get(userId);
      if (kept && nowMs < kept.untilMs) return kept.person;
      const person = await auth.publicPerson(userId);
      known.delete(userId);
      known.set(userId, { person, untilMs: nowMs + KEEP_MS });
      const [oldest] = known.keys();
      if (known.size > MAX_PEOPLE && oldest !== undefined) known.delete(oldest);
      return person;
    },
  };
}
