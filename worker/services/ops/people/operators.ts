/** Who is an operator. For the command line alone: no page and no call makes one. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { countOtherOperators } from './people.store.ts';
import { notePerson, type PeopleDeps, requirePerson } from './people.ts';

/**
 * Gives the role of operator, or takes it away; the act is in the log before.
 * @throws AppError not_found; failed_precondition for the last operator: of others, only those count that the list of people has
 */
export async function setOperator(deps: PeopleDeps, person: string, isOperator: boolean, by: Actor): Promise<void> {
  const userId = await requirePerson(deps, person);
  if (!isOperator && (await countOtherOperators(deps.admin, userId)) === 0)
    throw new AppError('failed_precondition', {
      reason: 'last_operator',
      message:
        'the list of people has no other operator who can sign in; add one, or make the list anew by `npm run ops people rebuild`',
    });
  const act = isOperator ? 'operator_added' : 'operator_removed';
  await deps.documents.note(by, { act, subject: 'people', note: person });
  await deps.auth.setOperator(userId, isOperator);
  // Before the answer, so that two removals in a row cannot both find another operator.
  await notePerson(deps, userId);
}
