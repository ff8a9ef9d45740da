import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, it } from 'vitest';
import { toBase64Url } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import { APP_ORIGIN, makeWorld, type TestWorld } from '../auth-fixture.ts';
import { type Lies, makeAuthenticator, type SoftAuthenticator } from '../authenticator-fixture.ts';
import { sendTokens } from '../session/by-api.ts';
import { caughtBy, guardAlice, refusalOf, sudoOf } from './factor-fixture.ts';
import type { PasskeyChallenge } from './webauthn.ts';

let world: TestWorld;
let alice: Caller;
let device: SoftAuthenticator;
beforeEach(async () => {
  world = await makeWorld();
  alice = await world.bearer((await world.signIn()).tokens.access_token);
  device = await makeAuthenticator(APP_ORIGIN);
});

const begin = async (caller = alice) =>
  world.auth.passkeyOptions(caller, { sudoToken: await sudoOf(world, caller) }, world.call({ caller }));
const keep = (challenge: PasskeyChallenge, credential: object, caller = alice, name = 'Laptop') =>
  world.auth.addPasskey(
    caller,
    { challengeToken: challenge.challengeToken, credential: { ...credential }, name },
    world.call({ caller }),
  );
const add = async (authenticator = device, caller = alice, lies: Lies = {}) => {
  const challenge = await begin(caller);
  return keep(challenge, await authenticator.create(challenge.options, lies), caller);
};
const remove = async (id: string, caller = alice) =>
  world.auth.removePasskey(caller, { id, sudoToken: await sudoOf(world, caller) }, world.call({ caller }));
const ask = (clientId = 'cli') => world.auth.passkeySignInOptions({ clientId }, world.call());
const enter = (challenge: PasskeyChallenge, credential: object, clientId = 'cli') =>
  world.auth.signInByPasskey(
    { clientId, challengeToken: challenge.challengeToken, credential: { ...credential } },
    world.call(),
  );
const signIn = async (lies: Lies = {}, authenticator = device) => {
  const challenge = await ask();
  return enter(challenge, await authenticator.get(challenge.options, lies));
};

