/** A lost phone at the pages: help desk and second operator, the person’s own page, the log; and ways in that a help desk tries. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { asUserId } from '#shared/ids.ts';
import { servicesOf } from '#worker/compose.ts';
import { objectsOf } from '#worker/objects.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { type Browsing, cookieOf, formOf, VISITOR } from './page-visits.ts';
import { env, makeServer, runningServer, type Server, send } from './send.ts';
import { visit as visitPage } from './visit.ts';
import { makePeople } from './world.ts';

const mute = makeServer({ bindings: { MAIL: 'off', SMS: 'off' } });
const { accounts } = objectsOf(env);

const visit = ({ cookie }: Browsing, path: string, fields?: Record<string, string>, server: Server = runningServer) =>
  visitPage(path, {
    ...(fields ? { fields } : {}),
    headers: { 'cf-connecting-ip': '203.0.113.71', ...(cookie === '' ? {} : { cookie }) },
    server,
  });
const textOf = async (...asked: Parameters<typeof visit>) => (await visit(...asked)).text();

const olga = await cookieOf((await makePeople()).olga.email, 'magpie-demo');
const { email, userId } = await newcomer();
await accounts.getByName(userId).setRole('help_desk');
const helen = { ...(await cookieOf(email, NEWCOMERS_PASSWORD)), userId };

/** A person with a passkey. */
async function guarded() {
  const person = await newcomer();
  await runInDurableObject(
    accounts.getByName(person.userId) as unknown as DurableObjectStub,
    (_object, { storage }) => {
      storage.sql.exec(
        `INSERT INTO passkeys (credential_id, passkey_id, name, public_key, counter, transports, synced, created_ms, used_ms)
       VALUES (?, ?, 'My key', 'k', 0, '', 0, ?, NULL)`,
        newHexId(),
        newHexId(),
        Date.now(),
      );
    },
  );
  return person;
}

/** Presses a button on the page of a person, as the form has it. */
async function press(who: Browsing, userId: string, button: string, step: string, server?: Server) {
  const here = `/ops/people?person=${userId}`;
  const fields = formOf(await textOf(who, here, undefined, server), button);
  return visit(who, '/ops/people', { ...fields, reason: `because of ${step}`, step }, server);
}

const LINK = /http:\/\/localhost:8787(\/auth\/[\w-]+\?[^<"\s]+)/;
const linkIn = (page: string): string => (LINK.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');

test('without mail a link from hand to hand brings a person back, and the log says who gave it', async () => {
  const { userId, email } = await guarded();
  const here = `/ops/people?person=${userId}`;
  const page = await textOf(helen, here, undefined, mute);
  expect(page).toContain('Passkey');
  expect(page).not.toContain('My key');
  const answer = await press(helen, userId, 'Remove second factor', 'remove_factor', mute);
  expect(answer.status).toBe(200);
  const path = linkIn(await answer.text());
  const opened = await visit(VISITOR, path, undefined, mute);
  expect([opened.status, opened.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const fields = formOf(await opened.text(), 'Remove them');
  const done = await visit(VISITOR, '/auth/second-factor', fields, mute);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('were removed')]);
  expect((await visit(VISITOR, '/auth/second-factor', fields, mute)).status).toBe(400);
  const { acts, factors, sessions } = (await servicesOf(env).auth.deskAccount(asUserId(userId))) ?? {};
  expect([acts?.[0]?.state, factors, sessions]).toEqual(['done', [], []]);
  const body = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
  expect((await send(authContract.signIn, { body })).status).toBe(200);
  expect(await textOf(olga, '/ops/log')).toContain('because of remove_factor');

  // A link for a password now is the work of two, and of a help desk always.
  expect((await press(helen, userId, 'Make a link for a new password', 'reset_link', mute)).status).toBe(303);
  const asked = await textOf(helen, here, undefined, mute);
  expect(asked).toContain('waits for a second operator');
  expect(asked).not.toContain('>Confirm<');
  // A form made by hand is refused too.
  const made = { ...formOf(asked, 'Take back'), reason: 'me', step: 'confirm' };
  const refused = await visit(helen, '/ops/people', made, mute);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('another operator has to')]);
  const confirmed = await press(olga, userId, 'Confirm', 'confirm', mute);
  expect([confirmed.status, linkIn(await confirmed.text())]).toEqual([200, expect.stringContaining('/auth/reset?')]);
});

test('with mail the person, signed in, sees it and stops it without script', async () => {
  const { userId, email } = await guarded();
  const person = await cookieOf(email, NEWCOMERS_PASSWORD);
  expect((await visit(person, '/auth/second-factor')).status).toBe(400);
  expect((await press(helen, userId, 'Remove second factor', 'remove_factor')).status).toBe(303);
  expect(await textOf(helen, `/ops/people?person=${userId}`)).toContain('takes effect');
  const page = await textOf(person, '/auth/second-factor');
  const stopped = await visit(person, '/auth/second-factor', formOf(page, 'Keep them'));
  expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('Nothing will be removed')]);
  expect(await textOf(helen, `/ops/people?person=${userId}`)).toContain('stopped by the person');
});

