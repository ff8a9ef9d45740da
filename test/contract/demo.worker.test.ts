/** The people of the demo, whose password is public. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { configContract } from '#shared/config/contract.ts';
import { env, makeServer, type Server } from './send.ts';
import { visit } from './visit.ts';
import { credentials, ok } from './world.ts';

function seed(server: Server, body?: object): Promise<Response> {
  const headers = { 'x-magpie-internal': env.INTERNAL_TOKEN };
  return visit('/_internal/seed', { method: 'POST', body: body ? JSON.stringify(body) : null, headers, server });
}

const peopleOf = async (server: Server, body?: object): Promise<unknown> => (await seed(server, body)).json();

it('are made in the demo, and by no production server', async () => {
  expect(await peopleOf(makeServer({}))).toEqual({ people: expect.arrayContaining([expect.anything()]) });
  const production = makeServer({ bindings: { MAGPIE_MODE: 'production' } });
  expect(await peopleOf(production)).toEqual({ people: [] });
  expect(await peopleOf(production, { people: [{ name: 'Eve', email: 'eve@example.com' }] })).toEqual({ people: [] });
});

it.each(['mailbox', 'shell', 'ui'])('the page /_dev/%s is in the demo, and in no production server', async (page) => {
  const production = makeServer({ bindings: { MAGPIE_MODE: 'production' } });
  const statusOf = async (server: Server) => (await visit(`/_dev/${page}`, { server })).status;
  expect([await statusOf(makeServer({})), await statusOf(production)]).toEqual([200, 404]);
});

it('more demo people are made by name and address, two of one name too, and sign in', async () => {
  const emails = ['dora', 'dora.two'].map((name) => `${name}-${crypto.randomUUID()}@example.com`);
  const people = emails.map((email, at) => ({ name: 'Dora', email, premium: at === 1 }));
  const made = emails.map((email, at) => ({ email, premium: at === 1, userId: expect.any(String) }));
  expect(await peopleOf(makeServer({}), { people })).toEqual({ people: made });
  for (const email of emails) {
    const { access_token: token } = await ok(authContract.signIn, { body: credentials(email) });
    expect(await ok(authContract.me, { token })).toMatchObject({ name: 'Dora', sub: expect.any(String) });
  }
  expect((await seed(makeServer({}), { people: [{ name: 'Dora' }] })).status).toBe(400);
});

it('the first operator is made by the server itself, once; a person who exists keeps the password', async () => {
  const call = (body: object, verb = 'person/ensure') =>
    visit(`/_internal/${verb}`, {
      body: JSON.stringify(body),
      headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
      server: makeServer({ bindings: { MAGPIE_MODE: 'production' } }),
    });
  const email = `first-${crypto.randomUUID()}@example.com`;
  const first = { email, name: 'First', password: 'a first password 7', operator: true };
  expect(await (await call(first)).json()).toEqual({ person: 'made' });
  expect(await (await call({ ...first, password: 'another password 8' })).json()).toEqual({ person: 'found' });
  const { access_token: token } = await ok(authContract.signIn, {
    body: { client_id: 'cli', username: email, password: first.password },
  });
  expect((await ok(configContract.documents, { token })).documents.length).toBeGreaterThan(0);
  expect((await call({ ...first, email: 'no address' })).status).toBe(400);
  expect((await call({ ...first, email: `x${email}`, password: 'short' })).status).toBe(400);
  // Other files share the list of operators. The demo's own one enters it a little later.
  await expect.poll(async () => (await call({ person: email, role: '' }, 'operator')).status).toBe(200);
});
