/** Who may make an account: the operators' document `sign_up`. For the server alone. */
import * as v from 'valibot';
import { makeConfigDocument } from '#shared/config/config-document.ts';
import { isMailDomain, isOfDomains } from '#shared/intake/mail-domain.ts';

export const SIGN_UP_MODES = ['default', 'open', 'invitation', 'closed'] as const;

const schema = v.object({
  mode: v.pipe(
    v.picklist(SIGN_UP_MODES),
    v.title('Who may make an account'),
    v.description('Operators can invite people in every case.'),
    v.metadata({
      choices: {
        default:
          'As the kind of service says: in a company and a household by invitation or by the email domains below',
        open: 'Every visitor',
        invitation: 'People with an invitation code',
        closed: 'Only people whom operators invite',
      },
    }),
  ),
  mail_domains: v.pipe(
    v.array(v.pipe(v.string(), v.check(isMailDomain, 'must be a domain in lower case, such as example.com'))),
    v.maxLength(100),
    v.title('Email domains'),
    v.description(
      'Domains of email addresses that may make an account, and no phone number then; empty: every address.',
    ),
  ),
});

export type SignUpRules = v.InferOutput<typeof schema>;

export const signUpDocument = makeConfigDocument({
  title: 'Sign-up',
  schema,
  initial: { mode: 'default', mail_domains: [] },
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
  return mail_domains.length > 0 && !isOfDomains(email, mail_domains) ? 'domain' : null;
}
