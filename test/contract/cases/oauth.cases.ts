/** Cases of the authorization service: codes, devices, introspection, discovery, and the grants of the token endpoint. */

import { runInDurableObject } from 'cloudflare:test';
import { authContract } from '#shared/auth/contract.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Caller } from '#worker/platform/request.ts';
import { forAnyone, forPerson, type MatrixRows } from '../callers.ts';
import type { Case, ContractCases } from '../cases.ts';
import { type Ask, env, makeServer, send } from '../send.ts';
import { objects, ok, type Person, signIn, type World } from '../world.ts';

type OAuthRows = Pick<
  typeof authContract,
  'authorize' | 'deviceCode' | 'introspect' | 'introspectByPost' | 'serverMetadata' | 'jwks' | 'revoke'
>;

/** The pair of RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const LOOPBACK = 'http://127.0.0.1:53682/callback';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Adds a client that has a secret. */
export const SECRET = 'the secret of a partner';

async function partnerServer(): Promise<ReturnType<typeof makeServer>> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(SECRET)));
  const secretSha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const partner = {
    id: 'partner',
    name: 'A partner',
    redirectUris: ['https://partner.example.org/back'],
    grants: ['authorization_code', 'refresh_token', 'device_code'],
    secretSha256,
  };
  return makeServer({ bindings: { CLIENTS: JSON.stringify([partner]) } });
}

