/** The way back from a provider: a session, a link, or the offer of a new account. */

import { unwrap } from '#shared/errors.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { addressPart } from '../address/part.ts';
import { clientFor } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf, holderOf } from '../identifier/holder.ts';
import { directoryObjectName } from '../keys.ts';
import { noticeTo } from '../person/notice.ts';
import type { ProviderLinkRow } from '../provider/links.store.ts';
import type { Identity } from '../provider/provider-client.ts';
import { providerRefusal } from '../provider/refusals.ts';
import { finishFirstStep } from '../sign-in/finish-first-step.ts';
import { requireSignUp } from '../sign-up/sign-up-rules.ts';
import type { SignedIn } from '../token/model.ts';
import { sealTicket } from '../token/ticket.ts';
import { findProvider, isOwnAnswer, type ProviderFlow } from './flow.ts';
import { NEW_ACCOUNT_PURPOSE, NEW_ACCOUNT_TTL_SECONDS, PROVIDER_BUDGET, SUBJECT_PURPOSE } from './keys.ts';
import type { oidcPart } from './part.ts';

export type FlowEnd =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn }
  | { readonly kind: 'linked' }
  /** The person has no account here and decides on one, within the life of the token. */
  | { readonly kind: 'new'; readonly accountToken: string; readonly email: string; readonly name: string };

