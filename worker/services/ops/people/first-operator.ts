/**
 * The first operator of an installation: the server prints a link at its start while there is none, and the signed-in person who opens
 * it gets the role. The link is of no use once there was an operator, or after a day.
 */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { PersonLink } from '#worker/services/auth/index.ts';
import { countRoles } from './operators.store.ts';
import { type PeopleDeps, recordPerson } from './people.ts';

type FirstDeps = PeopleDeps & { readonly keyring: Keyring };

const PURPOSE = 'ops.first-operator';
/** Its holder is not known: rows of their links must not grow without end. More than one person needs to type an address right. */
const MAX_SIGN_UP_LINKS = 20;
const claims = v.object({ untilMs: v.number() });

/** The log decides; the list also has operators of a program before the log, and of a seed. */
async function hadOperators({ admin, documents }: Pick<PeopleDeps, 'admin' | 'documents'>): Promise<boolean> {
  return (await documents.hadOperator()) || (await countRoles(admin)) > 0;
}

/** Path of the link; '' when there is, or was, an operator. */
export async function firstOperatorPath(deps: FirstDeps): Promise<string> {
  if (await hadOperators(deps)) return '';
  return firstPath(await deps.keyring.sign(PURPOSE, { untilMs: deps.clock.nowMs() + DAY_MS }));
}

function firstPath(token: string): string {
  return `${href('ops.document', { document: 'first' })}?${new URLSearchParams({ token })}`;
}

/**
 * A link that opens an account for a visitor who has the link of the first start: a new server may be unable to send a code.
 * @throws AppError permission_denied for a link that is of no use; invalid_argument; already_exists; failed_precondition past
 * MAX_SIGN_UP_LINKS
 */
export async function firstSignUpLink(deps: FirstDeps, token: string, email: string): Promise<PersonLink> {
  if (!(await makesFirstOperator(deps, token))) throw firstLinkOver();
  const link = await deps.auth.signUpLink({ email, next: firstPath(token) });
  const by = { id: 'first', name: 'The link of the first start', via: 'page' } as const;
  await deps.auth.storeLink(link, { by, reason: '', most: MAX_SIGN_UP_LINKS });
  return link;
}

const firstLinkOver = (): AppError => new AppError('permission_denied', { reason: 'first_link_over' });

/** Whether the token of a link still makes an operator. */
export async function makesFirstOperator(deps: FirstDeps, token: string): Promise<boolean> {
  const found = v.safeParse(claims, await deps.keyring.verify(PURPOSE, token));
  return found.success && deps.clock.nowMs() < found.output.untilMs && !(await hadOperators(deps));
}

/**
 * Of two people at once, the log lets one pass. Where the server stops after it, `npm run ops -- operator add` gives the role.
 * @throws AppError permission_denied for a link that is of no use
 */
export async function becomeFirstOperator(deps: FirstDeps, caller: Caller, token: string): Promise<void> {
  if (!(await makesFirstOperator(deps, token))) throw firstLinkOver();
  const { name, sub: id } = await deps.auth.profile(caller);
  await deps.documents.recordFirstOperator({ id, name, via: 'page' }, `${id}: by the link of the first start`);
  await deps.auth.setRole(caller.userId, 'all');
  await recordPerson(deps, caller.userId);
}