export const authorizeBody = {
  client_id: 'cli',
  response_type: 'code',
  redirect_uri: LOOPBACK,
  scope: 'user+pan+offline',
  state: 'a state',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

export async function makeCode(person: Pick<Person, 'token'>, more: object = {}): Promise<string> {
  return (await ok(authContract.authorize, { token: person.token, body: { ...authorizeBody, ...more } })).code;
}

export const codeBody = (code: string, more: object = {}) => ({
  client_id: 'cli',
  grant_type: 'authorization_code',
  code,
  redirect_uri: LOOPBACK,
  code_verifier: VERIFIER,
  ...more,
});

export async function callerOf(person: Pick<Person, 'token'>): Promise<Caller> {
  const caller = await servicesOf(env).auth.verifyBearer(person.token, Date.now());
  if (!caller) throw new Error('no living bearer');
  return caller;
}

const call = {
  requestId: 'r',
  nowMs: 0,
  locale: 'en-US' as const,
  address: '',
  deviceId: '',
  clientId: '',
  userAgent: '',
  captchaToken: '',
  idempotencyKey: null,
  origin: '',
  caller: null,
};

/** The limit of one address is 60 an hour, so every request comes from its own. */
const byte = () => Math.floor(Math.random() * 256);
/** Among so many addresses no other test has used the one. */
const fromAnywhere = () => ({ 'cf-connecting-ip': `198.18.${byte()}.${byte()}` });

export async function startDevice(clientId = 'tv'): Promise<{ device_code: string; user_code: string }> {
  return ok(authContract.deviceCode, { headers: fromAnywhere(), body: { client_id: clientId } });
}

export async function decide(person: Pick<Person, 'token'>, userCode: string, isAllowed: boolean): Promise<void> {
  const nowMs = Date.now();
  const caller = await callerOf(person);
  await servicesOf(env).auth.decideDevice({ userCode, isAllowed }, caller, { ...call, nowMs });
}

export const deviceBody = (device_code: string, client_id = 'tv') => ({
  client_id,
  grant_type: DEVICE_GRANT,
  device_code,
});

/** Ends the life of a device code. */
export async function age(deviceCode: string): Promise<void> {
  await runInDurableObject(objects.shield.getByName(`shield-${deviceCode.slice(0, 2)}`), (_shield, state) => {
    state.storage.sql.exec('UPDATE device_codes SET until_ms = 1');
  });
}

const decided =
  (isAllowed: boolean): Case =>
  async ({ bob }) => {
    const { device_code, user_code } = await startDevice();
    await decide(await signIn(bob.email), user_code, isAllowed);
    return { body: deviceBody(device_code) };
  };

/** Grants of the token endpoint besides refresh and password. */
export const grantSuccess: Readonly<Record<string, Case>> = {
  'tokens for a code': async ({ alice }) => ({ body: codeBody(await makeCode(alice)) }),
  'no refresh token without the scope offline': async ({ alice }) => ({
    body: codeBody(await makeCode(alice, { scope: 'user pan' })),
  }),
  'tokens for a device that was allowed': decided(true),
};

export const grantErrors = {
  invalid_request: async ({ alice }: World) => ({ body: codeBody(await makeCode(alice), { code_verifier: '' }) }),
  unsupported_grant_type: () => ({ body: { client_id: 'cli', grant_type: 'magic' } }),
  invalid_client: async () => ({
    server: await partnerServer(),
    body: { client_id: 'partner', client_secret: 'wrong', grant_type: 'refresh_token', refresh_token: 'noise' },
  }),
  invalid_scope: async ({ bob }: World) => {
    const code = await makeCode(await signIn(bob.email), { scope: 'user offline' });
    const { refresh_token } = await ok(authContract.token, { body: codeBody(code) });
    return { body: { client_id: 'cli', grant_type: 'refresh_token', refresh_token, scope: 'user pan' } };
  },
  authorization_pending: async () => ({ body: deviceBody((await startDevice()).device_code) }),
  slow_down: async () => {
    const { device_code } = await startDevice();
    await (await send(authContract.token, { body: deviceBody(device_code) })).body?.cancel();
    return { body: deviceBody(device_code) };
  },
  expired_token: async () => {
    const { device_code } = await startDevice();
    await age(device_code);
    return { body: deviceBody(device_code) };
  },
  access_denied: decided(false),
} satisfies Readonly<Record<string, Case>>;

const asked =
  (more: object): Case =>
  ({ alice: { token } }) => ({ token, body: { ...authorizeBody, ...more } });

/** A request about a token of alice; `where` puts the token into the call. */
function introspectionErrors(where: (fields: Record<string, string>) => Ask) {
  return {
    unauthenticated: ({ alice }: World) => where({ token: alice.token }),
    invalid_request: ({ alice: { token } }: World) => ({ ...where({ token: '' }), token }),
    unauthorized_client: () => where({ token: 'noise', client_id: 'stranger' }),
    invalid_client: async () => ({
      ...where({ token: 'noise' }),
      server: await partnerServer(),
      headers: { authorization: `Basic ${btoa('partner:wrong')}` },
    }),
  };
}

const introspectionSuccess = (where: (fields: Record<string, string>) => Ask): Readonly<Record<string, Case>> => ({
  'what an access token is worth': ({ alice: { token } }) => ({ ...where({ token }), token }),
  'what a refresh token is worth': ({ alice: { token, refreshToken } }) => ({
    ...where({ token: refreshToken }),
    token,
  }),
  'that a token nobody gave is worth nothing': ({ alice: { token } }) => ({ ...where({ token: 'noise' }), token }),
});

const inQuery = (query: Record<string, string>): Ask => ({ query });
const inBody = (body: Record<string, string>): Ask => ({ body });

export const oauthCases: ContractCases<OAuthRows> = {
  authorize: {
    success: {
      'a code for a client': asked({}),
      'a code that is handed over by other means': asked({ redirect_uri: null }),
    },
    errors: {
      invalid_request: asked({ redirect_uri: 'https://evil.example.org/' }),
      unauthorized_client: asked({ client_id: 'tv', redirect_uri: null }),
      unsupported_response_type: asked({ response_type: 'token' }),
      invalid_scope: asked({ scope: 'user+everything' }),
      permission_denied: async ({ alice }) => {
        const { access_token: token } = await ok(authContract.token, {
          body: codeBody(await makeCode(alice, { scope: 'pan' })),
        });
        return { token, body: authorizeBody };
      },
    },
  },
  deviceCode: {
    success: {
      'codes for a device': () => ({ headers: fromAnywhere(), body: { client_id: 'tv', scope: 'user pan' } }),
    },
    errors: {
      invalid_request: () => ({ body: { scope: 'user' } }),
      unauthorized_client: () => ({ body: { client_id: 'android' } }),
      invalid_client: async () => ({ server: await partnerServer(), body: { client_id: 'partner' } }),
      invalid_scope: () => ({ body: { client_id: 'tv', scope: 'everything' } }),
      too_many_requests: async () => {
        const ask: Ask = { headers: { 'cf-connecting-ip': '198.51.100.251' }, body: { client_id: 'tv' } };
        for (let sent = 0; sent < 60; sent += 1) await ok(authContract.deviceCode, ask);
        return ask;
      },
    },
  },
  introspect: { success: introspectionSuccess(inQuery), errors: introspectionErrors(inQuery) },
  introspectByPost: { success: introspectionSuccess(inBody), errors: introspectionErrors(inBody) },
  serverMetadata: { success: { 'where everything is': () => ({}) }, errors: {} },
  jwks: { success: { 'the open keys': () => ({}) }, errors: {} },
  revoke: {
    success: {
      'nothing for a token that is named': async ({ bob }) => ({ body: { token: (await signIn(bob.email)).token } }),
      'nothing for its own bearer': async ({ bob }) => ({ token: (await signIn(bob.email)).token, body: {} }),
      'nothing for a token nobody gave': () => ({ body: { token: 'noise' } }),
      'nothing for a program that ends its own': async ({ bob }) => ({
        body: { client_id: 'cli', token: (await signIn(bob.email)).refreshToken, token_type_hint: 'refresh_token' },
      }),
    },
    errors: {
      invalid_request: () => ({ body: '"a text"' }),
      unauthorized_client: async ({ bob }) => ({
        body: { client_id: 'tv', token: (await signIn(bob.email)).token },
      }),
      invalid_client: async () => ({
        server: await partnerServer(),
        body: { client_id: 'partner', client_secret: 'wrong', token: 'noise' },
      }),
    },
  },
};

export const oauthMatrix: MatrixRows<OAuthRows> = {
  revoke: forAnyone(() => ({ body: { token: 'noise' } })),
  authorize: forPerson(() => ({ body: authorizeBody }), 'own'),
  deviceCode: forAnyone(() => ({ body: { client_id: 'tv' } })),
  // A question about another person's token is answered as for an invalid token.
  introspect: forPerson(({ token }) => ({ query: { token } }), 'own'),
  introspectByPost: forPerson(({ token }) => ({ body: { token } }), 'own'),
  serverMetadata: forAnyone(() => ({})),
  jwks: forAnyone(() => ({})),
};
