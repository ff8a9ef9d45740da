/** Whether a visitor may make an account now, by the operators' document `sign_up`. */

import { type SignUpRefusal, type SignUpRules, signUpRefusal } from '#shared/auth/sign-up.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { inviterOf } from '../identifier/invitation-code.ts';

const SENTENCES = {
  closed: 'auth.sign_up.closed',
  invited_only: 'auth.sign_up.invited_only',
  domain: 'auth.sign_up.domain',
} as const satisfies Record<SignUpRefusal, string>;

type Parts = Pick<AuthParts, 'documents' | 'directory' | 'keyring' | 'accounts'>;

export async function signUpRules(
  { documents }: Pick<Parts, 'documents'>,
  { locale }: Pick<CallContext, 'locale'>,
): Promise<SignUpRules> {
  if (!documents) return { mode: 'open', mail_domains: [] };
  return valueFor(await documents.live('sign_up'), { language: locale, client: '', person: '' });
}

/** Whether it is the code of a person who may sign in, however it is written. */
async function isInvited(parts: Parts, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  const inviter = code === '' ? null : await inviterOf(parts, code);
  return inviter !== null && unwrap(await accountOf<typeof corePart>(parts, inviter).person())?.status === 'ACTIVE';
}

/**
 * @param input.email  '' for a phone number
 * @param input.invitationCode  '' for none
 * @throws AppError permission_denied
 */
export async function requireSignUp(
  parts: Parts,
  input: { readonly email: string; readonly invitationCode: string },
  call: Pick<CallContext, 'locale'>,
): Promise<void> {
  const rules = await signUpRules(parts, call);
  const invited = rules.mode === 'invitation' && (await isInvited(parts, input.invitationCode));
  const refusal = signUpRefusal(rules, input.email, invited);
  if (refusal !== null)
    throw new AppError('permission_denied', {
      reason: `sign_up_${refusal}`,
      field: refusal === 'domain' ? 'email' : 'invitation_code',
      messageKey: SENTENCES[refusal],
    });
}
