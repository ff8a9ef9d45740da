/** Calls of a sign-in provider: through the guard of outgoing requests, without redirects, bounded in time and bytes. */
import { isLoopbackHost } from '#shared/loopback.ts';
import { hostAndPort } from '#shared/public-address.ts';
import { KIB, SECOND_MS } from '#shared/units.ts';
import { readAtMost } from '#worker/platform/body/read.ts';
import {
  callOutside,
  type OutgoingDeps,
  OutgoingError,
  PURPOSE_HEADER,
  SIGN_IN_PURPOSE,
} from '#worker/platform/outgoing/outgoing.ts';

/** Longest time of one answer, its body too. */
const ANSWER_MS = 10 * SECOND_MS;
/** Keys and metadata have some KiB. */
const MAX_BYTES = 256 * KIB;

export interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Calls one address of a provider. Its own host may be private, because an operator named it; http only on this machine.
 * @throws OutgoingError
 */
export async function callProvider(
  outgoing: OutgoingDeps,
  issuer: string,
  address: string,
  { method, headers, body, signal: whole }: ProviderRequest & { readonly signal: AbortSignal },
): Promise<Response> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && !isLoopbackHost(url.hostname))) throw new OutgoingError('forbidden');
  const deps = { ...outgoing, allowed: new Set([...outgoing.allowed, hostAndPort(new URL(issuer))]) };
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), whole]);
  const answer = await callOutside(deps, address, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { ...headers, [PURPOSE_HEADER]: SIGN_IN_PURPOSE },
    ...(body instanceof URLSearchParams ? { body: new Uint8Array(new TextEncoder().encode(body.toString())) } : {}),
    signal,
    redirects: 0,
  });
  try {
    const bytes = answer.body ? await readAtMost(answer.body, MAX_BYTES) : new Uint8Array();
    if (!bytes) throw new OutgoingError('unreachable', 'the answer is too long');
    const { status } = answer;
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers: answer.headers });
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    throw new OutgoingError(signal.aborted ? 'slow' : 'unreachable', error);
  } finally {
    answer.close();
  }
}
