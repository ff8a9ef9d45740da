/** Links that operators give by hand: one account for one address, and one new password where no code reaches the person. */
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { asUserId } from '#shared/ids.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { digestOf } from '#worker/services/auth/identifier/holder.ts';
import { directoryObjectName, GIVEN_LINKS_NAME } from '#worker/services/auth/keys.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { serverWithSignUp } from './documents.ts';
import { type Browsing, formOf, signedInPeople, VISITOR } from './page-visits.ts';
import { env, makeServer, runningServer, type Server, send } from './send.ts';
import { visit as visitPage } from './visit.ts';
import { makeFolder, ok } from './world.ts';

const CONSOLE = { id: 'console', name: '', via: 'console', role: 'all' } as const;

const closed = serverWithSignUp({ mode: 'closed', mail_domains: [] });
const mute = makeServer({ bindings: { MAIL: 'off', SMS: 'off' } });

const { olga } = await signedInPeople();

const visit = ({ cookie }: Browsing, path: string, fields?: Record<string, string>, server = runningServer) =>
  visitPage(path, {
    ...(fields ? { fields } : {}),
    headers: { 'cf-connecting-ip': '203.0.113.63', ...(cookie === '' ? {} : { cookie }) },
    server,
  });

const bodyOf = (username: string) => ({ client_id: 'cli', username, password: NEWCOMERS_PASSWORD });

