/** Forms of the sign-in pages that ask whether a human check is due, before they are sent. */
import { beforeAll, expect, it } from 'vitest';
import { makeServer, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { seed } from '#test/contract/world.ts';
import { newHexId } from '#worker/platform/ids.ts';

beforeAll(seed);

function post(path: string, fields: Record<string, string>, headers = {}, server: Server = calm): Promise<Response> {
  return visit(path, { fields, headers: { 'cf-connecting-ip': '203.0.113.19', ...headers }, server });
}

const calm = makeServer({ limits: { mailGapSeconds: 0 }, bindings: { SHIELD_MODE: 'never' } });
const strict = makeServer({ limits: { mailGapSeconds: 0 }, bindings: { SHIELD_MODE: 'always' } });
const freshEmail = () => `${newHexId(8)}@example.com`;

const guesses = makeServer({ limits: { signInAttempts: 2, mailGapSeconds: 0 }, bindings: { SHIELD_MODE: 'auto' } });
const ask = async (path: string, fields: Record<string, string>, server: Server) =>
  (await (await post(path, { ...fields, ask: 'check' }, {}, server)).json()) as { url?: string; token?: string };

it.each(['alice2@example.com', 'nobody-of-that-name'])(
  'a form that asks before it is sent: learns of the check of %s once the tries without one are used up, and uses none',
  async (username) => {
    const fields = { step: 'password', username };
    const answers: unknown[] = [];
    for (let tries = 0; tries < 2; tries += 1) {
      answers.push(await ask('/auth', fields, guesses));
      await post('/auth', { ...fields, password: 'wrong password' }, {}, guesses);
    }
    expect(answers).toEqual([{}, {}]);
    expect((await ask('/auth', fields, guesses)).url).toContain('/human-check?challenge=');
  },
);

it.each(['/auth', '/auth/sign-up', '/auth/reset'])(
  'a form that asks before it is sent: learns at %s whether a code needs the check',
  async (path) => {
    const fields = { step: 'address', email: freshEmail() };
    expect((await ask(path, fields, strict)).url).toContain('/human-check?challenge=');
    const { url, token = '' } = await ask(path, fields, calm);
    expect([url, token.length > 20]).toEqual([undefined, true]);
    const sent = await post(path, { ...fields, captcha_token: token }, {}, calm);
    expect(await sent.text()).toContain('name="code"');
  },
);

it('a form that asks before it is sent is answered for our own pages alone', async () => {
  const other = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await post('/auth', { step: 'password', username: 'alice', ask: 'check' }, other)).status).toBe(403);
});
