/** Who may make an account: the operators' document `sign_up`. For the server alone. */
import * as v from 'valibot';
import { makeConfigDocument } from '#shared/config/config-document.ts';
import { asciiDomain } from '#shared/intake/mail.ts';

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;

/** In ASCII: an international domain may be written in its own letters. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

function isDomain(text: string): boolean {
  return text === text.toLowerCase() && DOMAIN.test(asciiDomain(text));
}

const schema = v.object({
  mode: v.pipe(
    v.picklist(SIGN_UP_MODES),
    v.description('`open`: every visitor; `invitation`: with the invitation code of a person; `closed`: none'),
  ),
  mail_domains: v.pipe(
    v.array(v.pipe(v.string(), v.check(isDomain, 'must be a domain in lower case, such as example.com'))),
    v.maxLength(100),
    v.description(
      'Domains of email addresses that may make an account, and no phone number then; empty: every address',
    ),
  ),
});

export type SignUpRules = v.InferOutput<typeof schema>;

export const signUpDocument = makeConfigDocument({
  title: 'Sign-up',
  schema,
  initial: { mode: 'open', mail_domains: [] },
});

/** Why an account is not made. */
export type SignUpRefusal = 'closed' | 'invited_only' | 'domain';

/**
 * @param email  '' for a phone number
 * @param isInvited  the visitor has the invitation code of a person
 * @returns null when the account may be made
 */
export function signUpRefusal(
  { mode, mail_domains }: SignUpRules,
  email: string,
  isInvited: boolean,
): SignUpRefusal | null {
  if (mode === 'closed') return 'closed';
  if (mode === 'invitation' && !isInvited) return 'invited_only';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return mail_domains.length > 0 && (email === '' || !mail_domains.some((one) => asciiDomain(one) === domain))
    ? 'domain'
    : null;
}