const LINK = /http:\/\/localhost:8787(\/auth\/[\w-]+\?[^<"\s]+)/;

/** The path of the link on the page that answered a form of an operator. */
async function givenBy(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return (LINK.exec(await answer.text())?.[1] ?? '').replaceAll('&amp;', '&');
}

/** The token with another letter at a place: its last letters may hold bits that count for nothing. */
const alteredIn = (token: string, at: number): string =>
  token.slice(0, at) + (token.at(at) === 'x' ? 'y' : 'x') + token.slice(at + 1);

const address = (): string => `${newHexId(8)}@example.com`;
const invite = (to: string, more: object = {}) =>
  visit(olga, '/ops/people', { step: 'invite', address: to, reason: 'asked by phone', ...more });

test('a link for an account opens one account for its address, also where signing up is closed, and the log names who made it', async () => {
  const email = address();
  const path = await givenBy(await invite(email));
  const opened = await visit(VISITOR, path, undefined, closed);
  expect([opened.status, opened.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const form = formOf(await opened.text(), 'Create account');
  expect(form['email']).toBe(email);
  const sent = { ...form, password: NEWCOMERS_PASSWORD, name: 'Dora' };
  // Not for another address, and not for a sign-in.
  const elsewhere = await visit(VISITOR, '/auth/sign-up', { ...sent, email: address() }, closed);
  expect(elsewhere.headers.get('location')).toBeNull();
  const made = await visit(VISITOR, '/auth/sign-up', sent, closed);
  expect([made.status, made.headers.get('location')]).toEqual([303, '/drive/all']);
  const again = await visit(VISITOR, '/auth/sign-up', sent, closed);
  expect(again.status).toBe(400);
  const byToken = { client_id: 'cli', username: email, verification_token: form['verification_token'] };
  expect((await send(authContract.signIn, { body: byToken })).status).toBe(400);
  const byPassword = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
  expect((await send(authContract.signIn, { body: byPassword })).status).toBe(200);

  const log = await (await visit(olga, '/ops/log')).text();
  expect(log).toContain('made a link for a new account:');
  expect(log).toContain(`${email[0]}***${email[15]}@example.com: asked by phone`);
});

test('a link for an account is refused for the address of an account, for noise, and without a reason', async () => {
  const { email } = await newcomer();
  const known = await invite(email);
  expect([known.status, await known.text()]).toEqual([400, expect.stringContaining('has an account already')]);
  expect((await invite('no address')).status).toBe(400);
  expect((await invite(address(), { reason: ' ' })).status).toBe(400);
  expect((await visit(VISITOR, '/ops/people', { step: 'invite', address: address(), reason: 'me' })).status).not.toBe(
    200,
  );
});

test('a link that was made up, altered or is for another address opens no form', async () => {
  const path = await givenBy(await invite(address()));
  const query = new URLSearchParams(path.split('?')[1]);
  const link = query.get('link') ?? '';
  const wrong: Record<string, string>[] = [
    { email: address(), link },
    { email: query.get('email') ?? '', link: alteredIn(link, -10) },
    { email: '', link },
    { phone: '+4915123456789', link },
  ];
  for (const each of wrong) {
    const answer = await visit(VISITOR, `/auth/sign-up?${new URLSearchParams(each)}`);
    const html = await answer.text();
    expect([answer.status, html.includes('This link has expired')]).toEqual([403, true]);
    expect(html).not.toContain('name="password"');
  }
  // The link of an account is none for a password.
  expect((await visit(VISITOR, path.replace('/auth/sign-up', '/auth/reset'))).status).toBe(403);
});

const act = (person: string, server: Server, step = 'reset_link') =>
  visit(olga, '/ops/people', { step, person, reason: 'forgot it', key: newHexId() }, server);

test('a link for a new password is refused where a code reaches the person: an operator could enter the account', async () => {
  const { userId } = await newcomer();
  const answer = await act(userId, runningServer);
  const html = await answer.text();
  expect([answer.status, html.includes('A code reaches this person')]).toEqual([400, true]);
  expect(html).not.toContain('/auth/reset?');
  expect(html).not.toContain('Make a link for a new password');
});

test('sets one new password on a server that sends no codes, and ends the sessions', async () => {
  const { userId, email, token } = await newcomer();
  // A drive that was never used has no bell.
  await makeFolder({ userId, email, token, refreshToken: '' });
  const path = await givenBy(await act(userId, mute));
  const form = formOf(await (await visit(VISITOR, path, undefined, mute)).text(), 'Set new password');
  const sent = { ...form, password: 'another long password' };
  const done = await visit(VISITOR, '/auth/reset', sent, mute);
  expect([done.status, (await done.text()).includes('Password changed')]).toEqual([200, true]);
  expect((await send(authContract.me, { token })).status).toBe(401);
  const signIn = (password: string) =>
    send(authContract.signIn, { body: { client_id: 'cli', username: email, password } });
  expect((await signIn('another long password')).status).toBe(200);
  // The notice rings in the drive, because no letter can be sent.
  const { access_token } = (await (await signIn('another long password')).json()) as { access_token: string };
  const kinds = async () =>
    (await ok(driveContract.notifications, { token: access_token })).notifications.map(({ type }) => type);
  await expect.poll(kinds).toContain('password-changed');
  const replayed = await visit(VISITOR, '/auth/reset', { ...sent, password: 'a third long password' }, mute);
  expect([replayed.status, (await replayed.text()).includes('This link has expired')]).toEqual([403, true]);
  expect((await signIn('a third long password')).status).not.toBe(200);
});

test('the end of a link for a new password comes with another password', async () => {
  const { userId, email } = await newcomer();
  const [one, other] = [await givenBy(await act(userId, mute)), await givenBy(await act(userId, mute))];
  const form = formOf(await (await visit(VISITOR, one, undefined, mute)).text(), 'Set new password');
  await visit(VISITOR, '/auth/reset', { ...form, password: 'another long password' }, mute);
  expect((await visit(VISITOR, other, undefined, mute)).status).toBe(403);
  const token = new URLSearchParams(other.split('?')[1]).get('link') ?? '';
  const body = { client_id: 'cli', email, new_password: 'a third long password', verification_token: token };
  const refused = await send(authContract.reset, { body });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('invalid_verification_code')]);
});

test('the end of a link for a new password comes with the role of an operator', async () => {
  const { userId } = await newcomer();
  const path = await givenBy(await act(userId, mute));
  const { ops } = servicesOf(env);
  await ops.setOperator({ person: userId, role: 'all', reason: '' }, CONSOLE);
  expect((await visit(VISITOR, path, undefined, mute)).status).toBe(403);
  expect((await act(userId, mute)).status).toBe(400);
  await ops.setOperator({ person: userId, role: '', reason: '' }, CONSOLE);
});

test('a token of the command line makes none', async () => {
  const { userId } = await newcomer();
  const { ops } = servicesOf({ ...env, MAIL: 'off', SMS: 'off' });
  const given = { act: 'reset_link', userId: asUserId(userId), reason: 'test', key: newHexId() } as const;
  const byApi = ops.actOnPerson({ id: 'Vsomeone', name: '', via: 'api', role: 'all' }, given);
  await expect(byApi).rejects.toMatchObject({ errorName: 'permission_denied' });
  const byConsole = await ops.actOnPerson(CONSOLE, given);
  expect(byConsole.link?.url).toMatch(LINK);
});

/** The ids of the links that the page lists, newest first. */
async function waitingIds(): Promise<string[]> {
  const html = await (await visit(olga, '/ops/people')).text();
  return [...html.matchAll(/name="link" value="([0-9a-f]{32})"/g)].map(([, id]) => id ?? '');
}

/** The item with this reason among the links that open nothing. */
async function pastItem(reason: string): Promise<string> {
  const html = await (await visit(olga, '/ops/people')).text();
  const [, past = ''] = html.split('withdrawn links (');
  return past.split('<li').find((item) => item.includes(reason)) ?? '';
}

/** Gives a link and returns its path and its id. */
async function listed(give: () => Promise<Response>): Promise<{ path: string; id: string }> {
  const before = new Set(await waitingIds());
  const path = await givenBy(await give());
  return { path, id: (await waitingIds()).find((id) => !before.has(id)) ?? '' };
}

const withdraw = (link: string, reason = 'wrong address') =>
  visit(olga, '/ops/people', { step: 'withdraw', link, reason });
const acts = async (text: string) => (await (await visit(olga, '/ops/log')).text()).split(text).length - 1;

test('a link that is withdrawn opens no account from then on, also for a form that was open, and is in the log once', async () => {
  const email = address();
  const reason = `asked by phone ${newHexId(4)}`;
  const { path, id } = await listed(() => invite(email, { reason }));
  expect(id).not.toBe('');
  const page = await (await visit(olga, '/ops/people')).text();
  expect([page.includes(reason), await pastItem(reason)]).toEqual([true, '']);
  expect(page).not.toContain(new URLSearchParams(path.split('?')[1]).get('link') ?? '');
  const form = formOf(await (await visit(VISITOR, path)).text(), 'Create account');

  expect((await withdraw(id, ' ')).status).toBe(400);
  expect((await withdraw(id)).headers.get('location')).toBe('/ops/people?done=1');
  expect((await withdraw(id)).status).toBe(303);
  expect(await acts('withdrew a link that an operator gave:')).toBe(1);
  expect(await waitingIds()).not.toContain(id);
  expect(await pastItem(reason)).toMatch(/a new account<.*>withdrawn<!--/s);

  const seen = await visit(VISITOR, path);
  expect([seen.status, (await seen.text()).includes('This link has expired')]).toEqual([403, true]);
  const sent = { ...form, password: NEWCOMERS_PASSWORD, name: 'Dora' };
  const late = await visit(VISITOR, '/auth/sign-up', sent);
  const html = await late.text();
  // No code was sent: the page speaks of none.
  expect([late.status, html.includes('This link has expired'), html.includes('code')]).toEqual([403, true, false]);
  expect((await send(authContract.signIn, { body: bodyOf(email) })).status).toBe(400);
  // The address leads to no one: the directory has no row that waits for an account.
  const { parts } = servicesOf(env);
  const digest = await digestOf(parts.auth, email);
  expect(await parts.auth.directory.getByName(directoryObjectName(digest)).lookup(digest)).toMatchObject({
    value: { userId: null },
  });
});

test('sets no new password, and another link for the same person still does', async () => {
  const { userId } = await newcomer();
  const [one, other] = [await listed(() => act(userId, mute)), await listed(() => act(userId, mute))];
  const form = formOf(await (await visit(VISITOR, one.path, undefined, mute)).text(), 'Set new password');
  expect((await withdraw(one.id)).status).toBe(303);
  expect((await visit(VISITOR, one.path, undefined, mute)).status).toBe(403);
  const sent = { ...form, password: 'another long password' };
  const late = await visit(VISITOR, '/auth/reset', sent, mute);
  expect([late.status, (await late.text()).includes('This link has expired')]).toEqual([403, true]);
  const open = formOf(await (await visit(VISITOR, other.path, undefined, mute)).text(), 'Set new password');
  const done = await visit(VISITOR, '/auth/reset', { ...open, password: 'another long password' }, mute);
  expect(await done.text()).toContain('Password changed');
  expect(await waitingIds()).not.toContain(other.id);
  expect(await pastItem(userId)).toContain('new password chosen');
});

test('a link that is withdrawn stays ended when it counted as used for a while: its person was an operator', async () => {
  const { userId } = await newcomer();
  const { path, id } = await listed(() => act(userId, mute));
  const { ops } = servicesOf(env);
  await ops.setOperator({ person: userId, role: 'all', reason: '' }, CONSOLE);
  expect(await waitingIds()).not.toContain(id);
  for (const _ of [1, 2]) expect((await withdraw(id, `too late for ${userId}`)).status).toBe(303);
  expect(await acts(`too late for ${userId}`)).toBe(1);
  await ops.setOperator({ person: userId, role: '', reason: '' }, CONSOLE);
  expect((await visit(VISITOR, path, undefined, mute)).status).toBe(403);
  expect(await waitingIds()).not.toContain(id);
});

test('a link that is withdrawn is refused for a link that is unknown, and for a visitor', async () => {
  const reason = `asked by letter ${newHexId(4)}`;
  const { path, id } = await listed(() => invite(address(), { reason }));
  const own = await visit(VISITOR, '/ops/people', { step: 'withdraw', link: id, reason: 'me' });
  expect([own.status === 303 && own.headers.get('location') === '/ops/people?done=1']).toEqual([false]);
  const form = formOf(await (await visit(VISITOR, path)).text(), 'Create account');
  await visit(VISITOR, '/auth/sign-up', { ...form, password: NEWCOMERS_PASSWORD, name: 'Dora' });
  expect(await waitingIds()).not.toContain(id);
  expect(await pastItem(reason)).toMatch(/href="\/ops\/people\?person=V.*>account made<!--/s);
  expect(await (await withdraw('0'.repeat(32))).text()).toContain('There is no such link any more');
});

test('people are listed where the links that wait cannot be read, and the page says so', async () => {
  const broken: Pick<DurableObjectNamespace, 'getByName'> = {
    getByName(name, ...more) {
      if (name === GIVEN_LINKS_NAME) throw new Error('no object');
      return env.DIRECTORY.getByName(name, ...more);
    },
  };
  const server = makeServer({ bindings: { DIRECTORY: broken as DurableObjectNamespace } });
  const page = await visit(olga, '/ops/people', undefined, server);
  const html = await page.text();
  expect([page.status, html.includes('The links could not be read.')]).toEqual([200, true]);
  expect(html).toMatch(/href="\/ops\/people\?person=\w/);
  expect(html).not.toContain('No link waits.');
});

test('a server that cannot send codes offers no sign-in by code, and asks for a link instead of an address', async () => {
  const ofPage = async (path: string, server?: Server) => (await visit(VISITOR, path, undefined, server)).text();
  expect(await ofPage('/auth')).toContain('value="by-code"');
  expect(await ofPage('/auth', mute)).not.toContain('value="by-code"');
  expect(await ofPage('/auth/sign-up', mute)).not.toContain('name="email"');
});
