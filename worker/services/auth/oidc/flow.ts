/**
 * One way to a provider and back. Its secrets are sealed into a cookie of the browser that began it, so an answer that another browser
 * asked for opens nothing here. The account lets a flow be used once.
 */
import * as v from 'valibot';
import { writeRawCookie } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { ProviderConfig } from '#worker/env-providers.ts';
import { toBase64Url } from '#worker/platform/crypto.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import type { AuthParts } from '../deps.ts';
import { openTicket, sealTicket, type Ticket } from '../token/ticket.ts';
import { FLOW_COOKIE, FLOW_PURPOSE, FLOW_TTL_SECONDS, PROVIDER_BUDGET } from './keys.ts';

const content = v.object({
  providerId: v.string(),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  /** Path to go to at the end. */
  next: v.string(),
  /** Login purpose; '' for none. */
  purpose: v.string(),
  /** The session that links its account; null for a sign-in. */
  link: v.nullable(v.object({ userId: v.string(), sessionId: v.string(), epoch: v.number() })),
});

export type ProviderFlow = Ticket<v.InferOutput<typeof content>>;

/** Longest path to go to: the cookie has 4 KiB. */
const MAX_NEXT_CHARS = 1_000;

export interface BegunFlow {
  readonly providerName: string;
  /** Of the provider, for the browser. */
  readonly address: string;
  readonly setCookie: string;
}

/** @throws AppError not_found */
export function findProvider({ providers }: Pick<AuthParts, 'providers'>, providerId: string): ProviderConfig {
  const found = providers.providers.find(({ id }) => id === providerId);
  if (!found) throw new AppError('not_found', { reason: 'no_such_provider' });
  return found;
}

/** Providers of this installation, in the order of its settings. */
export function signInProviders({ providers }: Pick<AuthParts, 'providers'>): readonly { id: string; name: string }[] {
  return providers.providers.map(({ id, name }) => ({ id, name }));
}

const random = () => toBase64Url(randomBytes(32));

type FlowRequest = Pick<v.InferOutput<typeof content>, 'providerId' | 'next' | 'purpose' | 'link'>;

async function begin(parts: AuthParts, request: FlowRequest, call: CallContext): Promise<BegunFlow> {
  const provider = findProvider(parts, request.providerId);
  const secrets = { state: random(), nonce: random(), verifier: random() };
  const address = await parts.providers.begin(provider, secrets);
  const next = request.next.length <= MAX_NEXT_CHARS ? request.next : '';
  const flow: v.InferOutput<typeof content> = { ...request, ...secrets, next };
  const sealed = await sealTicket(parts.keyring, FLOW_PURPOSE, flow, {
    ttlSeconds: FLOW_TTL_SECONDS,
    nowMs: call.nowMs,
  });
  const setCookie = writeRawCookie(FLOW_COOKIE, sealed, {
    maxAgeSeconds: FLOW_TTL_SECONDS,
    httpOnly: true,
  });
  return { providerName: provider.name, address, setCookie };
}

/** @throws AppError not_found, too_many_requests, provider_error */
export async function beginProviderSignIn(
  parts: AuthParts,
  request: Omit<FlowRequest, 'link'>,
  call: CallContext,
): Promise<BegunFlow> {
  findProvider(parts, request.providerId);
  await parts.shield.countOpenCall({ name: 'provider-begin', ...PROVIDER_BUDGET }, call);
  return begin(parts, { ...request, link: null }, call);
}

/** Another way into the account of the session. @throws AppError as readSudo; not_found, provider_error */
export async function beginProviderLink(
  parts: AuthParts,
  input: { providerId: string; sudoToken: string },
  caller: Caller,
  call: CallContext,
): Promise<BegunFlow> {
  await readSudo(parts, input.sudoToken, caller);
  const { userId, sessionId, epoch } = caller;
  const { providerId } = input;
  const link = { userId, sessionId, epoch };
  return begin(parts, { providerId, next: '', purpose: '', link }, call);
}

/** The flow of this browser; null for none, and for one whose time has passed. */
export function readProviderFlow(
  { keyring }: Pick<AuthParts, 'keyring'>,
  cookies: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<ProviderFlow | null> {
  return openTicket(keyring, FLOW_PURPOSE, content, cookies.get(FLOW_COOKIE) ?? '', nowMs);
}

/** Whether the answer is to this flow, and not to another one of this browser or of none. */
export function isOwnAnswer(flow: ProviderFlow, { id }: Pick<ProviderConfig, 'id'>, answer: URLSearchParams): boolean {
  return flow.content.providerId === id && answer.get('state') === flow.content.state;
}

export function clearedFlowCookie(): string {
  return writeRawCookie(FLOW_COOKIE, '', { maxAgeSeconds: 0, httpOnly: true });
}
