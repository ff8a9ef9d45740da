/**
 * OpenID Connect with one provider: where a sign-in begins, and who its answer is about. The only file that uses oauth4webapi.
 * @source OpenID Connect Core 1.0 section 3.1, RFC 9700, RFC 9207
 */
import * as oauth from 'oauth4webapi';
import { isAppError } from '#shared/errors.ts';
import { isLoopbackHost } from '#shared/loopback.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import type { ProviderConfig } from '#worker/env-providers.ts';
import { type Clock, systemClock } from '#worker/platform/clock.ts';
import { logError } from '#worker/platform/log.ts';
import { type OutgoingDeps, OutgoingError } from '#worker/platform/outgoing/outgoing.ts';
import { claimedEmail } from './claimed-email.ts';
import { callProvider, type ProviderRequest } from './provider-fetch.ts';
import { DEADLINE_MS, makeProviderPlaces } from './provider-places.ts';
import { providerRefusal } from './refusals.ts';

/** A flow as this browser began it; all three are random. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** A person as a provider names one. */
export interface Identity {
  readonly providerId: string;
  readonly issuer: string;
  /** Never changes and is never given to another person. */
  readonly subject: string;
  /** '' unless the provider has confirmed it. */
  readonly email: string;
  /** '' when it gives none. */
  readonly name: string;
}

export interface ProviderClient {
  readonly providers: readonly ProviderConfig[];
  /** @returns the address to send the browser to. @throws AppError provider_error */
  begin(provider: ProviderConfig, secrets: FlowSecrets): Promise<string>;
  /** @param answer  the query of the redirect address. @throws AppError provider_error */
  finish(provider: ProviderConfig, answer: URLSearchParams, secrets: FlowSecrets): Promise<Identity>;
}

export interface ProviderClientDeps {
  readonly providers: readonly ProviderConfig[];
  readonly secrets: ReadonlyMap<string, string>;
  readonly outgoing: OutgoingDeps;
  readonly appOrigin: string;
  readonly clock: Clock;
}

/** How long metadata is used before it is read again; after it while that fails. */
const METADATA_MS = HOUR_MS;
/** How long metadata that could not be read is not asked for again. */
const FAILURE_MS = 10 * SECOND_MS;
/** Clocks that differ by less do no harm. */
const CLOCK_TOLERANCE_SECONDS = 60;
const SCOPE = 'openid email profile';
const MAX_SUBJECT_CHARS = 255;
const MAX_NAME_CHARS = 200;

export function redirectUriOf(appOrigin: string, { id }: Pick<ProviderConfig, 'id'>): string {
  return `${appOrigin}/auth/oidc/${id}`;
}

/** Metadata and keys of a provider. */
interface Known {
  readonly as: oauth.AuthorizationServer;
  readonly keys: oauth.JWKSCacheInput;
  readonly untilMs: number;
}

/** Metadata could not be read a moment ago, or is being read again. */
interface Pause {
  readonly refusal: Error;
  readonly untilMs: number;
}

/** Errors of the token endpoint, and of the redirect, that a second try may not have. */
const PASSING = new Set(['temporarily_unavailable', 'server_error']);

/** The refusal that the person sees. Details go to the log, which never has a code, a token or an address. */
function refusalOf(error: unknown, { id, name }: ProviderConfig): Error {
  if (isAppError(error)) return error;
  if (error instanceof OutgoingError) {
    logError('auth.provider', error, { provider: id, reason: error.reason });
    return providerRefusal('unreachable', name);
  }
  const fault = error as { code?: unknown; error?: unknown; status?: unknown; message?: unknown };
  const code = typeof fault.error === 'string' ? fault.error : String(fault.code ?? '');
  if (code === 'access_denied' || code === 'interaction_required' || code === 'login_required')
    return providerRefusal('denied', name);
  // The code was used or has expired: a second press, or the address opened again.
  if (code === 'invalid_grant') return providerRefusal('over', name);
  logError('auth.provider', new Error(String(fault.message ?? 'unknown').slice(0, 300)), { provider: id, code });
  if (PASSING.has(code) || (typeof fault.status === 'number' && fault.status >= 500))
    return providerRefusal('unreachable', name);
  return providerRefusal(code === oauth.JWT_TIMESTAMP_CHECK ? 'clock' : 'refused', name);
}

/** An answer in the 5xx range is no answer: oauth4webapi would call it malformed. */
async function requireAnswer(response: Response): Promise<Response> {
  if (response.status < 500) return response;
  throw new OutgoingError('unreachable', `it answered ${response.status}`);
}

function clientAuthOf(as: oauth.AuthorizationServer, secret: string | undefined): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  // Without a list `client_secret_basic` is the only one (OpenID Connect Discovery 3).
  const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}

function textOf(value: unknown, maxChars: number): string {
  return typeof value === 'string' ? value.slice(0, maxChars) : '';
}

/** The claims that count, whichever of the two answers has them. */
function identityOf(provider: ProviderConfig, subject: string, claims: Readonly<Record<string, unknown>>): Identity {
  if (subject.length > MAX_SUBJECT_CHARS) throw providerRefusal('refused', provider.name);
  return {
    providerId: provider.id,
    issuer: new URL(provider.issuer).href,
    subject,
    email: claims['email_verified'] === true ? claimedEmail(claims['email']) : '',
    name: textOf(claims['name'], MAX_NAME_CHARS) || textOf(claims['preferred_username'], MAX_NAME_CHARS),
  };
}

