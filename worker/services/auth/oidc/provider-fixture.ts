/** A sign-in provider for tests, which can be made to answer wrongly, and what a browser does with it. */
import { toBase64Url } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';
import type { TestWorld } from '../auth-fixture.ts';
import type { AuthDeps, AuthParts } from '../deps.ts';
import { sudoOf } from '../factor/factor-fixture.ts';
import { type FlowEnd, finishProviderFlow } from './finish-flow.ts';
import type { BegunFlow } from './flow.ts';
import { makeProviderAccount } from './make-account.ts';

export const ISSUER = 'https://id.example';
const TOKEN_PATH = '/token';

export interface DoublePerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** Changes of its answers; each lasts until it is set back. */
export interface Faults {
  claims: Readonly<Record<string, unknown>>;
  header: Readonly<Record<string, unknown>>;
  /** Signs with a key that it does not publish. */
  isForged: boolean;
  metadata: Readonly<Record<string, unknown>>;
  userinfo: Readonly<Record<string, unknown>>;
  /** Path -> the answer in place of its own. */
  answers: Readonly<Record<string, () => Response | Promise<Response>>>;
}

export const NO_FAULTS: Faults = { claims: {}, header: {}, isForged: false, metadata: {}, userinfo: {}, answers: {} };

interface Grant {
  readonly person: DoublePerson;
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const encode = (value: object): string => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));

async function makeKey() {
  return (await crypto.subtle.generateKey(ES256, true, ['sign', 'verify'])) as CryptoKeyPair;
}

export async function makeProviderDouble(nowMs: () => number) {
  const key = await makeKey();
  const otherKey = await makeKey();
  const grants = new Map<string, Grant>();
  const faults: Faults = { ...NO_FAULTS };
  /** Addresses that were called. */
  const calls: string[] = [];

  async function idToken({ person: { sub }, nonce }: Grant): Promise<string> {
    const seconds = Math.floor(nowMs() / 1_000);
    const claims = { iss: ISSUER, aud: 'magpie', sub, nonce, iat: seconds, exp: seconds + 300, ...faults.claims };
    const header = { alg: 'ES256', kid: 'k1', ...faults.header };
    const text = `${encode(header)}.${encode(claims)}`;
    if (header.alg === 'none') return `${text}.`;
    const { privateKey } = faults.isForged ? otherKey : key;
    const bytes = await crypto.subtle.sign({ ...ES256, hash: 'SHA-256' }, privateKey, new TextEncoder().encode(text));
    return `${text}.${toBase64Url(new Uint8Array(bytes))}`;
  }

  async function token(init: RequestInit): Promise<Response> {
    const body = new URLSearchParams(new TextDecoder().decode(init.body as Uint8Array));
    const grant = grants.get(body.get('code') ?? '');
    const verifier = new TextEncoder().encode(body.get('code_verifier') ?? '');
    const challenge = toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', verifier)));
    const isRight = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri');
    if (!grant || !isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    const authorization = new Headers(init.headers).get('authorization');
    if (authorization !== `Basic ${btoa('magpie:s3cret')}`)
      return Response.json({ error: 'invalid_client' }, { status: 401 });
    return Response.json({ access_token: grant.person.sub, token_type: 'Bearer', id_token: await idToken(grant) });
  }

  async function answer(address: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(address);
    calls.push(address);
    const other = faults.answers[pathname];
    if (other) return other();
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/authorize`,
          token_endpoint: `${ISSUER}${TOKEN_PATH}`,
          userinfo_endpoint: `${ISSUER}/me`,
          jwks_uri: `${ISSUER}/keys`,
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
          ...faults.metadata,
        });
      case '/keys': {
        const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', key.publicKey)) as JsonWebKey;
        return Response.json({ keys: [{ kty, crv, x, y, kid: 'k1', use: 'sig', alg: 'ES256' }] });
      }
      case TOKEN_PATH:
        return token(init);
      default: {
        const sub = new Headers(init.headers).get('authorization')?.replace('Bearer ', '');
        const person = [...grants.values()].find((grant) => grant.person.sub === sub)?.person;
        return Response.json({ ...person, ...faults.userinfo });
      }
    }
  }

  const signInProviders: NonNullable<AuthDeps['signInProviders']> = {
    providers: [{ id: 'acme', name: 'Acme', issuer: ISSUER, clientId: 'magpie' }],
    secrets: new Map([['acme', 's3cret']]),
    outgoing: { allowed: new Set(), ports: new Set(), call: answer },
  };

  return {
    signInProviders,
    faults,
    calls,
    /** The person signs in at the address and is sent back. @returns the query of the redirect address */
    authorize(address: string, person: DoublePerson): URLSearchParams {
      const asked = new URL(address).searchParams;
      const code = newHexId();
      grants.set(code, {
        person,
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: ISSUER });
    },
  };
}

export type ProviderDouble = Awaited<ReturnType<typeof makeProviderDouble>>;

/** The cookies of a browser that was given this Set-Cookie. */
export function cookiesOf(setCookie: string): ReadonlyMap<string, string> {
  const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split('=');
  return new Map([[name, value]]);
}

/** One browser at the sign-in of a world, and at the double. */
export function makeVisits(world: TestWorld, provider: ProviderDouble) {
  const ways = { providerId: 'acme', invitationCode: '', clientId: 'web' };
  const begin = () =>
    world.auth.beginProviderSignIn({ providerId: 'acme', next: '/drive/all', purpose: '' }, world.call());
  const come = async (begun: BegunFlow, answer: URLSearchParams, caller: Caller | null = null, parts = world.parts) => {
    const flow = await world.auth.readProviderFlow(cookiesOf(begun.setCookie), world.time.nowMs);
    return finishProviderFlow(parts, { ...ways, answer, flow }, world.call({ caller }));
  };
  return {
    begin,
    come,
    async visit(who: DoublePerson): Promise<FlowEnd> {
      const begun = await begin();
      return come(begun, provider.authorize(begun.address, who));
    },
    create: (accountToken: string, parts = world.parts) =>
      makeProviderAccount(parts, { ...ways, accountToken }, world.call()),
    async linkTo(caller: Caller, who: DoublePerson, parts = world.parts): Promise<FlowEnd> {
      const input = { providerId: 'acme', sudoToken: await sudoOf(world, caller) };
      const begun = await world.auth.beginProviderLink(input, caller, world.call({ caller }));
      return come(begun, provider.authorize(begun.address, who), caller, parts);
    },
  };
}

/** Parts of a world whose process ends before this call of an object. */
export function partsEndingBefore(step: string, { parts }: TestWorld): AuthParts {
  const { accounts, directory } = parts;
  return { ...parts, accounts: endingBefore(step, accounts), directory: endingBefore(step, directory) };
}

/** Objects whose call of this name never arrives, as in a process that ends before it. */
function endingBefore<T extends ObjectsByName>(step: string, objects: T): T {
  const get = (stub: object, key: string | symbol): unknown =>
    key === step ? () => Promise.reject(new Error('ended')) : Reflect.get(stub, key);
  return { getByName: (name: string) => new Proxy(objects.getByName(name) as object, { get }) } as unknown as T;
}

export const PASSKEY = {
  credentialId: 'c',
  passkeyId: 'p',
  name: 'Key',
  publicKey: 'k',
  counter: 0,
  transports: [],
  synced: false,
  usedMs: null,
};
