/** Roles of operators at the pages of the console and at the command line from elsewhere; endpoints are in the matrix. */
import { describe, expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { configContract } from '#shared/config/contract.ts';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { asUserId } from '#shared/ids.ts';
import { DOCUMENT_RIGHTS, ROLE_NAMES, SECTION_RIGHTS } from '#shared/operator-rights.ts';
import { servicesOf } from '#worker/compose.ts';
import { objectsOf } from '#worker/objects.ts';
import { ROLE_CALLERS, type RoleCaller } from './callers.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { deviceBody, startDevice } from './cases/oauth.cases.ts';
import { ask, type Browsing, cookieOf, formOf, html } from './page-visits.ts';
import { env, send } from './send.ts';
import { visit } from './visit.ts';
import { makePeople, ok } from './world.ts';

const { accounts } = objectsOf(env);
const { auth, clock, ops } = servicesOf(env);

/** Sections that each role opens, once more. */
const SECTIONS: Readonly<Record<RoleCaller, readonly string[]>> = {
  help_desk: ['', 'people', 'messages', 'jobs'],
  moderation: ['', 'people', 'messages', 'reports'],
  money: ['', 'people', 'payments', 'members', 'codes', 'invitations', 'totals'],
};
const MONEY_DOCUMENTS = ['activity_operation', 'membership', 'rewards'];

interface RolePerson extends Browsing {
  readonly userId: string;
  readonly token: string;
}

async function withRole(role: RoleCaller): Promise<[RoleCaller, RolePerson]> {
  const { email, userId, token } = await newcomer();
  await accounts.getByName(userId).setRole(role);
  return [role, { ...(await cookieOf(email, NEWCOMERS_PASSWORD)), userId, token }];
}

const olga = await cookieOf((await makePeople()).olga.email, 'magpie-demo');
const people = Object.fromEntries(await Promise.all(ROLE_CALLERS.map(withRole))) as Record<RoleCaller, RolePerson>;

const pageOf = (segment: string) => (segment === '' ? '/ops' : `/ops/${segment}`);

test('every document has a right', () =>
  expect(Object.keys(DOCUMENT_RIGHTS).toSorted()).toEqual(Object.keys(DOCUMENTS).toSorted()));

describe.each(ROLE_CALLERS)('%s', (role) => {
  test('opens its own sections and documents, sees only them in the navigation, and reads why another stays shut', async () => {
    const own = SECTIONS[role];
    for (const segment of Object.keys(SECTION_RIGHTS)) {
      const answer = await ask(people[role], pageOf(segment));
      const page = await answer.text();
      expect([segment, answer.status]).toEqual([segment, own.includes(segment) ? 200 : 403]);
      const shown = Object.keys(SECTION_RIGHTS).filter((each) => page.includes(`href="${pageOf(each)}"`));
      // The notice of a page that stays shut links to the overview.
      expect([segment, shown]).toEqual([segment, own]);
      if (answer.status === 403) expect(page).toContain(`Your role is “${ROLE_NAMES[role]}”`);
    }
    for (const name of Object.keys(DOCUMENTS)) {
      const isOwn = role === 'money' && MONEY_DOCUMENTS.includes(name);
      expect([name, (await ask(people[role], pageOf(name))).status]).toEqual([name, isOwn ? 200 : 403]);
      const { status } = await send(configContract.document, { token: people[role].token, params: { name } });
      expect([name, status]).toEqual([name, isOwn ? 200 : 403]);
    }
  });

  test('sends no form of another section', async () => {
    const target = await newcomer();
    const post = async (segment: string, fields: Record<string, string>) =>
      (await ask(people[role], pageOf(segment), { reason: 'test', ...fields })).status;
    for (const segment of ['operators', 'reports', 'payments', 'members', 'codes', 'invitations', 'jobs', 'redirects'])
      if (!SECTIONS[role].includes(segment)) expect([segment, await post(segment, {})]).toEqual([segment, 403]);
    const allowed = { help_desk: ['sign_out'], moderation: ['block', 'unblock', 'reset_name'], money: ['premium'] };
    for (const step of [
      'block',
      'unblock',
      'reset_name',
      'delete',
      'keep',
      'sign_out',
      'premium',
      'storage',
      'reset_link',
    ]) {
      const fields = { person: target.userId, key: 'a'.repeat(32), ends: '2999-01-01', gib: '1', step };
      const more = step === 'premium' ? { ends: new Date(clock.nowMs() + 864e5).toISOString().slice(0, 10) } : {};
      const status = await post('people', { ...fields, ...more });
      expect([step, status]).toEqual([step, allowed[role].includes(step) ? 303 : 400]);
    }
    expect(await auth.listedPerson(asUserId(target.userId))).toMatchObject({ status: 'ACTIVE', role: '' });
  });

  test('gives the commands of its role from elsewhere, and no others', async () => {
    const caller = await auth.verifyBearer(people[role].token, clock.nowMs());
    if (!caller) throw new Error('no caller');
    const { device_code: code, user_code: userCode } = await startDevice('ops');
    await auth.decideDevice({ userCode, isAllowed: true }, caller, {
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
    const { access_token: token } = await ok(authContract.token, { body: deviceBody(code, 'ops') });
    const command = async (verb: string, body: object = {}) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const answer = await visit(`/console/v1/${verb}`, { body: JSON.stringify(body), headers });
      await answer.body?.cancel();
      return answer.status;
    };
    const asked = {
      'people/find': {},
      'people/links': {},
      'reports/list': {},
      'member/codes': {},
      'jobs/list': {},
      'config/log': {},
      'config/list': {},
      'config/read': { name: 'redirects' },
      operator: { person: people[role].userId, role: '' },
    };
    const open = {
      help_desk: ['people/find', 'people/links', 'jobs/list'],
      moderation: ['people/find', 'reports/list'],
      money: ['people/find', 'member/codes'],
    };
    for (const [verb, body] of Object.entries(asked))
      expect([verb, await command(verb, body)]).toEqual([verb, open[role].includes(verb) ? 200 : 403]);
    expect(await command('config/read', { name: 'membership' })).toBe(role === 'money' ? 200 : 403);
    expect(await command('people/act', { person: (await newcomer()).userId, act: 'delete', reason: 'x' })).toBe(403);
    expect(await command('people/invite', { address: 'a@example.com', reason: 'x' })).toBe(404);
  });

  test('does not act on an operator, nor make one', async () => {
    const boss = await newcomer();
    await accounts.getByName(boss.userId).setRole('all');
    const actor = { id: people[role].userId, name: '', via: 'page', role } as const;
    for (const act of ['sign_out', 'reset', 'reset_link', 'block', 'delete', 'premium', 'reset_name'] as const) {
      const input = {
        act,
        userId: asUserId(boss.userId),
        reason: 'test',
        key: 'b'.repeat(32),
        endsMs: clock.nowMs() + 1e9,
      };
      await expect(ops.actOnPerson(actor, input)).rejects.toMatchObject({ errorName: 'permission_denied' });
    }
    for (const person of [people[role].userId, boss.userId])
      await expect(ops.setOperator({ person, role: 'all', reason: 'me' }, actor)).rejects.toMatchObject({
        errorName: 'permission_denied',
      });
    if (role === 'money') {
      const form = { step: 'grant', person: boss.email, product: 'premium-month', key: 'c'.repeat(32), reason: 'test' };
      const answer = await ask(people[role], '/ops/members', form);
      expect([answer.status, (await answer.text()).includes('only one with the role All')]).toEqual([400, true]);
    }
    await accounts.getByName(boss.userId).setRole('');
  });
});

/** All pages of the list, one after another. */
async function operatorPages(who: Browsing, path = '/ops/operators'): Promise<string> {
  const page = await html(who, path);
  const [, next] = /href="(\/ops\/operators\?page_token=[^"]+)"/.exec(page) ?? [];
  return next === undefined ? page : page + (await operatorPages(who, next));
}

