/** Sentences about refusals that only operators meet, for the pages of the console and `npm run ops`. In English. Pure. */

const SENTENCES: Readonly<Record<string, string>> = {
  no_such_person:
    'No account has this address, number, user name or id. A name that a person goes by is found by the search: /ops/people, or npm run ops -- people find.',
  own_account: 'This is your own account: another operator has to decide about it.',
  is_operator:
    'An operator is neither blocked nor deleted. Take the role away first: npm run ops -- operator remove, with the id of the account.',
  not_active: 'The account is blocked or is being deleted.',
  not_closing: 'The account is not being deleted.',
  premium_lasts: 'The person has premium for as long without it.',
  no_way_back:
    'No code reaches this person: a locked account could not be opened again. Make a link for a new password instead: /ops/people, or npm run ops -- people reset-link.',
  codes_reach: 'A code reaches this person: demand a new password instead.',
  account_exists: 'This address has an account already.',
  no_such_link: 'There is no such link any more: it has ended.',
  no_such_entry: 'The ledger of this person has no such grant.',
  sign_out_pending: 'The act is stored, but a part of the server has not answered yet. Do it again to wait for it.',
  links_pending: 'The act is stored, but some links have not got it yet. Do it again to wait for them.',
  no_such_job: 'The job is no longer there: it ended, or its person removed it.',
  no_retry: 'This job cannot be tried again: it moved on, or its person has to begin anew.',
  no_cancel: 'This job cannot be cancelled now.',
  no_dismiss: 'This job is not on the list any more.',
};

/** @param reason  of an error's detail. Null when it is no reason of its own: the text of the error says it */
export function operatorRefusal(reason: string | undefined): string | null {
  return reason !== undefined && Object.hasOwn(SENTENCES, reason) ? (SENTENCES[reason] ?? null) : null;
}
