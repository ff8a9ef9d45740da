/** Dependencies of mail, and the parts its operations work with. compose.ts makes them. */
import type { LetterChanges } from '#shared/mail/letter-changes.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { ReadLook } from '#worker/services/config/index.ts';
import { type MailerChoice, makeMailer, makeTexter, type TexterChoice } from './driver/choose.ts';
import type { Mailer, Texter } from './driver/ports.ts';
import type { LetterLogObject } from './letter-log.object.ts';
import { type MailOutcomes, makeMailOutcomes } from './sending/outcomes.ts';
import type { SubscriptionObject } from './subscription.object.ts';

export interface MailDeps extends MailerChoice {
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Name, colours and footer of letters. */
  readonly readLook: ReadLook;
  /** Letters in the operators' own texts. */
  readonly readLetterTexts: () => Promise<LetterChanges>;
  readonly appOrigin: string;
  readonly subscriptions: DurableObjectNamespace<SubscriptionObject>;
  readonly letterLogs: DurableObjectNamespace<LetterLogObject>;
  readonly limits: { readonly lettersPerDay: number };
  /** Shown by mail services that report; '' takes no reports. */
  readonly feedbackToken: string;
  readonly sms: Omit<TexterChoice, 'mailboxes'>;
  /** Letters go out from this isolate, so that their outcomes are seen in it. Default: false. */
  readonly sendsHere?: boolean;
}

export interface MailParts
  extends Pick<
    MailDeps,
    | 'keyring'
    | 'clock'
    | 'readLook'
    | 'readLetterTexts'
    | 'appOrigin'
    | 'mailboxes'
    | 'subscriptions'
    | 'letterLogs'
    | 'feedbackToken'
  > {
  /** Letters a day and address that can be switched off. */
  readonly lettersPerDay: number;
  /** null: no mail can be sent. */
  readonly mailer: Mailer | null;
  /** null: no text message can be sent. */
  readonly texter: Texter | null;
  readonly outcomes: MailOutcomes;
  readonly sendsHere: boolean;
}

export function makeMailParts(deps: MailDeps): MailParts {
  const { keyring, clock, readLook, readLetterTexts, appOrigin, mailboxes, subscriptions, letterLogs } = deps;
  const { lettersPerDay } = deps.limits;
  const texter = makeTexter({ ...deps.sms, mailboxes });
  const objects = { mailboxes, subscriptions, letterLogs };
  return {
    keyring,
    clock,
    readLook,
    readLetterTexts,
    appOrigin,
    ...objects,
    lettersPerDay,
    feedbackToken: deps.feedbackToken,
    sendsHere: deps.sendsHere ?? false,
    outcomes: makeMailOutcomes(clock),
    mailer: makeMailer(deps),
    texter,
  };
}
