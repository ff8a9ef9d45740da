/** Who is an operator. For the command line alone: no page and no call makes one. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { countOtherOperators } from './people.store.ts';
import { type PeopleDeps, recordPerson, requirePerson } from './people.ts';

function lastOperator(): AppError {
  return new AppError('failed_precondition', {
    reason: 'last_operator',
    message:
      'the list of people has no other operator who can sign in; add one, or make the list anew by `npm run ops -- people rebuild`',
  });
}

/**
 * Gives the role of operator, or takes it away; the act is in the log before.
 * @throws AppError not_found; permission_denied for a new operator by a command from elsewhere; failed_precondition for the last operator: of others, only those count that the list of people has
 */
export async function setOperator(deps: PeopleDeps, person: string, isOperator: boolean, by: Actor): Promise<void> {
  // A token of two hours makes nothing that lasts longer than it.
  if (isOperator && by.via === 'api')
    throw new AppError('permission_denied', {
      reason: 'operators_on_the_machine',
      message: 'an operator is made on the machine itself, or by `npm run deploy`',
    });
  const userId = await requirePerson(deps, person);
  const hasOthers = async () => (await countOtherOperators(deps.admin, userId)) > 0;
  if (!isOperator && !(await hasOthers())) throw lastOperator();
  const before = await deps.auth.listedPerson(userId);
  const act = isOperator ? 'operator_added' : 'operator_removed';
  await deps.documents.note(by, { act, subject: 'people', note: userId });
  await deps.auth.setOperator(userId, isOperator);
  await recordPerson(deps, userId);
  if (isOperator || before?.role !== 'operator' || (await hasOthers())) return;
  // Another operator lost the role since the first count. Of two removals at once, the later one sees both and gives its role back.
  await deps.documents.note(by, { act: 'operator_added', subject: 'people', note: `${userId}: the last operator` });
  await deps.auth.setOperator(userId, true);
  await recordPerson(deps, userId);
  throw lastOperator();
}
