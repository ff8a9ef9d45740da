/** Acts of operators on a person by the page and by the console, each with its line in the log. */
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { momentText } from '#shared/ops/end-time.ts';
import { shareContract } from '#shared/share/contract.ts';
import { DAY_MS, GIB } from '#shared/units.ts';
import { refusalOf } from './cases/grants/guest-view.ts';
import { NEWCOMERS_PASSWORD, newcomer, sudoFor } from './cases/newcomer.ts';
import { ask, cookieOf, formOf, html } from './page-visits.ts';
import { env, ORIGIN, runningServer } from './send.ts';
import { makeFolder, makePeople, ok } from './world.ts';

async function onConsole(path: string, body: object) {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await runningServer(request);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const act = (person: string, name: string, more: object = {}) =>
  onConsole('/_internal/people/act', { person, act: name, reason: `because of ${name}`, ...more });

const shown = async (person: string) => (await onConsole('/_internal/people/show', { person })).answer;

/** Notes of the newest acts about people, the newest first. */
async function notesAbout(userId: string, limit = 20) {
  const { acts } = (await onConsole('/_internal/config/log', { limit })).answer as {
    acts: { act: string; by: string; via: string; note: string }[];
  };
  return acts
    .filter(({ note }) => note.startsWith(`${userId}: `))
    .map(({ act: done, via, note }) => [done, via, note.slice(userId.length + 2)]);
}

const signIn = (email: string) => ({
  body: { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD },
});

test('the page demands a new password, begins a deletion and takes it back, and the log has each', async () => {
  const { olga } = await makePeople();
  const cookie = await cookieOf(olga.email, 'magpie-demo');
  const { email, userId, token } = await newcomer();
  const here = `/ops/people?person=${userId}`;
  const press = async (button: string, step: string) => {
    const fields = formOf(await html(cookie, here), button);
    const answer = await ask(cookie, '/ops/people', { ...fields, reason: `because of ${step}`, step });
    expect([button, answer.status, answer.headers.get('location')]).toEqual([button, 303, `${here}&done=1`]);
  };

  await press('Delete the account', 'delete');
  expect(await refusalOf(driveContract.list, { token })).toBe('unauthenticated');
  expect(await refusalOf(authContract.signIn, signIn(email))).toBe('account_freeze');
  const person = await shown(userId);
  const days = (Date.parse(String(person['ends'])) - Date.now()) / DAY_MS;
  expect([person['status'], Math.round(days)]).toEqual(['CLOSING', 7]);
  const closing = await html(cookie, here);
  expect(closing).toContain('Keep the account');
  expect(closing).not.toContain('Demand a new password');
  await expect.poll(() => html(cookie, '/ops/people?status=CLOSING')).toContain(`person=${userId}`);

  await press('Keep the account', 'keep');
  expect(await shown(userId)).toMatchObject({ status: 'ACTIVE', ends: '' });
  const again = await ok(authContract.signIn, signIn(email));

  await press('Demand a new password', 'reset');
  expect(await refusalOf(driveContract.list, { token: again.access_token })).toBe('unauthenticated');
  expect(await refusalOf(authContract.signIn, signIn(email))).toBe('cannot_unlock');
  expect(await shown(userId)).toMatchObject({ status: 'FROZEN', sessions: [] });

  expect(await notesAbout(userId)).toEqual([
    ['person_reset', 'page', 'because of reset'],
    ['person_kept', 'page', 'because of keep'],
    ['person_deleted', 'page', 'because of delete'],
  ]);
});

test('the console gives premium and storage until a time, and takes both back', async () => {
  const { email, userId, token } = await newcomer();
  const limit = async () => Number((await ok(driveContract.about, { token })).quota.limit);
  const before = await limit();
  const ends = new Date(Date.now() + 30.4 * DAY_MS).toISOString();

  expect(await act(email, 'premium', { ends })).toEqual({ status: 200, answer: { id: userId, ends } });
  const premium = await shown(email);
  expect(premium['premium']).toBe(true);
  expect(premium['premium_ends']).toBe(ends);
  await expect.poll(limit).toBeGreaterThan(before);
  const later = new Date(Date.parse(ends) + 5.7 * DAY_MS).toISOString();
  expect(await act(email, 'premium', { ends })).toMatchObject({
    status: 400,
    answer: { error: 'failed_precondition' },
  });
  expect(await act(email, 'premium', { ends: later })).toMatchObject({ status: 200 });
  expect((await shown(email))['premium_ends']).toBe(later);
  const withPremium = await limit();

  expect(await act(email, 'storage', { ends, gib: 7 })).toMatchObject({ status: 200 });
  await expect.poll(limit).toBe(withPremium + 7 * GIB);

  const { entries } = (await onConsole('/_internal/member/ledger', { person: email })).answer as {
    entries: { id: string; kind: string; reason: string; ends: string }[];
  };
  const granted = entries.filter(({ kind }) => kind === 'grant');
  expect(granted.find(({ reason }) => reason === 'because of storage')?.ends).toBe(ends);
  expect(granted.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['because of premium', 'because of storage']),
  );
  for (const { id } of granted) expect(await act(email, 'take_back', { entry: id })).toMatchObject({ status: 200 });
  await expect.poll(limit).toBe(before);
  expect((await shown(email))['premium']).toBe(false);
  const notes = await notesAbout(userId);
  expect(notes.map(([done, via]) => [done, via])).toEqual([
    ...granted.map(() => ['member_reversed', 'console']),
    ...granted.map(() => ['member_granted', 'console']),
  ]);
  expect(notes.slice(-3).map(([, , note]) => note)).toEqual([
    `7 GB until ${momentText(Date.parse(ends))}: because of storage`,
    `premium until ${momentText(Date.parse(later))}: because of premium`,
    `premium until ${momentText(Date.parse(ends))}: because of premium`,
  ]);
});

