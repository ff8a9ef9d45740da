/** Public names of people, cached in this isolate for a minute. Never used by a sign-in. */

import { unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { accountOf } from '../core/account-part.ts';
import type { LetterBox, PersonData } from '../core/account-person.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { maskName } from '../identifier/mask.ts';
import { PERSON_CACHE_MS } from '../keys.ts';
import { pictureUrl } from './picture-url.ts';

/** 5,000 people of some 300 bytes: 1.5 MB an isolate. */
const MAX_PEOPLE = 5_000;

export interface PublicPerson {
  readonly userId: UserId;
  /** Masked for strangers: the first two letters and the last around `**`. */
  readonly nickname: string;
  readonly avatar: string;
}

/** At most a minute stale. Blank for an unknown user. */
export async function publicPerson(
  parts: Pick<AuthParts, 'people' | 'contentOrigin' | 'appOrigin'>,
  userId: UserId,
): Promise<PublicPerson> {
  const person = await parts.people.person(userId);
  const avatar = pictureUrl(parts, userId, person?.avatar ?? '');
  return { userId, nickname: maskName(person?.name ?? ''), avatar };
}

/** Mail address of an account, at most a minute stale; '' for an unknown user and for an account without one. */
export async function emailOf({ people }: Pick<AuthParts, 'people'>, userId: string): Promise<string> {
  return (await people.person(userId))?.email ?? '';
}

/** Address and language for a letter to a person; null for an unknown user and for an account without an address. */
export async function letterBoxOf(
  { accounts }: Pick<AuthParts, 'accounts'>,
  userId: string,
): Promise<LetterBox | null> {
  return unwrap(await accountOf<typeof corePart>({ accounts }, userId).letterBox());
}

export function makePeople(accounts: AuthParts['accounts'], clock: Clock): AuthParts['people'] {
  const cached = new Map<string, { untilMs: number; person: PersonData }>();

  return {
    async person(userId) {
      const entry = cached.get(userId);
      if (entry && clock.nowMs() < entry.untilMs) return entry.person;
      const person = unwrap(await accountOf<typeof corePart>({ accounts }, userId).person());
      cached.delete(userId);
      // A missing account may be created at any moment: only existing ones are cached.
      if (person === null) return null;
      if (cached.size >= MAX_PEOPLE) {
        const [oldest] = cached.keys();
        if (oldest !== undefined) cached.delete(oldest);
      }
      cached.set(userId, { untilMs: clock.nowMs() + PERSON_CACHE_MS, person });
      return person;
    },
  };
}
