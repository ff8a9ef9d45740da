/**
 * Compatible programs on the real server, with `CLIENTS=compatible`: the ways in which independent ones sign in,
 * renew and list, by the wire contract alone.
 */
import { expect, test } from 'vitest';
import { serverOfFile } from '#test/server.ts';
import { DEVICE_ID } from './wire-client.ts';

const [MOBILE, WEB, DESKTOP] = ['YNxT9w7GMdWvEOKa', 'YUMx5nI8ZU8Ap8pm', 'YvtoWO6GNHiuCl7x'];
const ALICE = { username: 'alice@example.com', password: 'magpie-demo' };
const JSON_TYPE = 'application/json; charset=utf-8';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const server = await serverOfFile({ env: { CLIENTS: 'compatible' } });

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly sub: string;
  readonly error?: string;
  readonly error_code?: number;
}

async function post<T = Tokens>(path: string, type: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as T };
}

const json = (fields: object) => JSON.stringify(fields);
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** A listing as these programs ask for it: null, empty and zero mean absent. */
async function listing(token: string): Promise<{ status: number; kind: string }> {
  const query = 'parent_id=&limit=0&page_token=&thumbnail_size=SIZE_MEDIUM&with_audit=true';
  const response = await fetch(`${server.origin}/drive/v1/files?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-device-id': DEVICE_ID },
  });
  return { status: response.status, kind: ((await response.json()) as { kind: string }).kind };
}

async function captcha(clientId: string): Promise<string> {
  const { status, body } = await post<{ captcha_token: string; expires_in: number; url?: string }>(
    `/v1/shield/captcha/init?client_id=${clientId}`,
    JSON_TYPE,
    json({
      client_id: clientId,
      action: `POST:https://user.example.com/v1/auth/signin`,
      device_id: DEVICE_ID,
      captcha_token: '',
      meta: { email: ALICE.username },
      redirect_uri: 'app://callback?state=harbor',
    }),
  );
  expect([status, body.expires_in, body.url ?? '']).toEqual([200, 300, '']);
  return body.captcha_token;
}

const withSecret = { client_id: MOBILE, client_secret: 'anything at all' };

test.each<[string, () => Promise<{ status: number; body: Tokens }>]>([
  ['by JSON with its secret', () => post('/v1/auth/signin', JSON_TYPE, json({ ...withSecret, ...ALICE }))],
  ['by JSON labelled as a form', () => post('/v1/auth/signin', FORM_TYPE, json({ client_id: MOBILE, ...ALICE }))],
  ['by a form', () => post('/v1/auth/signin', FORM_TYPE, form({ ...withSecret, ...ALICE }))],
  [
    'by the id in the query, with a captcha token in the body and empty fields',
    async () =>
      post(
        `/v1/auth/signin?client_id=${DESKTOP}`,
        JSON_TYPE,
        json({ ...ALICE, captcha_token: await captcha(DESKTOP), verification_token: null, grant_type: '' }),
        { 'x-device-id': DEVICE_ID },
      ),
  ],
  [
    'by a captcha token in the header',
    async () =>
      post('/v1/auth/signin', JSON_TYPE, json({ client_id: WEB, ...ALICE }), {
        'x-captcha-token': await captcha(WEB),
        'x-client-id': WEB,
        'x-device-id': `wdi10.${DEVICE_ID}${'x'.repeat(32)}`,
      }),
  ],
  [
    'by the password grant in a form',
    () => post('/v1/auth/token', FORM_TYPE, form({ ...withSecret, ...ALICE, grant_type: 'password' })),
  ],
  [
    'by the password grant with the scope of these programs',
    () =>
      post(
        '/v1/auth/token',
        JSON_TYPE,
        json({ client_id: WEB, ...ALICE, grant_type: 'password', scope: 'user+pan+offline' }),
      ),
  ],
])('a program signs in: %s, and lists the drive', async (_how, signIn) => {
  const { status, body } = await signIn();
  expect({ status, type: typeof body.refresh_token, error: body.error }).toEqual({
    status: 200,
    type: 'string',
    error: undefined,
  });
  const payload = JSON.parse(Buffer.from(body.access_token.split('.')[1] ?? '', 'base64url').toString());
  expect(payload).toMatchObject({ sub: body.sub, scope: 'user pan offline' });
  expect(await listing(body.access_token)).toEqual({ status: 200, kind: 'drive#fileList' });
});

test('a compatible program is refused with a wrong password or an unlisted id', async () => {
  const wrong = await post('/v1/auth/signin', FORM_TYPE, form({ ...withSecret, ...ALICE, password: 'nope' }));
  expect([wrong.status, wrong.body.error, wrong.body.error_code]).toEqual([400, 'invalid_account_or_password', 4022]);
  const unknown = await post('/v1/auth/signin', JSON_TYPE, json({ client_id: 'Zz0000000000000z', ...ALICE }));
  expect(unknown.body.error).toBe('unauthorized_client');
});

test.each([
  ['a form', FORM_TYPE, form],
  ['JSON', JSON_TYPE, json],
  ['JSON labelled as a form', FORM_TYPE, json],
])(
  'a program renews: by %s: the refresh token rotates, and the old one is refused by name and number',
  async (_how, type, write) => {
    const { body: first } = await post('/v1/auth/signin', JSON_TYPE, json({ client_id: MOBILE, ...ALICE }));
    const ask = (refresh_token: string) =>
      post(
        '/v1/auth/token',
        type,
        write({ client_id: MOBILE ?? '', client_secret: 'x', grant_type: 'refresh_token', refresh_token }),
      );
    const { status, body: second } = await ask(first.refresh_token);
    expect(status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const { body: third } = await ask(second.refresh_token);
    expect(await listing(third.access_token)).toMatchObject({ status: 200 });
    const reused = await ask(first.refresh_token);
    expect([reused.status, reused.body.error, reused.body.error_code]).toEqual([400, 'invalid_grant', 4126]);
    expect(JSON.stringify(reused.body)).toContain('has been refreshed at');
  },
);

test('a compatible program gets no code for our pages and no device code', async () => {
  const { body } = await post('/v1/auth/signin', JSON_TYPE, json({ client_id: MOBILE, ...ALICE }));
  const handOff = await post(
    '/v1/user/authorize',
    JSON_TYPE,
    json({
      client_id: 'web',
      response_type: 'code',
      redirect_uri: `${server.origin}/auth`,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    }),
    { authorization: `Bearer ${body.access_token}` },
  );
  expect(handOff.body.error).toBe('unauthorized_client');
  const device = await post('/v1/auth/device/code', JSON_TYPE, json({ client_id: MOBILE }));
  expect(device.body.error).toBe('unauthorized_client');
});