test('a help desk does not get into an account alone', async () => {
  const { userId } = await guarded();
  const { ops, auth } = servicesOf({ ...env, MAIL: 'off', SMS: 'off' });
  const actor = { id: helen.userId, name: '', via: 'page', role: 'help_desk' } as const;
  const act = (
    name: Parameters<typeof ops.actOnPerson>[1]['act'],
    more: object = {},
    by: Parameters<typeof ops.actOnPerson>[0] = actor,
  ) => ops.actOnPerson(by, { act: name, userId: asUserId(userId), reason: 'try', key: newHexId(), ...more });
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { detail?: { reason?: string } }) => error.detail?.reason,
    );
  // A link for a password waits for another operator; the same person elsewhere is no other one.
  expect(await act('reset_link')).toEqual({ link: null, isAsked: true });
  const askId = (await auth.deskAccount(asUserId(userId)))?.acts[0]?.id ?? '';
  for (const via of ['page', 'api'] as const)
    expect(await reasonOf(act('confirm', { askId }, { ...actor, via }))).toBe('same_operator');
  // A command from elsewhere gets no link, for a second operator neither.
  const elsewhere = { id: 'Vsomeone', name: '', via: 'api', role: 'all' } as const;
  expect(await reasonOf(act('confirm', { askId }, elsewhere))).toBe('on_the_machine');
  expect(await reasonOf(act('remove_factor', {}, { ...elsewhere, role: 'help_desk' }))).toBe('on_the_machine');
  // Its address cannot be invited as a new account, and the role is not theirs to give.
  const email = (await auth.deskAccount(asUserId(userId)))?.email ?? '';
  expect(await reasonOf(ops.invitePerson(actor, { email, reason: 'try' }))).toBe('account_exists');
  for (const person of [userId, helen.userId])
    expect(await reasonOf(ops.setOperator({ person, role: 'all', reason: 'try' }, actor))).toBe('other_role');
  // Nor their own account.
  const own = ops.actOnPerson(actor, {
    act: 'remove_factor',
    userId: asUserId(helen.userId),
    reason: 'me',
    key: newHexId(),
  });
  expect(await reasonOf(own)).toBe('own_account');
  // Blocking, deleting and money are of other roles.
  for (const name of ['block', 'delete', 'keep', 'premium', 'storage', 'take_back', 'reset_name'] as const)
    expect([name, await reasonOf(act(name))]).toEqual([name, 'other_role']);
  // Refused by the second operator: nothing is left to confirm.
  await act('refuse', { askId }, { id: 'Volga', name: '', via: 'page', role: 'all' });
  expect(await reasonOf(act('confirm', { askId }, { ...actor, id: 'Vother' }))).toBe('no_such_act');
});