it('the options of a new passkey ask for a discoverable credential of a verified person, name the account, and need the password', async () => {
  const { options } = await begin();
  expect(options).toMatchObject({
    rp: { id: 'drive.example.com', name: 'Magpie' },
    user: { name: 'alice@example.com', displayName: 'Alice' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  const call = world.call({ caller: alice });
  expect(await refusalOf(world.auth.passkeyOptions(alice, { sudoToken: 'noise' }, call))).toMatchObject({
    name: 'permission_denied',
  });
});

it('a new passkey is stored with its name, notifies the owner, and excludes its device from the next options', async () => {
  const added = await add();
  expect(added).toMatchObject({ name: 'Laptop', last_used_at: '', synced: false });
  expect(await world.auth.passkeys(alice)).toEqual([added]);
  expect(world.letters.at(-1)).toMatchObject({ kind: 'passkey-added', to: 'alice@example.com' });
  expect((await begin()).options['excludeCredentials']).toMatchObject([{ id: device.credentialId }]);
  expect(await refusalOf(add())).toMatchObject({ name: 'already_exists' });
});

it('a repeated call returns the same passkey, and its challenge makes no other', async () => {
  const challenge = await begin();
  const credential = await device.create(challenge.options);
  const first = await keep(challenge, credential);
  expect(await keep(challenge, credential)).toEqual(first);
  const other = await makeAuthenticator(APP_ORIGIN);
  expect(await refusalOf(keep(challenge, await other.create(challenge.options)))).toMatchObject({
    name: 'invalid_argument',
    reason: 'challenge_used',
  });
  expect(await world.auth.passkeys(alice)).toHaveLength(1);
});

it.each<[string, Lies]>([
  ['of another page', { origin: 'https://evil.example.com' }],
  ['of another host', { rpId: 'example.com' }],
  ['for another challenge', { challenge: toBase64Url(new Uint8Array(32)) }],
  ['of a person the device did not verify', { verified: false }],
])('a new passkey %s is refused', async (_what, lies) => {
  expect(await refusalOf(add(device, alice, lies))).toEqual({ name: 'invalid_argument', reason: 'credential' });
  expect(await world.auth.passkeys(alice)).toEqual([]);
});

it('a new passkey is refused for a malformed credential, a late answer, and a challenge of another person', async () => {
  const challenge = await begin();
  const credential = await device.create(challenge.options);
  for (const noise of [{}, { id: 'x' }, { ...credential, response: { clientDataJSON: 'x' } }])
    expect(await refusalOf(keep(challenge, noise))).toMatchObject({ name: 'invalid_argument' });
  const bob = await world.bearer((await world.signIn({ username: 'bob@example.com' })).tokens.access_token);
  expect(await refusalOf(keep(challenge, credential, bob))).toMatchObject({ name: 'expired_token' });
  world.time.nowMs += 300_000;
  expect(await refusalOf(keep(challenge, credential))).toMatchObject({ name: 'expired_token' });
});

it('an account has at most twenty passkeys', async () => {
  await add();
  await runInDurableObject(world.accounts.getByName(alice.userId), (_account, state) => {
    for (let number = 0; number < 19; number += 1)
      state.storage.sql.exec(
        `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms)
           VALUES (?, ?, 'x', 'x', 0, '', 0, 0)`,
        `c${number}`,
        `p${number}`,
      );
  });
  expect(await refusalOf(add(await makeAuthenticator(APP_ORIGIN)))).toMatchObject({
    name: 'failed_precondition',
    reason: 'too_many_passkeys',
  });
});

it('a passkey has its typed name on one line, and only its owner renames and removes it', async () => {
  const { id } = await add();
  const renamed = await world.auth.renamePasskey(alice, { id, name: ' My\n  old \u202ephone ' });
  expect(renamed.name).toBe('My old phone');
  expect(await refusalOf(world.auth.renamePasskey(alice, { id, name: ' \u200b ' }))).toMatchObject({
    name: 'invalid_argument',
  });
  const bob = await world.bearer((await world.signIn({ username: 'bob@example.com' })).tokens.access_token);
  expect(await refusalOf(world.auth.renamePasskey(bob, { id, name: 'mine' }))).toMatchObject({ name: 'not_found' });
  expect(await refusalOf(remove(id, bob))).toMatchObject({ name: 'not_found' });
  await remove(id);
  expect(await world.auth.passkeys(alice)).toEqual([]);
  expect(await refusalOf(signIn())).toMatchObject({ name: 'invalid_account_or_password' });
});

it('removing a passkey needs the password and notifies the owner by mail', async () => {
  const { id } = await add();
  const bob = await world.bearer((await world.signIn({ username: 'bob@example.com' })).tokens.access_token);
  for (const sudoToken of ['', 'noise', await sudoOf(world, bob)])
    expect(await refusalOf(world.auth.removePasskey(alice, { id, sudoToken }, world.call()))).toEqual({
      name: 'permission_denied',
      reason: 'sudo_required',
    });
  expect(await world.auth.passkeys(alice)).toHaveLength(1);
  await remove(id);
  expect(world.letters.at(-1)).toMatchObject({ kind: 'passkey-removed', to: 'alice@example.com' });
});

it('a passkey opens a session without password or second factor, and stores the time', async () => {
  await add();
  const { tokens, setCookie } = await signIn();
  expect(tokens.sub).toBe(alice.userId);
  expect(setCookie).toContain(tokens.refresh_token);
  expect(await world.bearer(tokens.access_token)).toMatchObject({ userId: alice.userId, clientId: 'cli' });
  expect((await world.auth.passkeys(alice))[0]?.last_used_at).not.toBe('');
  await signIn();
});

it('a passkey replaces the second factor, and the first step lists it', async () => {
  const guarded = await guardAlice(world);
  await add(device, guarded.caller);
  const error = await caughtBy(world.signIn());
  expect(error.detail?.metadata?.['methods']).toBe('code,recovery_code,passkey');
  expect((await signIn()).tokens.sub).toBe(alice.userId);
});

it('the options of a sign-in reveal no account or passkey', async () => {
  await add();
  const { options } = await ask();
  expect(options['allowCredentials']).toBeUndefined();
  expect(options).toMatchObject({ rpId: 'drive.example.com', userVerification: 'required' });
});

it.each<[string, () => Promise<unknown>]>([
  ['with a credential nobody has', async () => signIn({}, await stranger())],
  ['with an unknown id', () => signIn({ credentialId: 'AAAA' })],
  ['for another person', async () => signIn({ userHandle: await handleOf('bob@example.com') })],
  [
    'for a person nobody made',
    () => signIn({ userHandle: toBase64Url(new TextEncoder().encode(`V${'0'.repeat(25)}`)) }),
  ],
  ['for something that is no person', () => signIn({ userHandle: 'AAAA' })],
  ['with a bad signature', () => signIn({ badSignature: true })],
  ['from another page', () => signIn({ origin: 'https://evil.example.com' })],
  ['from another host', () => signIn({ rpId: 'evil.example.com' })],
  ['for another challenge', () => signIn({ challenge: toBase64Url(new Uint8Array(32)) })],
  ['without the person verified', () => signIn({ verified: false })],
  [
    'with a counter that went back',
    async () => {
      await signIn({ counter: 9 });
      return signIn({ counter: 9 });
    },
  ],
  ['with noise', async () => enter(await ask(), { id: 'x' })],
  ['with a challenge that is noise', async () => enter({ challengeToken: 'noise', options: {} }, await device.get({}))],
  [
    'with a challenge for adding',
    async () => {
      const challenge = await begin();
      return enter(challenge, await device.get(challenge.options));
    },
  ],
  [
    'with a challenge that is 300 seconds old',
    async () => {
      const challenge = await ask();
      const credential = await device.get(challenge.options);
      world.time.nowMs += 300_000;
      return enter(challenge, credential);
    },
  ],
  [
    'with the challenge of another client',
    async () => {
      const challenge = await ask('web');
      return enter(challenge, await device.get(challenge.options));
    },
  ],
  [
    'with an answer that was used',
    async () => {
      const challenge = await ask();
      const credential = await device.get(challenge.options, { counter: 0 });
      await enter(challenge, credential);
      return enter(challenge, credential);
    },
  ],
])('a passkey sign-in %s is refused in the same way as every other', async (_what, work) => {
  await add();
  const error = await caughtBy(work());
  expect([error.errorName, error.detail]).toEqual([
    'invalid_account_or_password',
    { reason: 'passkey_refused', messageKey: 'auth.factor.passkey.refused' },
  ]);
});

it('one passkey answer sent 100 times at once opens one session', async () => {
  await add();
  const challenge = await ask();
  const credential = await device.get(challenge.options, { counter: 0 });
  const names = await Promise.all(Array.from({ length: 100 }, () => refusalOf(enter(challenge, credential))));
  expect(names.filter(({ name }) => name === 'no refusal')).toHaveLength(1);
});

const setStatus = (status: string) =>
  runInDurableObject(world.accounts.getByName(alice.userId), (_account, state) => {
    state.storage.sql.exec('UPDATE account SET status = ?', status);
  });

it('a passkey sign-in of a blocked person is refused as blocked', async () => {
  await add();
  await setStatus('BLOCKED');
  expect(await refusalOf(signIn())).toMatchObject({ name: 'user_blocked' });
});

it('a refused passkey sign-in uses its challenge', async () => {
  await add();
  const challenge = await ask();
  const credential = await device.get(challenge.options, { counter: 0 });
  await setStatus('FROZEN');
  expect(await refusalOf(enter(challenge, credential))).toMatchObject({ name: 'cannot_unlock' });
  await setStatus('ACTIVE');
  expect(await refusalOf(enter(challenge, credential))).toMatchObject({ reason: 'passkey_refused' });
});

it('a passkey sign-in of our own page puts the refresh token only into the cookie', async () => {
  await add();
  const challenge = await ask('web');
  const credential = { ...(await device.get(challenge.options)) };
  const signedIn = await world.auth.signInByPasskey(
    { clientId: 'web', challengeToken: challenge.challengeToken, credential },
    world.call(),
  );
  const request = new Request(APP_ORIGIN, { headers: { 'sec-fetch-site': 'same-origin', origin: APP_ORIGIN } });
  const headers = new Headers();
  expect(sendTokens(world.parts, signedIn, 'web', { request, headers }).refresh_token).toBe('');
  expect(headers.get('set-cookie')).toContain('__Host-magpie_session=');
});

/** A device with a credential for alice that was never stored. */
async function stranger(): Promise<SoftAuthenticator> {
  const authenticator = await makeAuthenticator(APP_ORIGIN);
  await authenticator.create((await begin()).options);
  return authenticator;
}

async function handleOf(username: string): Promise<string> {
  return toBase64Url(new TextEncoder().encode((await world.signIn({ username })).tokens.sub));
}
