/** Acts of operators on a person. */
export const PERSON_ACTS = [
  'block',
  'unblock',
  'sign_out',
  'reset',
  'reset_link',
  'delete',
  'keep',
  'premium',
  'storage',
  'take_back',
] as const;
export type PersonActKind = (typeof PERSON_ACTS)[number];

/** Statuses of accounts that the list of people can be narrowed to. */
export const PERSON_STATUSES = ['ACTIVE', 'BLOCKED', 'FROZEN', 'CLOSING'] as const;