test.each([
  ['premium', { ends: '2001-01-01T00:00:00Z' }],
  ['premium', {}],
  ['premium', { ends: '9999-01-01T00:00:00Z' }],
  ['storage', { ends: '2030-01-01T00:00:00Z', gib: 0 }],
  ['storage', { ends: '2030-01-01T00:00:00Z' }],
  ['keep', {}, 'failed_precondition'],
])('the console refuses %s with %j, and the log has no act', async (name, more, error = 'invalid_argument') => {
  const { userId } = await newcomer();
  expect(await act(userId, name, more)).toMatchObject({ status: 400, answer: { error } });
  expect(await notesAbout(userId)).toEqual([]);
});

test('the limits of an operator change by the console alone, and the log says so; a refused act on the own account is not in it', async () => {
  const { olga } = await makePeople();
  const { email, userId } = await newcomer();
  const role = (given: 'all' | '') => onConsole('/_internal/operator', { person: userId, role: given });
  expect(await role('all')).toMatchObject({ status: 200 });
  try {
    const cookie = await cookieOf(email, NEWCOMERS_PASSWORD);
    const own = await html(cookie, `/ops/people?person=${userId}`);
    for (const label of ['Add storage', 'Give premium', 'Unblock', 'Delete the account'])
      expect(own).not.toContain(`>${label}<`);
    const ends = new Date(Date.now() + 30 * DAY_MS).toISOString();
    for (const step of ['storage', 'premium', 'take_back', 'keep', 'unblock']) {
      const fields = {
        person: userId,
        key: 'ab'.repeat(12),
        gib: '5',
        ends: ends.slice(0, 10),
        entry: 'x',
        reason: 'me',
      };
      const refused = await ask(cookie, '/ops/people', { ...fields, step });
      expect([step, refused.status, await refused.text()]).toEqual([
        step,
        400,
        expect.stringContaining('another operator has to decide'),
      ]);
    }
    const given = ['operator_added', 'console', 'all'];
    expect(await notesAbout(userId)).toEqual([given]);
    // Closing the account would be the way to leave the role.
    const { access_token: token } = await ok(authContract.signIn, signIn(email));
    const closing = { token, body: { sudo_token: await sudoFor({ token }, NEWCOMERS_PASSWORD) } };
    expect(await refusalOf(authContract.close, closing)).toBe('failed_precondition');

    expect(await act(userId, 'storage', { ends, gib: 3 })).toMatchObject({ status: 200 });
    expect(await notesAbout(userId)).toEqual([
      ['member_granted', 'console', `3 GB until ${momentText(Date.parse(ends))}: because of storage`],
      given,
    ]);
    expect(await html(await cookieOf(olga.email, 'magpie-demo'), '/ops/log')).toContain('because of storage');
  } finally {
    expect(await role('')).toMatchObject({ status: 200 });
  }
});

test('an operator resets a public name: it is masked and refused from then on, the person is notified, and the log has the name', async () => {
  const { olga } = await makePeople();
  const cookie = await cookieOf(olga.email, 'magpie-demo');
  const person = await newcomer();
  const { userId, token } = person;
  // A person without a drive has no notifications.
  await makeFolder({ ...person, refreshToken: '' });
  const choose = (nickname: string) => ({ token, body: { nickname } });
  await ok(shareContract.setSender, choose('Your Bank'));
  const here = `/ops/people?person=${userId}`;
  const page = await html(cookie, here);
  expect(page).toContain('Your Bank');
  const fields = formOf(page, 'Reset the public name');
  const sent = { ...fields, reason: 'takes money for a bank', step: 'reset_name' };
  expect((await ask(cookie, '/ops/people', sent)).status).toBe(303);

  expect(await ok(shareContract.sender, { token })).toMatchObject({ chosen: false, decided: true, suggested: '' });
  expect(await refusalOf(shareContract.setSender, choose('YOUR BANK'))).toBe('invalid_argument');
  expect((await ok(shareContract.setSender, choose('Anna'))).nickname).toBe('Anna');
  expect(await notesAbout(userId, 5)).toEqual([['person_name_reset', 'page', 'Your Bank: takes money for a bank']]);
  const { notifications } = await ok(driveContract.notifications, { token });
  expect(notifications.map(({ type }) => type)).toContain('name-reset');
  expect(await act(userId, 'reset_name')).toMatchObject({ status: 200 });
  expect(await shown(userId)).toMatchObject({ public_name: '' });
});
