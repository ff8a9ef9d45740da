/** Every endpoint that needs a bearer refuses one that was given for less: tried with a token of each other scope. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import type { Scope } from '#shared/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { codeBody, makeCode } from './cases/oauth.cases.ts';
import { expectRefusal } from './expect.ts';
import { pathOf, send } from './send.ts';
import { makePeople, ok, UNKNOWN_ID } from './world.ts';

const needing = ENDPOINTS.filter(({ callers }) => callers === 'person' || callers === 'operator');
const OTHER: Readonly<Record<Scope, string>> = { user: 'pan offline', pan: 'user offline' };
const bearers = new Map<string, string>();

const { alice } = await makePeople();
for (const scope of [...Object.values(OTHER), 'user', 'pan']) {
  const tokens = await ok(authContract.token, { body: codeBody(await makeCode(alice, { scope })) });
  bearers.set(scope, tokens.access_token);
}

it('some endpoints of each scope', () => {
  expect(new Set(needing.map(({ scope }) => scope))).toEqual(new Set(['user', 'pan']));
});

for (const endpoint of needing)
  it(endpoint.id, async () => {
    const ask = {
      token: bearers.get(OTHER[endpoint.scope]),
      params: {
        id: UNKNOWN_ID,
        order_id: UNKNOWN_ID,
        version_id: UNKNOWN_ID,
        file_id: UNKNOWN_ID,
        name: 'redirects',
        version: 1,
        key: 'key',
        part: 1,
      },
    };
    const response = await send(endpoint, ask);
    const text = await response.clone().text();
    await expectRefusal(endpoint, response, 'permission_denied', pathOf(endpoint, ask.params));
    expect(text).toContain('"insufficient_scope"');
    expect(text).toContain(`"scope":"${endpoint.scope}"`);
  });

for (const endpoint of needing)
  for (const scope of endpoint.alsoScopes)
    it(`${endpoint.id} for want of ${scope}`, async () => {
      const response = await send(endpoint, { token: bearers.get(OTHER[scope]) });
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(`"scope":"${scope}"`)]);
    });

it.each(['auth.me', 'drive.about', 'drive.list'])('a token with the scope alone is enough for: %s', async (id) => {
  const endpoint = needing.find((each) => each.id === id);
  if (!endpoint) throw new Error(`no ${id}`);
  expect((await send(endpoint, { token: bearers.get(endpoint.scope) })).status).toBe(200);
});
