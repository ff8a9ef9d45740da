/** App passwords against the running worker: the drive takes them from the moment they are made until they end. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { makeCall } from '#worker/platform/call-fixture.ts';
import { type CallerData, callerData } from '#worker/platform/session-guard.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer, sudoFor } from './cases/newcomer.ts';
import { env, send } from './send.ts';
import { visit } from './visit.ts';
import { freshName, makeFolder, makePeople, objects, ok } from './world.ts';

const { auth } = servicesOf(env);

await makePeople();

type Made = { person: NewPerson; id: string; password: string };

async function making(more: Parameters<typeof appPasswordOf>[1] = {}): Promise<Made> {
  const person = await newcomer();
  return { person, ...(await appPasswordOf(person, more, NEWCOMERS_PASSWORD)) };
}

/** As the gate makes it from the Authorization header. */
async function callerOf(password: string): Promise<CallerData> {
  const check = await auth.programCaller(`Basic ${btoa(`any:${password}`)}`, makeCall(Date.now(), {}));
  if (!check.ok) throw new Error(check.reason);
  return callerData(check.caller);
}

const driveOf = ({ userId }: NewPerson) => objects.drives.getByName(userId);

const reading = async (person: NewPerson, caller: CallerData) => {
  const read = await driveOf(person).path(caller, '');
  return read.ok ? 'ok' : `${read.error.name} ${read.error.detail?.reason ?? ''}`.trim();
};
const writing = async (person: NewPerson, caller: CallerData) => {
  const made = await driveOf(person).createFolder(caller, { parentId: '', name: freshName('folder') }, null);
  return made.ok ? 'ok' : `${made.error.name} ${made.error.detail?.reason ?? ''}`.trim();
};
const both = async (person: NewPerson, caller: CallerData) => [
  await reading(person, caller),
  await writing(person, caller),
];
const ENDED = 'unauthenticated app_password_ended';

it('an app password that writes does both, and one that reads changes nothing', async () => {
  const { person, password } = await making({ scope: 'write' });
  expect(await both(person, await callerOf(password))).toEqual(['ok', 'ok']);
  const read = await appPasswordOf(person, { scope: 'read' }, NEWCOMERS_PASSWORD);
  expect(await both(person, await callerOf(read.password))).toEqual(['ok', 'permission_denied read_only']);
});

it('an app password of one folder opens calls by ids only where the nodes were found inside', async () => {
  const person = await newcomer();
  const folder_id = await makeFolder({ ...person, refreshToken: '' });
  const { password } = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  const caller = await callerOf(password);
  const outside = 'permission_denied outside_folder';
  expect(await both(person, caller)).toEqual([outside, outside]);
  const hash = caller.program?.hash ?? '';
  expect(await both(person, { ...caller, program: { hash, isWithin: true } })).toEqual(['ok', 'ok']);
});

it('an ended app password is refused by the next call', async () => {
  const { person, id, password } = await making();
  const caller = await callerOf(password);
  expect(await both(person, caller)).toEqual(['ok', 'ok']);
  await ok(authContract.endAppPassword, { token: person.token, params: { id } });
  expect(await both(person, caller)).toEqual([ENDED, ENDED]);
  expect((await ok(authContract.appPasswords, { token: person.token })).app_passwords).toEqual([]);
});

it('an app password with an end is refused from then on, and leaves account and drive', async () => {
  const { person, id, password } = await making({ ends_in_days: 30 });
  const caller = await callerOf(password);
  expect(await reading(person, caller)).toBe('ok');
  const past = 'UPDATE app_passwords SET ends_ms = 1 WHERE id = ?';
  await runInDurableObject(driveOf(person), (_drive, { storage }) => void storage.sql.exec(past, id));
  expect(await reading(person, caller)).toBe(ENDED);
  await runInDurableObject(objects.accounts.getByName(person.userId), async (account, { storage }) => {
    storage.sql.exec(past, id);
    await account.alarm();
    await account.alarm();
  });
  for (const object of [objects.accounts.getByName(person.userId), driveOf(person)])
    expect(
      await runInDurableObject(object as never, (_object: unknown, state: DurableObjectState) =>
        state.storage.sql.exec('SELECT id FROM app_passwords').toArray(),
      ),
    ).toEqual([]);
});

