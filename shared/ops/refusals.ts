/** Sentences about refusals that only operators meet, for the pages of the console and `bin/magpie`. In English. Pure. */

const SENTENCES: Readonly<Record<string, string>> = {
  no_such_person:
    'No account has this address, number, user name or id. A name that a person goes by is found by the search: /ops/people, or bin/magpie people find.',
  own_account: 'This is your own account: another operator has to decide about it.',
  other_role: 'Your role does not include this. An operator with the role All can do it, or change your role.',
  operators_by_all: 'This is an operator: only one with the role All acts on the account.',
  is_operator:
    'An operator is neither blocked nor deleted. Take the role away first: /ops/operators, or bin/magpie operator remove, with the id of the account.',
  no_factor: 'The account has no second factor and no passkey.',
  removal_waits:
    'A removal of the second factor waits already. Take it back first, where a link is to be handed over in its place.',
  second_asked: 'The same is asked for already: a second operator confirms or refuses it on the page of the person.',
  same_operator:
    'You asked for this yourself: another operator has to confirm it. Where there is no other, whoever has the machine can: bin/magpie people confirm.',
  no_such_act: 'Nothing waits any more: it was done, taken back or stopped.',
  other_act:
    'Another act on the same people came first, or this form was sent before with other values. Look at the people or lists again, then send it again if it is still needed.',
  on_the_machine: 'A link that opens an account is made on the machine itself, or at /ops/people.',
  not_active: 'The account is blocked or is being deleted.',
  not_closing: 'The account is not being deleted.',
  premium_lasts: 'The person has premium for as long without it.',
  no_way_back:
    'No code reaches this person: a locked account could not be opened again. Make a link for a new password instead: /ops/people, or bin/magpie people reset-link.',
  changed_since:
    'Another operator changed the storage of this person after this page was opened. Look again, then decide.',
  list_empty:
    'The list has no line: a line is a name, a mail address, a group and an amount of storage, or the address alone.',
  list_too_long: 'A list has at most 10,000 lines and 1.5 million characters: send it in parts.',
  no_one_chosen: 'Choose at least one person.',
  too_many_chosen: 'One press acts on at most 100 people: choose fewer.',
  no_such_group: 'There is no such group: /ops/groups lists them.',
  codes_reach: 'A code reaches this person: demand a new password instead.',
  account_exists: 'This address has an account already.',
  no_such_link: 'There is no such link any more: it has ended.',
  no_such_entry: 'The ledger of this person has no such grant.',
  sign_out_pending: 'The act is stored, but a part of the server has not answered yet. Do it again to wait for it.',
  links_pending: 'The act is stored, but some links have not got it yet. Do it again to wait for them.',
  no_such_job: 'The job is no longer there: it ended, or its person removed it.',
  no_such_letter: 'This letter does not wait any more: it was sent, dropped or given up.',
  removal_letter:
    'A removal of the second factor waits for this letter. Take the removal back on the page of the person instead.',
  no_retry: 'This job cannot be tried again: it moved on, or its person has to begin anew.',
  no_cancel: 'This job cannot be cancelled now.',
  no_dismiss: 'This job is not on the list any more.',
};

/** @param reason  of an error's detail. Null when it is no reason of its own: the text of the error says it */
export function operatorRefusal(reason: string | undefined): string | null {
  return reason !== undefined && Object.hasOwn(SENTENCES, reason) ? (SENTENCES[reason] ?? null) : null;
}
