/** What mail is made of; compose.ts hands it in, index.ts completes it. */
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { MailerChoice } from './driver/choose-mailer.ts';
import type { TexterChoice } from './driver/choose-texter.ts';
import type { Mailer } from './driver/mailer.ts';
import type { Texter } from './driver/texter.ts';
import type { SubscriptionObject } from './subscription.object.ts';

export interface MailDeps extends MailerChoice {
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly appOrigin: string;
  readonly subscriptions: DurableObjectNamespace<SubscriptionObject>;
  readonly sms: Omit<TexterChoice, 'mailboxes'>;
}

/** What operations are handed. */
export interface MailParts extends Pick<MailDeps, 'keyring' | 'clock' | 'appOrigin' | 'mailboxes' | 'subscriptions'> {
  /** null: no mail leaves. */
  readonly mailer: Mailer | null;
  /** null: no text message leaves. */
  readonly texter: Texter | null;
}
