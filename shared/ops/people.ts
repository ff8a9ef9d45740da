/** Acts of operators on a person. */
import { PERSON_ACT_RIGHTS } from '#shared/operator-rights.ts';

export type PersonActKind = keyof typeof PERSON_ACT_RIGHTS;
export const PERSON_ACTS = Object.keys(PERSON_ACT_RIGHTS) as PersonActKind[];

/** A role, chosen like a status. */
export const OPERATORS_ONLY = 'OPERATOR';

/** Statuses of accounts that the list of people can be narrowed to, and operators alone. */
export const PERSON_FILTERS = ['ACTIVE', 'BLOCKED', 'FROZEN', 'CLOSING', OPERATORS_ONLY] as const;
