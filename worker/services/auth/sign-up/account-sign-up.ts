/** Makes the account of a person in AccountObject. */
import type { Result } from '#shared/errors.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  openSession,
  publishPersonChanged,
  requireNoAccount,
  type Session,
} from '../core/account-core.ts';
import type { VerifiedRequest } from '../sign-in/account-sign-in.ts';

/** Creates the account and opens its first session; already_exists when there is one. */
export function signUp(
  core: AccountCore,
  ask: VerifiedRequest & { account: accounts.NewAccount; letter: MailEvent | null },
): Result<Session> {
  return core.command((clockMs) => {
    requireNoAccount(accounts.loadAccount(core.sql));
    accounts.insertAccount(core.sql, ask.account);
    publishPersonChanged(core, clockMs);
    accounts.recordUsedToken(core.sql, ask.token.id, ask.token.untilMs);
    if (ask.letter) core.publishEvent(ask.letter.event, ask.letter.payload, clockMs);
    return openSession(core, { ...ask, isAssured: true }, 1, clockMs);
  });
}
