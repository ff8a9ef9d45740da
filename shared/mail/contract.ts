/**
 * Wire rows of mail: what the link of a letter is about, the one-click way out, and reports of mail services. Reading changes nothing
 * (trust.md hazard 6).
 * @source spec section 7.2; RFC 8058
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { MAIL_SCOPES } from './model.ts';

/** Reports of one call. */
const MAX_REPORTS = 100;

/** Sealed by the server; part of every letter that can be stopped. */
const query = v.object({ d: optionalText });

const subscription = v.object({
  /** Shortened: `a•••@example.com`. */
  email: v.string(),
  scene: v.picklist(MAIL_SCOPES),
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
  feedback: endpoint({
    id: 'mail.feedback',
    method: 'POST',
    path: '/mail/v1/feedback',
    host: 'user',
    callers: 'link',
    idempotency: 'natural',
    body: v.object({
      reports: v.pipe(
        v.array(
          v.object({
            /** `bounce`: the mail came back for good. `complaint`: its reader called it spam. */
            kind: v.picklist(['bounce', 'complaint']),
            email: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(320)),
            /** From the header `X-Magpie-Mail-Id`, or the part of the Message-ID before `@`. */
            letter: v.pipe(optionalText, v.maxLength(200)),
            reason: v.pipe(optionalText, v.maxLength(2_000)),
          }),
        ),
        v.maxLength(MAX_REPORTS),
      ),
    }),
    output: v.object({}),
    errors: ['invalid_argument', 'permission_denied'],
    summary:
      'Mails that came back or were called spam, reported by the mail service; the token in X-Mail-Token is the authorisation',
  }),
} as const;
