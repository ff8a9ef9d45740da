/** Outcomes of links that operators gave, in English as the operators' pages and commands are. */

/** How a link that an operator gave came to open nothing, as it is shown. */
export const LINK_OUTCOMES = {
  withdrawn: 'withdrawn',
  account_made: 'account made',
  password_chosen: 'new password chosen',
  address_taken: 'opens nothing: the address has an account',
  account_gone: 'opens nothing: the account was deleted',
  is_operator: 'opens nothing: the person is an operator',
  ended: 'ended',
} as const;

export type LinkOutcome = keyof typeof LINK_OUTCOMES;
