/**
 * Wire rows of mail: what the link of a letter is about, and the one-click way out. Reading changes nothing (trust.md hazard 6).
 * @source spec section 7.2; RFC 8058
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { MAIL_TOPICS } from './model.ts';

/** Sealed by the server; part of every letter that can be stopped. */
const query = v.object({ d: optionalText });

const subscription = v.object({
  /** Shortened: `a•••@example.com`. */
  email: v.string(),
  scene: v.picklist(MAIL_TOPICS),
  subscribed: v.boolean(),
});

export const mailContract = {
  subscription: endpoint({
    id: 'mail.subscription',
    method: 'GET',
    path: '/mail/v1/unsubscribe',
    host: 'user',
    callers: 'anyone',
    idempotency: 'read',
    query,
    output: subscription,
    errors: ['invalid_argument'],
    summary: 'What the unsubscribe link of a letter is about; changes nothing, whoever follows it',
  }),
  unsubscribe: endpoint({
    id: 'mail.unsubscribe',
    method: 'POST',
    path: '/mail/v1/unsubscribe',
    host: 'user',
    callers: 'anyone',
    idempotency: 'natural',
    query,
    output: subscription,
    errors: ['invalid_argument'],
    summary:
      'Stops letters of that kind to that address; the one-click call of mail programs (RFC 8058), whose body says no more',
  }),
} as const;
