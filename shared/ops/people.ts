/** Acts of operators on a person. */
import { PERSON_ACT_RIGHTS } from '#shared/operator-rights.ts';

export type PersonActKind = keyof typeof PERSON_ACT_RIGHTS;
export const PERSON_ACTS = Object.keys(PERSON_ACT_RIGHTS) as PersonActKind[];

/** A role, chosen like a status. */
export const OPERATORS_ONLY = 'OPERATOR';

/** Statuses of accounts that the list of people can be narrowed to, and operators alone. */
export const PERSON_FILTERS = ['ACTIVE', 'BLOCKED', 'FROZEN', 'CLOSING', OPERATORS_ONLY] as const;

/** Orders of the list of people, the first one where none is chosen. Largest: by the storage that is used. */
export const PEOPLE_ORDERS = ['newest', 'largest'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

/** Acts that one press does to many people. */
export const MANY_ACTS = ['quota', 'group', 'block', 'unblock', 'sign_out'] as const satisfies readonly PersonActKind[];
export type ManyAct = (typeof MANY_ACTS)[number];

export function isManyAct(text: string): text is ManyAct {
  return (MANY_ACTS as readonly string[]).includes(text);
}

/** Of one press. */
export const MOST_PEOPLE_AT_ONCE = 100;
