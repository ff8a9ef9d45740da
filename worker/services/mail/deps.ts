/** Dependencies of mail, and the parts its operations work with. compose.ts makes them. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { type MailerChoice, makeMailer, makeTexter, type TexterChoice } from './driver/choose.ts';
import type { Mailer, Texter } from './driver/ports.ts';
import type { SubscriptionObject } from './subscription.object.ts';

export interface MailDeps extends MailerChoice {
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly appOrigin: string;
  readonly subscriptions: DurableObjectNamespace<SubscriptionObject>;
  readonly sms: Omit<TexterChoice, 'mailboxes'>;
}

export interface MailParts extends Pick<MailDeps, 'keyring' | 'clock' | 'appOrigin' | 'mailboxes' | 'subscriptions'> {
  /** null: no mail can be sent. */
  readonly mailer: Mailer | null;
  /** null: no text message can be sent. */
  readonly texter: Texter | null;
}

export function makeMailParts(deps: MailDeps): MailParts {
  const { keyring, clock, appOrigin, mailboxes, subscriptions } = deps;
  const texter = makeTexter({ ...deps.sms, mailboxes });
  return { keyring, clock, appOrigin, mailboxes, subscriptions, mailer: makeMailer(deps), texter };
}
