/** Progress of a new account through its first steps. */
import type { AccountSteps } from '#shared/auth/first-steps.ts';
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { firstStepsPart } from './part.ts';

/** @throws AppError unauthenticated */
export async function firstSteps({ accounts }: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<AccountSteps> {
  return unwrap(await accountOf<typeof firstStepsPart>({ accounts }, caller.userId).firstSteps(caller));
}
