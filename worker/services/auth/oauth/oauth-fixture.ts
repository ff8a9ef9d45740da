/** The routes of auth as outside programs call them, with real error bodies and the test's own clock. */
import { Hono } from 'hono';
import { expect } from 'vitest';
import { ERRORS, type ErrorName } from '#shared/errors.ts';
import { makeErrorHandler } from '#worker/edge/errors.ts';
import { addressOf } from '#worker/platform/address.ts';
import { toBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { makeWorld, type TestWorld } from '../auth-fixture.ts';
import { makeAuthRoutes, readClients } from '../index.ts';

export const LOOPBACK = 'http://127.0.0.1:53682/callback';
export const PARTNER_BACK = 'https://partner.example.org/back?from=magpie';
export const PARTNER_SECRET = 'the secret: of a partner';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** The pair of RFC 7636, appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export type Fields = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { error?: string; access_token?: string; refresh_token?: string };
}

export interface OAuthWorld extends Omit<TestWorld, 'post'> {
  /** A form; text is sent as it is. */
  post(path: string, fields: Fields | string, headers?: Fields): Promise<Answer>;
  get(path: string, headers?: Fields): Promise<Answer>;
  /** Tokens of alice, signed in as `cli` or another client with a password. */
  alice(clientId?: string): Promise<{ token: string; refreshToken: string; userId: string }>;
  /** A code out of a session of alice that stays: of the command line for itself, of our pages for any other client. */
  code(more?: Fields, token?: string): Promise<string>;
  /** The form that exchanges it. */
  exchange(code: string, more?: Fields, headers?: Fields): Promise<Answer>;
  startDevice(clientId?: string): Promise<{ deviceCode: string; userCode: string }>;
  decide(userCode: string, isAllowed: boolean, token?: string): Promise<void>;
  poll(deviceCode: string, clientId?: string): Promise<Answer>;
}

export const bearer = (token: string): Fields => ({ authorization: `Bearer ${token}` });

export async function challengeOf(verifier: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

export const authorizeFields: Fields = {
  client_id: 'cli',
  response_type: 'code',
  redirect_uri: LOOPBACK,
  scope: 'user pan offline',
  state: 'a state',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

export const codeFields = (code: string, more: Fields = {}): Fields => ({
  client_id: 'cli',
  grant_type: 'authorization_code',
  code,
  redirect_uri: LOOPBACK,
  code_verifier: VERIFIER,
  ...more,
});

/** Clients of the tests: ours, and a partner with a secret and an https address. */
export async function testClients() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(PARTNER_SECRET));
  return readClients(
    JSON.stringify([
      {
        id: 'partner',
        name: 'A partner',
        redirectUris: [PARTNER_BACK],
        grants: ['authorization_code', 'refresh_token'],
        secretSha256: toHex(new Uint8Array(digest)),
      },
    ]),
  );
}

export async function makeOAuthWorld(jwtPrivateJwk?: string): Promise<OAuthWorld> {
  const clients = await testClients();
  const world = await makeWorld({}, {}, { clients, ...(jwtPrivateJwk ? { jwtPrivateJwk } : {}) });
  const app = new Hono<AppEnv>();
  app.onError(makeErrorHandler(async () => new Response('a page', { status: 500 })));
  app.use(async (c, next) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    const caller = await world.auth.verifyBearer(bearer, world.time.nowMs);
    const address = addressOf(c.req.raw.headers) || '203.0.113.9';
    c.set('locale', 'en-US');
    c.set('call', world.call({ caller, address, clientId: c.req.header('x-client-id') ?? '' }));
    c.set('bodyBytes', 100_000);
    await next();
  });
  app.route('/', makeAuthRoutes(world.parts));

  async function answerOf(response: Response): Promise<Answer> {
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
  }
  const post: OAuthWorld['post'] = async (path, fields, headers = {}) =>
    answerOf(
      await app.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
    );
  const alice: OAuthWorld['alice'] = async (clientId = 'cli') => {
    const { tokens } = await world.signIn({ clientId });
    return { token: tokens.access_token, refreshToken: tokens.refresh_token, userId: tokens.sub };
  };
  const staying = new Map<string, ReturnType<OAuthWorld['alice']>>();
  const aliceToken = async (clientId = 'cli') => {
    const known = staying.get(clientId) ?? alice(clientId);
    staying.set(clientId, known);
    return (await known).token;
  };

  return {
    ...world,
    post,
    get: async (path, headers = {}) => answerOf(await app.request(path, { headers })),
    alice,
    async code(more = {}, token) {
      const { body } = await post(
        '/v1/user/authorize',
        { ...authorizeFields, ...more },
        // Our pages may make codes for any client; a command line for itself.
        bearer(token ?? (await aliceToken(more['client_id'] === undefined ? 'cli' : 'web'))),
      );
      if (typeof body['code'] !== 'string') throw new Error(`no code: ${JSON.stringify(body)}`);
      return body['code'];
    },
    exchange: (code, more, headers) => post('/v1/auth/token', codeFields(code, more), headers),
    async startDevice(clientId = 'tv') {
      const { body } = await post('/v1/auth/device/code', { client_id: clientId });
      return { deviceCode: String(body['device_code']), userCode: String(body['user_code']) };
    },
    async decide(userCode, isAllowed, token) {
      const caller = await world.bearer(token ?? (await aliceToken()));
      await world.auth.decideDevice({ userCode, isAllowed }, caller, world.call());
    },
    poll: (deviceCode, clientId = 'tv') =>
      post('/v1/auth/token', { client_id: clientId, grant_type: DEVICE_GRANT, device_code: deviceCode }),
  };
}

/** By name, number and status, and without a token. */
export function expectRefusal({ status, headers, body }: Answer, name: ErrorName): void {
  const row = ERRORS[name];
  expect({ error: body.error, code: body['error_code'], status }, JSON.stringify(body)).toEqual({
    error: name,
    code: row.code,
    status: row.httpStatus,
  });
  expect(body['error_description']).toMatch(/\S/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).not.toHaveProperty('access_token');
}