test('a role is given, changed and taken at the page, holds at once, and is in the log', async () => {
  const { email, userId } = await newcomer();
  const cookie = await cookieOf(email, NEWCOMERS_PASSWORD);
  const give = (fields: Record<string, string>) => ask(olga, '/ops/operators', { step: 'give', ...fields });
  expect((await give({ person: email, role: 'help_desk', reason: '' })).status).toBe(400);
  expect((await give({ person: 'nobody@example.com', role: 'help_desk', reason: 'x' })).status).toBe(400);
  expect((await give({ person: email, role: 'king', reason: 'x' })).status).toBe(400);
  expect((await give({ person: email, role: 'help_desk', reason: 'answers people' })).status).toBe(303);
  expect((await ask(cookie, '/ops/jobs')).status).toBe(200);
  expect((await give({ person: userId, role: 'money', reason: 'keeps the books' })).status).toBe(303);
  expect([(await ask(cookie, '/ops/jobs')).status, (await ask(cookie, '/ops/totals')).status]).toEqual([403, 200]);
  // The list follows the account by an event; other files have operators too.
  await expect.poll(() => operatorPages(olga)).toContain(`person=${userId}`);
  expect(formOf(await html(olga, '/ops/operators'), 'Take it away')).toHaveProperty('person');
  expect((await give({ person: userId, step: 'remove', reason: 'moved on' })).status).toBe(303);
  expect((await ask(cookie, '/ops')).status).toBe(403);
  const log = await html(olga, '/ops/log');
  for (const note of ['help_desk: answers people', 'money: keeps the books', 'moved on']) expect(log).toContain(note);
});
