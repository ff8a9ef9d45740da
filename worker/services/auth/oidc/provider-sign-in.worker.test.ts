/** Signing in by a provider: a new account, later sign-ins, and every answer that opens nothing. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { listen, makeWorld, type TestWorld } from '../auth-fixture.ts';
import { caughtBy, guardAlice, refusalOf, sudoOf } from '../factor/factor-fixture.ts';
import { insertPasskey, loadPasskeys } from '../factor/store.ts';
import {
  type DoublePerson,
  type Faults,
  ISSUER,
  makeProviderDouble,
  makeVisits,
  NO_FAULTS,
  PASSKEY,
  type ProviderDouble,
} from './provider-fixture.ts';

let provider: ProviderDouble;
let world: TestWorld;
let person: DoublePerson;
let rules: object;

async function freshWorld(): Promise<void> {
  provider = await makeProviderDouble(() => world.time.nowMs);
  const documentOf = (name: string) => (name === 'sign_up' ? rules : { product_name: 'Magpie' });
  const documents = { live: async (name: string) => ({ default: documentOf(name), variants: [] }) };
  world = await makeWorld({}, {}, { signInProviders: provider.signInProviders, documents: documents as never });
}

beforeEach(() => {
  rules = { mode: 'open', mail_domains: [] };
  person = { sub: newHexId(8), email: `${newHexId(6)}@example.com`, email_verified: true, name: 'Dora' };
});

const browser = () => makeVisits(world, provider);
const begin = () => browser().begin();
const come = (...way: Parameters<ReturnType<typeof makeVisits>['come']>) => browser().come(...way);
const visit = (who: DoublePerson = person) => browser().visit(who);
const create = (accountToken: string) => browser().create(accountToken);
const linkTo = (caller: Caller, who: DoublePerson) => browser().linkTo(caller, who);

async function makeAccount(who: DoublePerson = person): Promise<Caller> {
  const end = await visit(who);
  if (end.kind !== 'new') throw new Error(end.kind);
  return world.bearer((await create(end.accountToken)).tokens.access_token);
}

async function signedIn(who: DoublePerson = person): Promise<Caller> {
  const end = await visit(who);
  if (end.kind !== 'signed-in') throw new Error(end.kind);
  return world.bearer(end.signedIn.tokens.access_token);
}

const aliceBy = async (password: string) =>
  world.bearer((await world.signIn({ clientId: 'web', password })).tokens.access_token);
const alice = async () => world.bearer((await world.signIn({ clientId: 'web' })).tokens.access_token);

describe('a new person of a provider', () => {
  beforeAll(freshWorld);

  it('a new person of a provider decides on an account, which has the confirmed address and no password', async () => {
    const end = await visit();
    expect(end).toMatchObject({ kind: 'new', email: person.email, name: 'Dora' });
    const caller = await world.bearer(
      (await create((end as { accountToken: string }).accountToken)).tokens.access_token,
    );
    expect(await world.auth.profile(caller)).toMatchObject({ name: 'Dora', password: '' });
    expect(world.letters.at(-1)).toMatchObject({ kind: 'welcome', to: person.email });
    expect((await signedIn()).userId).toBe(caller.userId);
  });

  it('an offer of an account makes one account and is void after its time', async () => {
    const first = await visit();
    const second = await visit();
    if (first.kind !== 'new' || second.kind !== 'new') throw new Error('no offer');
    await create(first.accountToken);
    expect(await refusalOf(create(second.accountToken))).toMatchObject({ reason: 'provider_over' });
    person = { ...person, sub: newHexId(8), email: `${newHexId(6)}@example.com` };
    const third = await visit();
    if (third.kind !== 'new') throw new Error('no offer');
    world.time.nowMs += 901_000;
    expect(await refusalOf(create(third.accountToken))).toMatchObject({ reason: 'provider_over' });
  });

  it('a new person whose address has an account signs in to that account first', async () => {
    const end = refusalOf(visit({ ...person, email: 'alice@example.com' }));
    expect(await end).toEqual({ name: 'provider_error', reason: 'provider_exists' });
  });

  it.each([{ email_verified: false }, { email: undefined, email_verified: undefined }, { email: 'a<b@example.com' }])(
    'a new person without a confirmed address, %j, gets no account',
    async (more) => {
      expect(await refusalOf(visit({ ...person, ...more } as DoublePerson))).toMatchObject({
        reason: 'provider_no_email',
      });
    },
  );

  it.each([
    [{ mode: 'closed', mail_domains: [] }, 'sign_up_closed'],
    [{ mode: 'invitation', mail_domains: [] }, 'sign_up_invited_only'],
    [{ mode: 'open', mail_domains: ['example.org'] }, 'sign_up_domain'],
  ])('a new person of a provider meets the rule %j of sign-up, before and after the decision', async (rule, reason) => {
    const end = await visit();
    rules = rule;
    expect(await refusalOf(visit())).toEqual({ name: 'permission_denied', reason });
    expect(await refusalOf(create((end as { accountToken: string }).accountToken))).toMatchObject({ reason });
  });
});

describe('an answer that opens nothing', () => {
  beforeAll(freshWorld);
  beforeEach(() => {
    Object.assign(provider.faults, NO_FAULTS);
    provider.calls.length = 0;
    // Each test has the budget of a minute.
    world.time.nowMs += 60_000;
  });
  const seconds = () => Math.floor(world.time.nowMs / 1_000);

  it.each<[string, () => Partial<Faults>, string]>([
    ['another nonce', () => ({ claims: { nonce: 'other' } }), 'provider_refused'],
    ['another audience', () => ({ claims: { aud: 'other' } }), 'provider_refused'],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } }), 'provider_refused'],
    ['an expired token', () => ({ claims: { exp: seconds() - 600 } }), 'provider_clock'],
    ['no signature', () => ({ header: { alg: 'none' } }), 'provider_refused'],
    ['a symmetric signature', () => ({ header: { alg: 'HS256' } }), 'provider_refused'],
    ['the signature of another key', () => ({ isForged: true }), 'provider_refused'],
    ['facts about another person', () => ({ userinfo: { sub: 'other' } }), 'provider_refused'],
  ])('an answer with %s opens nothing', async (_what, faults, reason) => {
    await makeAccount();
    Object.assign(provider.faults, faults());
    expect(await refusalOf(visit())).toEqual({ name: 'provider_error', reason });
  });

  it.each<[string, (answer: URLSearchParams) => void, string]>([
    ['another state', (answer) => answer.set('state', 'other'), 'provider_over'],
    ['no state', (answer) => answer.delete('state'), 'provider_over'],
    ['the name of another provider', (answer) => answer.set('iss', 'https://evil.example'), 'provider_refused'],
    ['no name of the provider', (answer) => answer.delete('iss'), 'provider_refused'],
    ['a code of its own', (answer) => answer.set('code', 'guess'), 'provider_over'],
    ['a refusal by the person', (answer) => answer.set('error', 'access_denied'), 'provider_denied'],
    ['a fault of the provider', (answer) => answer.set('error', 'server_error'), 'provider_unreachable'],
  ])('a way back with %s opens nothing', async (_what, spoil, reason) => {
    await makeAccount();
    const begun = await begin();
    const answer = provider.authorize(begun.address, person);
    spoil(answer);
    expect(await refusalOf(come(begun, answer))).toEqual({ name: 'provider_error', reason });
  });

  it('an answer that another browser asked for opens nothing, nor does one that was used or is late', async () => {
    await makeAccount();
    const [mine, other] = [await begin(), await begin()];
    const answer = provider.authorize(other.address, person);
    expect(await refusalOf(come(mine, answer))).toMatchObject({ reason: 'provider_over' });
    const none = { providerId: 'acme', answer, flow: null, invitationCode: '', clientId: 'web' };
    expect(await refusalOf(world.auth.finishProviderFlow(none, world.call()))).toMatchObject({
      reason: 'provider_over',
    });
    expect((await come(other, answer)).kind).toBe('signed-in');
    expect(await refusalOf(come(other, answer))).toMatchObject({ reason: 'provider_over' });
    const late = provider.authorize(mine.address, person);
    world.time.nowMs += 901_000;
    expect(await refusalOf(come(mine, late))).toMatchObject({ reason: 'provider_over' });
  });

  it('a flow asks the provider once, and an address begins and ends 60 of them a minute', async () => {
    const begun = await begin();
    const answer = provider.authorize(begun.address, person);
    provider.faults.answers = { '/token': () => new Response('', { status: 503 }) };
    expect(await refusalOf(come(begun, answer))).toMatchObject({ reason: 'provider_unreachable' });
    expect(await refusalOf(come(begun, answer))).toMatchObject({ reason: 'provider_over' });
    expect(provider.calls.filter((address) => address.endsWith('/token'))).toHaveLength(1);
    const many = await Promise.all(Array.from({ length: 61 }, () => refusalOf(begin())));
    expect(many.map(({ name }) => name)).toContain('too_many_requests');
    world.time.nowMs += 60_000;
    expect(await refusalOf(begin())).toEqual({ name: 'no refusal' });
  });

  it.each<[string, string, () => Response | Promise<Response>]>([
    ['does not answer', '/token', () => Promise.reject(new Error('down'))],
    ['answers 503', '/token', () => new Response('', { status: 503 })],
    [
      'sends too much',
      '/me',
      () => new Response('x'.repeat(300_000), { headers: { 'content-type': 'application/json' } }),
    ],
  ])('a provider that %s is unreachable', async (_what, path, answer) => {
    const begun = await begin();
    provider.faults.answers = { [path]: answer };
    expect(await refusalOf(come(begun, provider.authorize(begun.address, person)))).toMatchObject({
      reason: 'provider_unreachable',
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ['calls itself by another name', { issuer: 'https://evil.example' }, 'provider_refused'],
    [
      'asks for passwords without encryption',
      { authorization_endpoint: 'http://id.example/authorize' },
      'provider_refused',
    ],
  ])('a provider that %s is not used', async (_what, metadata, reason) => {
    await freshWorld();
    provider.faults.metadata = metadata;
    expect(await refusalOf(begin())).toMatchObject({ reason });
  });

  it.each(['http://id.example/token', 'https://169.254.169.254/token', 'https://10.0.0.1/token'])(
    'a provider that names the address %s is not called there',
    async (token_endpoint) => {
      await freshWorld();
      provider.faults.metadata = { token_endpoint };
      const begun = await begin();
      expect((await refusalOf(come(begun, provider.authorize(begun.address, person)))).name).toBe('provider_error');
      expect(provider.calls.filter((address) => address.endsWith('/token'))).toEqual([]);
    },
  );
});

async function resetAlice(newPassword: string): Promise<void> {
  const [clientId, email] = ['cli', 'alice@example.com'];
  const captchaToken = await world.captcha('POST:/v1/auth/verification');
  const ask = { clientId, email, usage: 'reset', captchaToken } as const;
  const { verificationId } = await world.auth.startVerification(ask, world.call());
  const code = world.letters.at(-1)?.code ?? '';
  const { verificationToken } = await world.auth.verifyCode({ clientId, verificationId, code });
  await world.auth.resetPassword({ clientId, email, newPassword, verificationToken }, world.call());
  world.time.nowMs += 60_000;
}

describe('a linked account', () => {
  beforeEach(freshWorld);

  it('an account is linked by its own session, and the owner is notified', async () => {
    const caller = await alice();
    expect(await linkTo(caller, person)).toEqual({ kind: 'linked' });
    expect(world.letters.at(-1)).toMatchObject({ kind: 'provider-linked', to: 'alice@example.com' });
    expect(await world.auth.providerLinks(caller)).toMatchObject([
      { providerId: 'acme', providerName: 'Acme', label: person.email },
    ]);
    expect((await signedIn()).userId).toBe(caller.userId);
    expect((await world.auth.exportAccount(caller)).providers).toMatchObject([{ issuer: `${ISSUER}/` }]);
  });

  it('a link needs the password, and the session that asked for it', async () => {
    const caller = await alice();
    const without = world.auth.beginProviderLink({ providerId: 'acme', sudoToken: '' }, caller, world.call({ caller }));
    expect(await refusalOf(without)).toMatchObject({ reason: 'sudo_required' });
    const input = { providerId: 'acme', sudoToken: await sudoOf(world, caller) };
    const begun = await world.auth.beginProviderLink(input, caller, world.call({ caller }));
    const answer = provider.authorize(begun.address, person);
    const elsewhere = { ...caller, userId: 'V'.repeat(26) as Caller['userId'] };
    for (const other of [null, await alice(), elsewhere, { ...caller, epoch: caller.epoch + 1 }])
      expect(await refusalOf(come(begun, answer, other))).toMatchObject({ reason: 'provider_over' });
    expect(await world.auth.providerLinks(caller)).toEqual([]);
  });

  it('a person of a provider opens one account, and an account has one person of a provider', async () => {
    await makeAccount();
    const caller = await alice();
    expect(await refusalOf(linkTo(caller, person))).toMatchObject({ reason: 'provider_taken' });
    await linkTo(caller, { sub: newHexId(8) });
    expect(await refusalOf(linkTo(caller, { sub: newHexId(8) }))).toMatchObject({ reason: 'provider_linked' });
    expect(await world.auth.providerLinks(caller)).toHaveLength(1);
  });

  it('of two people of a provider linked at once, one is, and the other is free', async () => {
    const caller = await alice();
    const other = { ...person, sub: newHexId(8), email: `${newHexId(6)}@example.com` };
    const outcomes = await Promise.all([person, other].map((who) => refusalOf(linkTo(caller, who))));
    expect(outcomes.map(({ reason }) => reason ?? 'linked').sort()).toEqual(['linked', 'provider_linked']);
    expect(await world.auth.providerLinks(caller)).toHaveLength(1);
    const free = outcomes[0]?.reason === undefined ? other : person;
    await expect.poll(async () => (await visit(free)).kind).toBe('new');
  });

  it('a removed link opens nothing, ends other sessions, and its person may be linked elsewhere', async () => {
    const caller = await alice();
    await linkTo(caller, person);
    const opened = await signedIn();
    const [link] = await world.auth.providerLinks(caller);
    const input = { linkId: link?.linkId ?? '', sudoToken: await sudoOf(world, caller) };
    await world.auth.removeProviderLink(input, caller, world.call({ caller }));
    expect(world.letters.at(-1)).toMatchObject({ kind: 'provider-removed' });
    expect(await refusalOf(world.auth.providerLinks(opened))).toMatchObject({ name: 'unauthenticated' });
    expect(await refusalOf(world.auth.removeProviderLink(input, caller, world.call({ caller })))).toMatchObject({
      name: 'not_found',
    });
    await expect.poll(async () => (await visit()).kind).toBe('new');
  });

  it('the last way into an account is not removed', async () => {
    const caller = await makeAccount();
    const [link] = await world.auth.providerLinks(caller);
    const account = world.accounts.getByName(caller.userId);
    const removed = await account.removeLink(caller, link?.linkId ?? '', null);
    expect(removed).toMatchObject({ ok: false, error: { detail: { reason: 'last_way_in' } } });
  });

  it('a second factor is asked for after the provider', async () => {
    const guarded = await guardAlice(world);
    const web = await world.signIn({ clientId: 'web' }).catch(() => null);
    expect(web).toBeNull();
    await linkTo(guarded.caller, person);
    const asked = await caughtBy(visit());
    expect(asked.errorName).toBe('two_factor_required');
    const token = asked.detail?.metadata?.['two_factor_token'] ?? '';
    const opened = await world.auth.signIn(
      {
        clientId: 'web',
        username: '',
        password: '',
        captchaToken: '',
        twoFactorToken: token,
        twoFactorCode: guarded.code(),
      },
      world.call(),
    );
    expect((await world.bearer(opened.tokens.access_token)).userId).toBe(guarded.caller.userId);
  });

  it('a reset that unlocks an account leaves no link and no passkey; another reset leaves both', async () => {
    const caller = await alice();
    await linkTo(caller, person);
    const inAccount = <T>(work: (sql: SqlStorage) => T) =>
      runInDurableObject(world.accounts.getByName(caller.userId), (_object, { storage }) => work(storage.sql));
    const passkeys = () => inAccount((sql) => loadPasskeys(sql).map(({ name }) => name));
    await inAccount((sql) => insertPasskey(sql, { ...PASSKEY, createdMs: world.time.nowMs }));
    await resetAlice('correct horse');
    expect((await signedIn()).userId).toBe(caller.userId);
    expect(await passkeys()).toEqual(['Key']);
    const act = { id: newHexId(), kind: 'reset', role: 'all' } as const;
    const by = { id: 'olga', name: 'Olga', via: 'page' } as const;
    const prepared = await world.auth.prepareDeskAct(caller.userId, act);
    await world.auth.beginDeskAct(caller.userId, prepared, { by, role: 'all', reason: 'test' });
    expect(await refusalOf(visit())).toMatchObject({ name: 'cannot_unlock' });
    await resetAlice('correct horse battery');
    expect(await passkeys()).toEqual([]);
    await expect.poll(async () => (await visit()).kind).toBe('new');
    expect(await world.auth.providerLinks(await aliceBy('correct horse battery'))).toEqual([]);
  });

  it('a blocked person does not sign in by a provider', async () => {
    const caller = await makeAccount();
    const account = world.accounts.getByName(caller.userId);
    await listen(world, caller.userId, () => true);
    await account.block(null);
    expect(await refusalOf(visit())).toMatchObject({ name: 'user_blocked' });
    await account.unblock(null);
    expect((await visit()).kind).toBe('signed-in');
  });

  it('a sign-in by a provider gives no operator rights', async () => {
    const caller = await makeAccount();
    await world.accounts.getByName(caller.userId).setRole('all');
    expect(await refusalOf(world.auth.requireOperator(await signedIn(), 'look'))).toMatchObject({
      name: 'permission_denied',
    });
  });
});
