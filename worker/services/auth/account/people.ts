/**
 * What this isolate has read of people and may repeat for a minute: public name and premium. Never anything a sign-in rests on.
 */
import { unwrap } from '#shared/errors.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { AccountObject } from '../account.object.ts';
import type { AuthParts } from '../deps.ts';
import { PERSON_CACHE_MS } from '../keys.ts';
import type { PersonData } from './account-person.ts';

/** 5,000 people of some 300 bytes: 1.5 MB an isolate. */
const MAX_PEOPLE = 5_000;

export function makePeople(accounts: DurableObjectNamespace<AccountObject>, clock: Clock): AuthParts['people'] {
  const known = new Map<string, { untilMs: number; person: PersonData }>();

  return {
    async person(userId) {
      const entry = known.get(userId);
      if (entry && clock.nowMs() < entry.untilMs) return entry.person;
      const person = unwrap(await accounts.getByName(userId).person());
      known.delete(userId);
      // An account that is missing may be made any moment; only what was found is believed for a minute.
      if (person === null) return null;
      if (known.size >= MAX_PEOPLE) {
        const [oldest] = known.keys();
        if (oldest !== undefined) known.delete(oldest);
      }
      known.set(userId, { untilMs: clock.nowMs() + PERSON_CACHE_MS, person });
      return person;
    },
  };
}
