/** Pages at an address instead of a name offer no passkeys: browsers refuse them there. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { totpCode } from '#worker/services/auth/factor/totp.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer, sudoFor } from './cases/newcomer.ts';
import { formOf } from './page-visits.ts';
import { makeServer, ORIGIN, runningServer, type Server } from './send.ts';
import { makePeople, objects, ok } from './world.ts';

const ADDRESS = 'http://127.0.0.1:8787';
const byAddress = makeServer({ bindings: { APP_ORIGIN: ADDRESS, CONTENT_ORIGIN: 'http://localhost:8787' } });

await makePeople();

/** One browser at one of the two servers. */
function browserAt(server: Server, origin: string) {
  let cookie = '';
  return async (path: string, fields?: Record<string, string>) => {
    const answer = await server(
      new Request(`${origin}${path}`, {
        ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
        headers: {
          host: new URL(origin).host,
          origin,
          'sec-fetch-site': 'same-origin',
          'accept-language': 'en-US',
          'cf-connecting-ip': '203.0.113.66',
          ...(cookie === '' ? {} : { cookie }),
        },
        redirect: 'manual',
      }),
    );
    cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
    return { answer, text: await answer.text() };
  };
}

const atName = () => browserAt(runningServer, ORIGIN);
const atAddress = () => browserAt(byAddress, ADDRESS);
const login = ({ email }: NewPerson) => ({ username: email, password: NEWCOMERS_PASSWORD });
const confirmed = { step: 'confirm', password: NEWCOMERS_PASSWORD };
const WORD = /passkey|webauthn/i;

async function storePasskey({ userId }: NewPerson): Promise<void> {
  await runInDurableObject(objects.accounts.getByName(userId), (_account, state) => {
    state.storage.sql.exec(
      `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms)
       VALUES ('c', 'p', 'Old laptop', 'x', 0, '', 0, 0)`,
    );
  });
}

test('the sign-in, the account and its security do not name them', async () => {
  const person = await newcomer();
  for (const [visit, isOffered] of [
    [atName(), true],
    [atAddress(), false],
  ] as const) {
    const signIn = await visit('/auth');
    expect([signIn.answer.status, WORD.test(signIn.text)]).toEqual([200, isOffered]);
    expect((await visit('/auth', login(person))).answer.status).toBe(303);
    for (const path of ['/drive/account', '/drive/account/security']) {
      const page = await visit(path);
      expect([path, page.answer.status, WORD.test(page.text)]).toEqual([path, 200, isOffered]);
    }
    const open = await visit('/drive/account/security', confirmed);
    expect([open.text.includes('name="sudo_token"'), WORD.test(open.text)]).toEqual([true, isOffered]);
  }
});

test('the form of one leads back to the sign-in', async () => {
  const { answer } = await atAddress()('/auth/passkey', { challenge_token: 'x', credential: '{}', next: '/drive' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth?next=%2Fdrive']);
});

test('one from the time of a name can be removed, is no second step, and nothing offers another', async () => {
  const person = await newcomer();
  await storePasskey(person);
  const visit = atAddress();
  await visit('/auth', login(person));
  const { text } = await visit('/drive/account/security', confirmed);
  expect(text).toContain('Old laptop');
  expect(text).toContain('Passkeys don’t work while you use this site at a numeric address.');
  expect(text).not.toContain('data-passkey');

  const sudo_token = await sudoFor(person, NEWCOMERS_PASSWORD);
  const { secret, setup_token } = await ok(authContract.setUpTwoFactor, { token: person.token, body: { sudo_token } });
  const body = { setup_token, code: totpCode(secret, Date.now()) };
  await ok(authContract.enableTwoFactor, { token: person.token, body });
  const [named, addressed] = [await atName()('/auth', login(person)), await atAddress()('/auth', login(person))];
  for (const each of [named, addressed]) expect(each.text).toContain('name="two_factor_code"');
  expect([named, addressed].map((each) => each.text.includes('data-passkey'))).toEqual([true, false]);

  const removal = text.split('<form').find((form) => form.includes('value="passkey-remove"')) ?? '';
  const removed = await visit('/drive/account/security', formOf(`<form${removal}`, 'passkey-remove'));
  expect(removed.text).toContain('Passkey removed.');
  expect(removed.text).not.toContain('Old laptop');
});
