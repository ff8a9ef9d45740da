/** Who is an operator, and with which role. By the page of an operator with every right, and by the command line on the machine. */
import { AppError } from '#shared/errors.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import type { ActingOperator } from '#worker/services/config/index.ts';
import { requireRight } from './acts.ts';
import { beginLeaving, endLeaving } from './operators.store.ts';
import { type PeopleDeps, recordPerson, requirePerson } from './people.ts';

function lastOperator(): AppError {
  return new AppError('failed_precondition', {
    reason: 'last_operator',
    message:
      'the list of people has no other operator with every right who can sign in; add one, or make the list anew by `bin/magpie people rebuild`',
  });
}

/**
 * Gives a role, or takes it away; the act is in the log before. Of two operators who take the role `all` from each other at once, one
 * keeps it.
 * @param change.role  '' takes the role away
 * @param change.reason  '' for a command without one
 * @throws AppError not_found; permission_denied for another role than `all`, and for a new role by a command from elsewhere;
 * failed_precondition for the last one with `all`: of others, only those count that the list of people has
 */
export async function setOperator(
  deps: PeopleDeps,
  { person, role, reason }: { person: string; role: OperatorRole | ''; reason: string },
  by: ActingOperator,
): Promise<void> {
  requireRight(by, 'operators');
  // A token of two hours makes nothing that lasts longer than it.
  if (role !== '' && by.via === 'api')
    throw new AppError('permission_denied', {
      reason: 'operators_on_the_machine',
      message: 'a role is given at /ops/operators, on the machine itself, or by `npm run deploy`',
    });
  const userId = await requirePerson(deps, person);
  const before = await deps.auth.listedPerson(userId);
  const leaves = before?.role === 'all' && role !== 'all';
  if (leaves && !(await beginLeaving(deps.admin, userId, deps.clock.nowMs()))) throw lastOperator();
  await deps.documents.recordAct(by, {
    act: role === '' ? 'operator_removed' : 'operator_added',
    subject: 'people',
    note: [userId, role, reason].filter(Boolean).join(': '),
  });
  await deps.auth.setRole(userId, role);
  await recordPerson(deps, userId);
  if (leaves) await endLeaving(deps.admin, userId);
}