it('a new password of the account ends every app password', async () => {
  const { person, password } = await making();
  const caller = await callerOf(password);
  const { access_token: token } = await ok(authContract.changePassword, {
    token: person.token,
    body: { password: NEWCOMERS_PASSWORD, new_password: 'another password of the test' },
  });
  expect(await both(person, caller)).toEqual([ENDED, ENDED]);
  expect((await ok(authContract.appPasswords, { token })).app_passwords).toEqual([]);
  const again = await appPasswordOf({ token }, {}, 'another password of the test');
  expect(await reading(person, await callerOf(again.password))).toBe('ok');
});

it('no app password of a blocked person opens anything', async () => {
  const { person, password } = await making();
  const caller = await callerOf(password);
  const blocked = await visit('/_internal/people/act', {
    body: JSON.stringify({ act: 'block', person: person.userId, reason: 'by a test' }),
    headers: { 'x-magpie-internal': env.INTERNAL_TOKEN },
  });
  expect(blocked.status).toBe(200);
  expect(await both(person, caller)).toEqual([ENDED, ENDED]);
});

it('no app password of an account that closes opens anything', async () => {
  const { person, password } = await making();
  const caller = await callerOf(password);
  const body = { sudo_token: await sudoFor(person, NEWCOMERS_PASSWORD) };
  await ok(authContract.close, { token: person.token, body });
  expect(await both(person, caller)).toEqual([ENDED, ENDED]);
});

it('the secret of another app password of the same person does not open one', async () => {
  const { person, password } = await making();
  const other = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
  const [caller, otherCaller] = [await callerOf(password), await callerOf(other.password)];
  expect(await reading(person, { ...caller, ...(otherCaller.program ? { program: otherCaller.program } : {}) })).toBe(
    ENDED,
  );
});

it('a drive that the person never opened takes the app password from its making on', async () => {
  const { person, password } = await making();
  expect(await reading(person, await callerOf(password))).toBe('ok');
});

it('an app password is no bearer of any call, and its caller opens no links of the person', async () => {
  const { person, password } = await making();
  for (const endpoint of [
    authContract.appPasswords,
    authContract.me,
    driveContract.list,
    driveContract.about,
    shareContract.list,
  ])
    for (const authorization of [`Bearer ${password}`, `Basic ${btoa(`alice:${password}`)}`])
      expect((await send(endpoint, { query: {}, headers: { authorization } })).status, endpoint.id).toBe(401);
  const registry = objects.shareRegistries.getByName(person.userId) as unknown as {
    following(caller: CallerData): Promise<{ ok: boolean; error?: { name: string } }>;
  };
  expect((await registry.following(await callerOf(password))).error?.name).toBe('permission_denied');
});

it('a use of an app password writes no row, and its last use is recorded once a day', async () => {
  const { person, password, id } = await making();
  const account = objects.accounts.getByName(person.userId);
  const caller = await callerOf(password);
  await reading(person, caller);
  const rows = await runInDurableObject(driveOf(person), (drive, { storage }) => {
    const before = storage.sql.exec<{ n: number }>('SELECT total_changes() AS n').one().n;
    const read = drive.path(caller, '');
    expect(read.ok).toBe(true);
    return storage.sql.exec<{ n: number }>('SELECT total_changes() AS n').one().n - before;
  });
  expect(rows).toBe(0);
  const hash = caller.program?.hash ?? '';
  const use = (by: string, secret = hash) => account.noteAppPasswordUse({ id, hash: secret, by, from: '203.0.113.7' });
  const usedBy = async () =>
    (await ok(authContract.appPasswords, { token: person.token })).app_passwords.map(
      ({ last_used_by }) => last_used_by,
    );
  await use('thief', '0'.repeat(64));
  expect(await usedBy()).toEqual(['']);
  await use('rclone');
  await use('curl');
  expect(await usedBy()).toEqual(['rclone']);
});

it('the host of programs answers 404 for what no protocol has, without a challenge, and the app has no such address', async () => {
  const programs = 'http://127.0.0.1:8787';
  const unknown = await visit(`${programs}/status.php.bak`, { headers: { accept: '' } });
  expect(unknown.status).toBe(308);
  const php = await visit(`${programs}/index.php/apps/none`, { headers: { accept: '*/*' } });
  expect([php.status, php.headers.has('www-authenticate'), php.headers.get('content-security-policy')]).toEqual([
    404,
    false,
    "sandbox; default-src 'none'",
  ]);
  expect((await visit('/index.php/apps/none')).status).toBe(404);
});
