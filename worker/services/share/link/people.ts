/**
 * Public names of owners, at most a minute old: one look-up for all who look at a link. A person who has chosen no name for
 * links is shown by a masked one.
 */
import type { UserId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { AuthService, PublicPerson } from '#worker/services/auth/index.ts';

const KEEP_MS = MINUTE_MS;
const MAX_PEOPLE = 1_000;

export interface People {
  person(userId: UserId, nowMs: number): Promise<PublicPerson>;
  /** The person has chosen another name. */
  forget(userId: UserId): void;
}

/** @param senderName  the name a person chose for links; '' for none */
export function makePeople(
  auth: Pick<AuthService, 'publicPerson'>,
  senderName: (userId: UserId) => Promise<string>,
): People {
  const known = new Map<string, { person: PublicPerson; untilMs: number }>();
  return {
    async person(userId, nowMs) {
      const kept = known.get(userId);
      if (kept && nowMs < kept.untilMs) return kept.person;
      const [masked, chosen] = await Promise.all([auth.publicPerson(userId), senderName(userId)]);
      const person = chosen === '' ? masked : { ...masked, nickname: chosen };
      known.delete(userId);
      known.set(userId, { person, untilMs: nowMs + KEEP_MS });
      const [oldest] = known.keys();
      if (known.size > MAX_PEOPLE && oldest !== undefined) known.delete(oldest);
      return person;
    },
    forget: (userId) => void known.delete(userId),
  };
}