function optionsOf(outgoing: OutgoingDeps, { issuer }: ProviderConfig, signal: AbortSignal) {
  return {
    // The configuration allows http for loopback alone, and callProvider checks each address.
    [oauth.allowInsecureRequests]: isLoopbackHost(new URL(issuer).hostname),
    [oauth.customFetch]: async (address: string, request: ProviderRequest) =>
      requireAnswer(await callProvider(outgoing, issuer, address, { ...request, signal })),
  };
}

type ReadKnown = (provider: ProviderConfig, signal: AbortSignal) => Promise<Known>;

/** @throws AppError provider_error, at once within FAILURE_MS of a failure */
function makeReadKnown({ outgoing, clock }: Pick<ProviderClientDeps, 'outgoing' | 'clock'>): ReadKnown {
  const known = new Map<string, Known>();
  const pauses = new Map<string, Pause>();

  async function readAgain(provider: ProviderConfig, signal: AbortSignal): Promise<Known> {
    const issuer = new URL(provider.issuer);
    const response = await oauth.discoveryRequest(issuer, optionsOf(outgoing, provider, signal));
    const as = await oauth.processDiscoveryResponse(issuer, response);
    const keys = known.get(provider.id)?.keys ?? {};
    return { as, keys, untilMs: clock.nowMs() + METADATA_MS };
  }

  function pause({ id }: ProviderConfig, refusal: Error, lengthMs: number): void {
    pauses.set(id, { refusal, untilMs: clock.nowMs() + lengthMs });
  }

  return async (provider, signal) => {
    const { id, name } = provider;
    const now = clock.nowMs();
    const cached = known.get(id);
    if (cached && now < cached.untilMs) return cached;
    const paused = pauses.get(id);
    if (paused && now < paused.untilMs) {
      if (cached) return cached;
      throw paused.refusal;
    }
    // One call reads it again; the others use what there is.
    if (cached) pause(provider, providerRefusal('unreachable', name), DEADLINE_MS);
    try {
      const fresh = await readAgain(provider, signal);
      known.set(id, fresh);
      pauses.delete(id);
      return fresh;
    } catch (error) {
      const refusal = refusalOf(error, provider);
      pause(provider, refusal, FAILURE_MS);
      if (cached) return cached;
      throw refusal;
    }
  };
}

export function makeProviderClient(deps: ProviderClientDeps): ProviderClient {
  const { appOrigin, clock, outgoing } = deps;
  const knownOf = makeReadKnown(deps);
  const places = makeProviderPlaces(clock);

  function clientOf(provider: ProviderConfig): oauth.Client {
    return {
      client_id: provider.clientId,
      [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
      [oauth.clockSkew]: Math.round((clock.nowMs() - systemClock.nowMs()) / SECOND_MS),
    };
  }

  async function begin(provider: ProviderConfig, secrets: FlowSecrets, signal: AbortSignal): Promise<string> {
    const { as } = await knownOf(provider, signal);
    const address = URL.parse(as.authorization_endpoint ?? '');
    const isSafe =
      address?.protocol === 'https:' || (address?.protocol === 'http:' && isLoopbackHost(address.hostname));
    if (!address || !isSafe) throw new Error('the provider has no safe authorization endpoint');
    const fields = {
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUriOf(appOrigin, provider),
      scope: SCOPE,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
    return address.href;
  }

  async function finish(
    provider: ProviderConfig,
    { answer, secrets, signal }: { answer: URLSearchParams; secrets: FlowSecrets; signal: AbortSignal },
  ): Promise<Identity> {
    const { as, keys } = await knownOf(provider, signal);
    const client = clientOf(provider);
    const options = optionsOf(outgoing, provider, signal);
    const checked = oauth.validateAuthResponse(as, client, answer, secrets.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      clientAuthOf(as, deps.secrets.get(provider.id)),
      checked,
      redirectUriOf(appOrigin, provider),
      secrets.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(as, response, { ...options, [oauth.jwksCache]: keys });
    const claims = oauth.getValidatedIdTokenClaims(tokens);
    if (!claims) throw new Error('there is no id token');
    const isWhole = typeof claims['email'] === 'string' && typeof claims['email_verified'] === 'boolean';
    if (isWhole || as.userinfo_endpoint === undefined) return identityOf(provider, claims.sub, claims);
    const asked = await oauth.userInfoRequest(as, client, tokens.access_token, options);
    const more = await oauth.processUserInfoResponse(as, client, claims.sub, asked);
    return identityOf(provider, claims.sub, { ...claims, ...more });
  }

  /** A provider without a free place is one that does not answer in time. */
  async function inPlace<T>(provider: ProviderConfig, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      const done = places.run(provider.id, work);
      if (!done) throw providerRefusal('unreachable', provider.name);
      return await done;
    } catch (error) {
      throw refusalOf(error, provider);
    }
  }

  return {
    providers: deps.providers,
    begin: (provider, secrets) => inPlace(provider, (signal) => begin(provider, secrets, signal)),
    finish: (provider, answer, secrets) => inPlace(provider, (signal) => finish(provider, { answer, secrets, signal })),
  };
}
