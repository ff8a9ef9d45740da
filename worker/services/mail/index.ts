/**
 * Mail: letters out of the house through one driver. Face and maker; knows nobody who writes letters.
 */
import { makeMailer } from './choose-mailer.ts';
import { makeTexter } from './choose-texter.ts';
import type { MailDeps, MailParts } from './deps.ts';
import type { MailService } from './face.ts';
import { captured } from './ops/captured.ts';
import { deliver } from './ops/deliver.ts';
import { prepare } from './ops/prepare.ts';
import { subscribe, subscription } from './ops/subscription.ts';

export type { MailDeps } from './deps.ts';
export type { Channel, Letter, LetterKind, MailNews, MailService, Subscription } from './face.ts';
export { makeMailRoutes } from './http.ts';

export function makeMailService(deps: MailDeps): MailService {
  const { keyring, clock, appOrigin, mailboxes, subscriptions } = deps;
  const texter = makeTexter({ ...deps.sms, mailboxes });
  const parts: MailParts = { keyring, clock, appOrigin, mailboxes, subscriptions, mailer: makeMailer(deps), texter };
  return {
    ready: parts.mailer !== null,
    textReady: texter !== null,
    prepare: (letter) => prepare(parts, letter),
    deliver: (item) => deliver(parts, item),
    captured: (to) => captured(parts, to),
    subscription: (d) => subscription(parts, d),
    subscribe: (d, subscribed) => subscribe(parts, d, subscribed),
  };
}
