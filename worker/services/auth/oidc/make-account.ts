/**
 * Makes the account of a person whom a provider has named, once the person agrees. The address is the one that the provider confirmed;
 * there is no password until a reset sets one.
 */

import * as v from 'valibot';
import { cleanName } from '#shared/auth/rules.ts';
import { unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { clientFor } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf, holderOf } from '../identifier/holder.ts';
import { makeUnderIdentifier } from '../identifier/reserved-identifier.ts';
import { letterTo } from '../person/notice.ts';
import { providerRefusal } from '../provider/refusals.ts';
import { finishFirstStep } from '../sign-in/finish-first-step.ts';
import { requireSignUp } from '../sign-up/sign-up-rules.ts';
import type { SignedIn } from '../token/model.ts';
import { openTicket } from '../token/ticket.ts';
import { claimSubject, newLink, subjectDigest } from './finish-flow.ts';
import { findProvider } from './flow.ts';
import { NEW_ACCOUNT_PURPOSE } from './keys.ts';
import type { oidcPart } from './part.ts';

const content = v.object({
  identity: v.object({
    providerId: v.string(),
    issuer: v.string(),
    subject: v.string(),
    email: v.string(),
    name: v.string(),
  }),
  deviceId: v.string(),
});

/**
 * @param input.accountToken  of finishProviderFlow, for this provider and device
 * @throws AppError provider_error; as requireSignUp
 */
export async function makeProviderAccount(
  parts: AuthParts,
  input: { providerId: string; accountToken: string; invitationCode: string; clientId: string },
  call: CallContext,
): Promise<SignedIn> {
  const client = await clientFor({ clientId: input.clientId }, 'password', parts.clients);
  const provider = findProvider(parts, input.providerId);
  const token = await openTicket(parts.keyring, NEW_ACCOUNT_PURPOSE, content, input.accountToken, call.nowMs);
  const isOwn = token?.content.identity.providerId === provider.id && token.content.deviceId === call.deviceId;
  if (!token || !isOwn) throw providerRefusal('over', provider.name);
  const { identity } = token.content;
  const { invitationCode } = input;
  const { email } = identity;
  await requireSignUp(parts, { email, invitationCode }, call);
  const digest = await subjectDigest(parts, identity);
  const emailDigest = await digestOf(parts, email);
  const holderId = await holderOf(parts, digest);
  // Sent twice: the account is there, and the provider opens it.
  if (holderId !== null && holderId !== (await holderOf(parts, emailDigest)))
    throw providerRefusal('over', provider.name);
  const { userId, made } = await makeUnderIdentifier(parts, emailDigest, (id) =>
    accountOf<typeof oidcPart>(parts, id).makeLinkedAccount({
      digest,
      emailDigest,
      account: {
        name: cleanName(identity.name, email),
        email,
        phone: '',
        avatar: '',
        premium: false,
        password: '',
        createdMs: call.nowMs,
      },
    }),
  );
  if (!made.ok && made.error.name === 'already_exists')
    throw providerRefusal(holderId === null ? 'exists' : 'over', provider.name);
  const { version } = unwrap(made);
  await claimSubject(parts, { userId, digest, version, providerName: provider.name });
  const result = await accountOf<typeof oidcPart>(parts, userId).openLinkedAccount({
    ticket: { id: token.id, untilMs: token.untilMs },
    version,
    link: newLink(identity, digest, call.nowMs),
    letter: await letterTo(parts, { email, phone: '' }, { kind: 'welcome' }, call),
    clientId: client.id,
    deviceId: call.deviceId,
    device: deviceOf(call),
    nowMs: call.nowMs,
  });
  const opened = await unwrapOpening(parts, { userId, clientId: client.id, result }, call);
  parts.countSignUp?.();
  return finishFirstStep(parts, { userId, client, opened }, call);
}
