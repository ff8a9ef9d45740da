/**
 * The first operator of an installation: the server prints a link at its start while there is none, and the signed-in person who opens
 * it gets the role. The link is of no use once there is an operator, or after a day.
 */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import { countOtherOperators } from './people.store.ts';
import { notePerson, type PeopleDeps } from './people.ts';

type FirstDeps = PeopleDeps & { readonly keyring: Keyring };

const PURPOSE = 'ops.first-operator';
const claims = v.object({ untilMs: v.number() });

async function hasOperators({ admin }: Pick<PeopleDeps, 'admin'>): Promise<boolean> {
  return (await countOtherOperators(admin, '')) > 0;
}

/** Path of the link; '' when there is an operator. */
export async function firstOperatorPath(deps: FirstDeps): Promise<string> {
  if (await hasOperators(deps)) return '';
  const token = await deps.keyring.sign(PURPOSE, { untilMs: deps.clock.nowMs() + DAY_MS });
  return `${href('ops.document', { document: 'first' })}?${new URLSearchParams({ token })}`;
}

/** Whether the token of a link still makes an operator. */
export async function makesFirstOperator(deps: FirstDeps, token: string): Promise<boolean> {
  const found = v.safeParse(claims, await deps.keyring.verify(PURPOSE, token));
  return found.success && deps.clock.nowMs() < found.output.untilMs && !(await hasOperators(deps));
}

/** @throws AppError permission_denied for a link that is of no use */
export async function becomeFirstOperator(deps: FirstDeps, caller: Caller, token: string): Promise<void> {
  if (!(await makesFirstOperator(deps, token))) throw new AppError('permission_denied', { reason: 'first_link_over' });
  const { name, sub: id } = await deps.auth.profile(caller);
  const note = `${id}: by the link of the first start`;
  await deps.documents.note({ id, name, via: 'page' }, { act: 'operator_added', subject: 'people', note });
  await deps.auth.setOperator(caller.userId, true);
  await notePerson(deps, caller.userId);
}
