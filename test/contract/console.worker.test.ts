/** The command line of an operator elsewhere: who may let it in, what its token opens, and under whose name it acts. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { configContract } from '#shared/config/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { asUserId } from '#shared/ids.ts';
import { servicesOf } from '#worker/compose.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { deviceBody, startDevice } from './cases/oauth.cases.ts';
import { env, send } from './send.ts';
import { visit } from './visit.ts';
import { makePeople, ok, type Person } from './world.ts';

const { alice, olga } = await makePeople();

const { auth, ops, clock } = servicesOf(env);
const CONSOLE = { id: 'console', name: '', via: 'console', role: 'all' } as const;

/** Of an address of its own: a limit counts by address. */
const call = (): CallContext => ({
  requestId: crypto.randomUUID(),
  nowMs: clock.nowMs(),
  locale: 'en-US',
  address: `2001:db8::${crypto.randomUUID().slice(0, 4)}`,
  deviceId: '',
  clientId: '',
  userAgent: '',
  captchaToken: '',
  idempotencyKey: null,
  origin: '',
  caller: null,
});

/** The person's own session allows the command line. @returns its token, or the reason of the refusal */
async function letIn({ token }: Person): Promise<{ token: string; reason: string }> {
  const caller = await auth.verifyBearer(token, clock.nowMs());
  if (!caller) throw new Error('no caller');
  const { device_code: code, user_code: userCode } = await startDevice('ops');
  try {
    await auth.decideDevice({ userCode, isAllowed: true }, caller, call());
  } catch (error) {
    return { token: '', reason: (error as { detail?: { reason?: string } }).detail?.reason ?? String(error) };
  }
  const { access_token: made } = await ok(authContract.token, { body: deviceBody(code, 'ops') });
  return { token: made, reason: '' };
}

async function ask(verb: string, token: string, body: object = {}) {
  const response = await visit(`/console/v1/${verb}`, {
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'x-magpie-operator': alice.userId,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('only an operator lets it in, by a session with the rights of the operator', async () => {
  expect((await letIn(alice)).reason).toBe('operators_only');
  const inner = await letIn(olga);
  expect(inner).toMatchObject({ reason: '', token: expect.any(String) });
  // Its own session cannot let in another.
  expect((await letIn({ ...olga, token: inner.token })).reason).toBe('operators_only');
});

it('its token does the work of operators, under the name of the operator, and nothing else', async () => {
  const { token } = await letIn(olga);
  expect((await ask('config/list', token)).body['documents']).toEqual(expect.arrayContaining([expect.anything()]));
  expect((await ask('health', token)).status).toBe(200);
  expect((await ask('people/find', token, { term: 'alice' })).status).toBe(200);
  const { body: live } = await ask('config/read', token, { name: 'redirects' });
  const { text, version } = live as { text: string; version: number };
  const change = { name: 'redirects', text: `${text}\n# nothing else\n`, base_version: version, note: 'a comment' };
  expect((await ask('config/publish', token, change)).status).toBe(200);
  const { acts } = (await ask('config/log', token, { name: 'redirects' })).body as { acts: { seq: number }[] };
  expect(acts[0]).toMatchObject({ by: olga.userId, via: 'api' });
  const before = await ask('config/log', token, { name: 'redirects', before: acts[0]?.seq });
  expect(before.body['acts']).toEqual(acts.slice(1));
  expect((await ask('config/log', token, { name: 'people' })).body['acts']).not.toContainEqual(acts[0]);

  for (const verb of ['seed', 'scheduled', 'cost', 'person/ensure', 'config/../seed', 'config%2flist', 'nothing', ''])
    expect([verb, (await ask(verb, token)).status]).toEqual([verb, 404]);
  expect((await ask('config/draft', token, { name: 'no document' })).status).toBe(400);
  for (const endpoint of [authContract.me, driveContract.about, configContract.documents])
    expect((await send(endpoint, { token })).status).toBe(403);
});

it('its token makes no operator, gives the operator nothing, and does not change the list of people', async () => {
  const { token } = await letIn(olga);
  const refused = { status: 403, body: { error: 'permission_denied' } };
  expect(await ask('operator', token, { person: alice.email, role: 'all' })).toMatchObject(refused);
  for (const verb of ['rebuild', 'rebuild-objects', 'rebuild-begin', 'rebuild-end'])
    expect([verb, (await ask(`people/${verb}`, token, {})).status]).toEqual([verb, 404]);
  const grant = { product: 'premium-month', reason: 'me' };
  expect(await ask('member/grant', token, { ...grant, person: olga.email })).toMatchObject(refused);
  expect(await ask('member/reverse', token, { person: olga.email, entry: 'x', reason: 'me' })).toMatchObject(refused);
  const { body: other } = await ask('member/reverse', token, { person: alice.email, entry: 'x', reason: 'other' });
  expect(other).toMatchObject({ error: 'not_found' });
});

it('a body that does not fit is refused', async () => {
  const { token } = await letIn(olga);
  for (const [verb, body] of [
    ['operator', { person: 'alice@example.com', role: 'king' }],
    ['operator', { person: 'alice@example.com', role: '', more: 1 }],
    ['operator', { role: '' }],
    ['config/log', { limit: 201 }],
    ['config/log', { limit: 0 }],
    ['config/log', { name: 'moon' }],
    ['config/rollback', { name: 'redirects', version: 0, note: 'x'.repeat(501) }],
  ] as const)
    expect({ verb, ...(await ask(verb, token, body)) }).toMatchObject({
      verb,
      status: 400,
      body: { error: 'invalid_argument' },
    });
});

it('other tokens, and none, are refused', async () => {
  expect((await ask('config/list', '')).status).toBe(401);
  expect((await ask('config/list', 'made-up')).status).toBe(401);
  expect((await ask('config/list', olga.token)).status).toBe(403);
  expect((await ask('config/list', alice.token)).status).toBe(403);
  const plain = await visit('/console/v1/config/list', { headers: { host: 'localhost:8787' } });
  expect(plain.status).toBe(404);
});

it('the rights end with the role, and with the session that gave them', async () => {
  const email = `second-${crypto.randomUUID()}@example.com`;
  const response = await visit('/_internal/seed', {
    body: JSON.stringify({ people: [{ name: 'Second', email, operator: true }] }),
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
  });
  expect(response.status).toBe(200);
  const signedIn = await ok(authContract.signIn, {
    body: { client_id: 'cli', username: email, password: 'magpie-demo' },
  });
  const person = { ...olga, email, userId: asUserId(signedIn.sub), token: signedIn.access_token };
  const first = await letIn(person);
  expect((await ask('health', first.token)).status).toBe(200);
  await ops.setOperator({ person: email, role: '', reason: '' }, CONSOLE);
  expect((await ask('health', first.token)).status).toBe(403);
  await ops.setOperator({ person: email, role: 'all', reason: '' }, CONSOLE);
  expect((await ask('health', first.token)).status).toBe(200);
  await ok(authContract.revoke, { body: { client_id: 'cli', token: signedIn.refresh_token } });
  expect((await ask('health', first.token)).status).toBe(401);
  // Other files share the list of operators.
  await ops.setOperator({ person: email, role: '', reason: '' }, CONSOLE);
});
