/**
 * Mail: letters out of the house through one driver. Face and maker; knows nobody who writes letters.
 */

import type { MailDeps, MailParts } from './deps.ts';
import { makeMailer } from './driver/choose-mailer.ts';
import { makeTexter } from './driver/choose-texter.ts';
import { captured } from './letter/captured.ts';
import { deliver } from './letter/deliver.ts';
import { prepare } from './letter/prepare.ts';
import type { MailService } from './service.ts';
import { subscribe, subscription } from './subscription/subscription.ts';

export type { MailDeps } from './deps.ts';
export { makeMailRoutes } from './endpoints.ts';
export type { Channel, Letter, LetterKind, MailEvent, MailService, Subscription } from './service.ts';

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