export async function subjectDigest(
  { keyring }: Pick<AuthParts, 'keyring'>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<string> {
  return toHex(await keyring.mac(SUBJECT_PURPOSE, `${issuer}\n${subject}`));
}

export function labelOf({ email, name }: Pick<Identity, 'email' | 'name'>): string {
  return email || name;
}

export function newLink(identity: Identity, digest: string, nowMs: number): ProviderLinkRow {
  return {
    digest,
    linkId: newWireId(),
    issuer: identity.issuer,
    label: labelOf(identity),
    createdMs: nowMs,
    usedMs: nowMs,
  };
}

/**
 * @param input.answer  the query of the redirect address
 * @throws AppError provider_error; too_many_requests; as requireSignUp for a new person; user_blocked, cannot_unlock, account_freeze,
 * two_factor_required as every sign-in; unauthenticated for a link whose session has ended
 */
export async function finishProviderFlow(
  parts: AuthParts,
  input: {
    providerId: string;
    answer: URLSearchParams;
    flow: ProviderFlow | null;
    invitationCode: string;
    clientId: string;
  },
  call: CallContext,
): Promise<FlowEnd> {
  const { flow, answer } = input;
  const provider = findProvider(parts, input.providerId);
  if (!flow || !isOwnAnswer(flow, provider, answer)) throw providerRefusal('over', provider.name);
  if (!isAskedBy(flow, call.caller)) throw providerRefusal('over', provider.name);
  await parts.shield.countOpenCall({ name: 'provider-end', ...PROVIDER_BUDGET }, call);
  // Before the provider is asked: its answer may name no account that could note the flow as used.
  if (!(await parts.shield.spendTicket({ id: flow.id, untilMs: flow.untilMs })))
    throw providerRefusal('over', provider.name);
  const identity = await parts.providers.finish(provider, answer, flow.content);
  const digest = await subjectDigest(parts, identity);
  const arrival = { identity, digest, flow, providerName: provider.name };
  if (flow.content.link) return linkAccount(parts, arrival, call);
  const userId = await holderOf(parts, digest);
  const signedIn = userId === null ? null : await signIn(parts, { ...arrival, userId, clientId: input.clientId }, call);
  if (signedIn) return { kind: 'signed-in', signedIn };
  return offerAccount(parts, { ...arrival, holderId: userId, invitationCode: input.invitationCode }, call);
}

/** A link is made by the session that began it, and not after all sessions were ended. */
function isAskedBy({ content: { link } }: ProviderFlow, caller: Caller | null): boolean {
  if (link === null) return true;
  return caller?.userId === link.userId && caller.sessionId === link.sessionId && caller.epoch === link.epoch;
}

interface Arrival {
  readonly identity: Identity;
  readonly digest: string;
  readonly flow: ProviderFlow;
  readonly providerName: string;
}

/** Null where no link opens the account: it was removed a moment ago, or what would write it has ended or has not yet. */
async function signIn(
  parts: AuthParts,
  arrival: Arrival & { userId: string; clientId: string },
  call: CallContext,
): Promise<SignedIn | null> {
  const { userId, digest, flow, identity, providerName } = arrival;
  const client = await clientFor({ clientId: arrival.clientId }, 'password', parts.clients);
  const { deviceId, nowMs } = call;
  const result = await accountOf<typeof oidcPart>(parts, userId).signInByProvider({
    ticket: { id: flow.id, untilMs: flow.untilMs },
    digest,
    label: labelOf(identity),
    clientId: client.id,
    deviceId,
    device: deviceOf(call),
    nowMs,
  });
  if (!result.ok && result.error.name === 'failed_precondition') throw providerRefusal('over', providerName);
  const opened = await unwrapOpening(parts, { userId, clientId: client.id, result }, call);
  return opened === null ? null : finishFirstStep(parts, { userId, client, opened }, call);
}

/** By the session that asked for it alone: never by an address that two accounts have in common. */
async function linkAccount(parts: AuthParts, arrival: Arrival, call: CallContext): Promise<FlowEnd> {
  const { identity, digest, flow, providerName } = arrival;
  const { caller } = call;
  if (!caller) throw providerRefusal('over', providerName);
  const account = accountOf<typeof corePart & typeof oidcPart>(parts, caller.userId);
  const ticket = { id: flow.id, untilMs: flow.untilMs };
  const begun = await account.beginLink(caller, { ticket, digest, issuer: identity.issuer });
  if (!begun.ok && begun.error.name === 'already_exists') throw providerRefusal('linked', providerName);
  if (!begun.ok && begun.error.detail?.reason === 'ticket_used') throw providerRefusal('over', providerName);
  const { version, isLinked } = unwrap(begun);
  if (isLinked) return { kind: 'linked' };
  await claimSubject(parts, { userId: caller.userId, digest, version, providerName });
  const person = unwrap(await account.ownPerson(caller));
  const letter = await noticeTo(parts, person, { kind: 'provider-linked' }, call);
  const link = newLink(identity, digest, call.nowMs);
  const written = await account.writeLink(caller, { ticket, version, letter, link });
  if (!written.ok && written.error.name === 'already_exists') throw providerRefusal('linked', providerName);
  unwrap(written);
  return { kind: 'linked' };
}

/** Step 2 of linking. @throws AppError provider_error when another account has the subject */
export async function claimSubject(
  parts: Pick<AuthParts, 'accounts' | 'directory'>,
  claim: { userId: string; digest: string; version: number; providerName: string },
): Promise<void> {
  const { userId, digest, version, providerName } = claim;
  const claimed = await parts.directory.getByName(directoryObjectName(digest)).claim(digest, userId, version);
  if (claimed.ok) return;
  unwrap(await accountOf<typeof addressPart>(parts, userId).dropClaim(digest, version));
  if (claimed.error.name === 'already_exists') throw providerRefusal('taken', providerName);
  unwrap(claimed);
}

/** Whether the account is half-made and the person's own. Ends all else that was begun there with this person and did not end. */
async function isTheirs(parts: AuthParts, userId: string | null, { identity, digest }: Arrival): Promise<boolean> {
  if (userId === null) return false;
  return unwrap(await accountOf<typeof oidcPart>(parts, userId).yieldToPerson({ digest, email: identity.email }));
}

/** That the address has an account is shown to its holder alone, because the provider has confirmed the address. */
async function offerAccount(
  parts: AuthParts,
  arrival: Arrival & { holderId: string | null; invitationCode: string },
  call: CallContext,
): Promise<FlowEnd> {
  const { identity, digest, holderId, providerName, invitationCode } = arrival;
  const { email, name } = identity;
  const isHolderTheirs = await isTheirs(parts, holderId, arrival);
  if (holderId !== null && !isHolderTheirs && (await holderOf(parts, digest)) !== null)
    throw providerRefusal('over', providerName);
  if (email === '') throw providerRefusal('no_email', providerName);
  const userId = await holderOf(parts, await digestOf(parts, email));
  const isTaken = userId !== null && unwrap(await accountOf<typeof corePart>(parts, userId).person()) !== null;
  if (isTaken && !isHolderTheirs && !(await isTheirs(parts, userId, arrival)))
    throw providerRefusal('exists', providerName);
  await requireSignUp(parts, { email, invitationCode }, call);
  const life = { ttlSeconds: NEW_ACCOUNT_TTL_SECONDS, nowMs: call.nowMs };
  const content = { identity, deviceId: call.deviceId };
  const accountToken = await sealTicket(parts.keyring, NEW_ACCOUNT_PURPOSE, content, life);
  return { kind: 'new', accountToken, email, name };
}
