/** Acts of operators on a person. */
export const PERSON_ACTS = [
  'block',
  'unblock',
  'sign_out',
  'reset',
  'reset_link',
  'reset_name',
  'delete',
  'keep',
  'premium',
  'storage',
  'take_back',
] as const;
export type PersonActKind = (typeof PERSON_ACTS)[number];

/** A role, chosen like a status. */
export const OPERATORS_ONLY = 'OPERATOR';

/** Statuses of accounts that the list of people can be narrowed to, and operators alone. */
export const PERSON_FILTERS = ['ACTIVE', 'BLOCKED', 'FROZEN', 'CLOSING', OPERATORS_ONLY] as const;
