/** The link of the first start: it makes one operator, where there is none. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { servicesOf } from '#worker/compose.ts';
import { objectsOf } from '#worker/objects.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { setOperator } from '#worker/services/ops/people/operators.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { ask, cookieOf, formOf, html, VISITOR } from './page-visits.ts';
import { env, ORIGIN, runningServer } from './send.ts';
import { makePeople } from './world.ts';

async function onConsole(path: string, body: object = {}): Promise<Record<string, unknown>> {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await (await runningServer(request)).json()) as Record<string, unknown>;
}

/** As a new installation: no operators in the list, none in the log. Other files share both. */
async function forgetOperators(): Promise<void> {
  await env.ADMIN.prepare("UPDATE people SET role = ''").run();
  const registry = objectsOf(env).configRegistry.getByName('documents');
  await runInDurableObject(registry as unknown as DurableObjectStub, (_object, { storage: { sql } }) => {
    const [trigger] = sql.exec<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'acts_stay'").toArray();
    sql.exec('DROP TRIGGER acts_stay');
    sql.exec("UPDATE acts SET act = 'message_done' WHERE act = 'operator_added'");
    sql.exec(trigger?.sql ?? '');
  });
}

const CONSOLE = { id: 'console', name: '', via: 'console', role: 'all' } as const;

test('the link of the first start makes one operator, and is of no use afterwards or when it was made up', async () => {
  const { olga } = await makePeople();
  const { email, userId } = await newcomer();
  await expect.poll(() => onConsole('/_internal/first-operator')).toEqual({ path: '' });
  await forgetOperators();
  const { path } = (await onConsole('/_internal/first-operator')) as { path: string };
  expect(path).toMatch(/^\/ops\/first\?token=/);
  expect(await html(VISITOR, path)).toContain('Create the account');
  // A new server may be unable to send codes: the link opens an account too.
  const fresh = `${newHexId(6)}@example.com`;
  const asked = { ...formOf(await html(VISITOR, path), 'Create the account'), step: 'account' };
  expect((await ask(VISITOR, '/ops/first', { ...asked, email })).status).toBe(400);
  expect((await ask(VISITOR, '/ops/first', { ...asked, email: 'no address' })).status).toBe(400);
  expect((await ask(VISITOR, '/ops/first', { ...asked, email: fresh, token: 'noise' })).status).toBe(403);
  const led = (await ask(VISITOR, '/ops/first', { ...asked, email: fresh })).headers.get('location') ?? '';
  const { pathname, search } = new URL(led);
  const form = formOf(await html(VISITOR, `${pathname}${search}`), 'Create account');
  const signedUp = await ask(VISITOR, '/auth/sign-up', { ...form, password: NEWCOMERS_PASSWORD });
  expect([signedUp.status, signedUp.headers.get('location')]).toEqual([303, path]);

  // Its holder makes a bounded number of rows.
  const answers: number[] = [];
  for (let at = 0; at < 20; at += 1)
    answers.push((await ask(VISITOR, '/ops/first', { ...asked, email: `${newHexId(6)}@example.com` })).status);
  expect([answers.filter((status) => status === 303).length, answers.at(-1)]).toEqual([19, 400]);

  const cookie = await cookieOf(email, NEWCOMERS_PASSWORD);
  expect((await ask(cookie, '/ops')).status).toBe(403);
  expect((await ask(cookie, '/ops/first?token=noise')).status).toBe(403);
  expect((await ask(cookie, '/ops/first', { token: 'noise' })).status).toBe(403);
  const fields = formOf(await html(cookie, path), 'Become the operator');
  expect((await ask(VISITOR, '/ops/first', fields)).status).toBe(200);
  const made = await ask(cookie, '/ops/first', fields);
  expect([made.status, made.headers.get('location')]).toEqual([303, '/ops']);
  expect((await ask(cookie, '/ops')).status).toBe(200);
  const log = await html(cookie, '/ops/log');
  expect(log).toContain('by the link of the first start');
  expect(log).toContain(`person=${userId}`);

  const other = await newcomer();
  const late = await cookieOf(other.email, NEWCOMERS_PASSWORD);
  expect((await ask(late, '/ops/first', fields)).status).toBe(403);
  expect((await ask(late, '/ops')).status).toBe(403);
  expect(await onConsole('/_internal/first-operator')).toEqual({ path: '' });

  // The log has an operator: what the list has no longer counts.
  await env.ADMIN.prepare("UPDATE people SET role = ''").run();
  expect(await onConsole('/_internal/first-operator')).toEqual({ path: '' });
  expect((await ask(late, '/ops/first', fields)).status).toBe(403);
  // And an operator of the list counts without the log, also one who cannot sign in.
  await forgetOperators();
  await env.ADMIN.prepare("UPDATE people SET role = 'operator', status = 'FROZEN' WHERE user_id = ?")
    .bind(userId)
    .run();
  expect(await onConsole('/_internal/first-operator')).toEqual({ path: '' });
  await onConsole('/_internal/people/rebuild', { ids: [userId, olga.userId] });
  // Other files share the list of operators.
  expect(await onConsole('/_internal/operator', { person: userId, role: '' })).toEqual({});
});

test('of two people who open the link at once, one becomes the operator', async () => {
  const { olga } = await makePeople();
  await expect.poll(async () => (await onConsole('/_internal/first-operator'))['path']).toBe('');
  await forgetOperators();
  const { documents } = servicesOf(env);
  const passed = await Promise.allSettled(
    [newWireId(), newWireId()].map((id) =>
      documents.recordFirstOperator({ id, name: '', via: 'page' }, `${id}: first`),
    ),
  );
  expect(passed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [act] = await documents.log({ name: '', before: 0, limit: 1 });
  expect(act?.act).toBe('operator_added');
  await onConsole('/_internal/people/rebuild', { ids: [olga.userId] });
});

test('of two operators who lose every right at once, one keeps it', async () => {
  const { olga } = await makePeople();
  const [one, two] = [await newcomer(), await newcomer()];
  const { auth, parts, ops } = servicesOf(env);
  for (const { userId } of [one, two]) await ops.setOperator({ person: userId, role: 'all', reason: '' }, CONSOLE);
  const { results } = await env.ADMIN.prepare("SELECT user_id FROM people WHERE role = 'operator'").run();
  const others = results.map((row) => String(row['user_id'])).filter((id) => id !== one.userId && id !== two.userId);
  await env.ADMIN.prepare("UPDATE people SET role = '' WHERE user_id NOT IN (?, ?)").bind(one.userId, two.userId).run();
  const without = (userId: string) => ({ person: userId, role: '' as const, reason: '' });
  // The other removal falls between the look for another one and the act.
  let second: Promise<unknown> | undefined;
  const documents = {
    ...parts.ops.documents,
    async recordAct(...noted: Parameters<typeof parts.ops.documents.recordAct>) {
      await parts.ops.documents.recordAct(...noted);
      second = setOperator(parts.ops, { ...without(two.userId), role: 'help_desk' }, CONSOLE).then(
        () => 'done',
        (error: AppError) => error.detail?.reason,
      );
      await second;
    },
  };
  await setOperator({ ...parts.ops, documents }, without(one.userId), CONSOLE);
  expect(await second).toBe('last_operator');
  const role = async (id: string) => (await auth.listedPerson(asUserId(id)))?.role;
  expect([await role(one.userId), await role(two.userId)]).toEqual(['', 'all']);
  // Both at once, many times over: one keeps the role.
  for (let round = 0; round < 5; round += 1) {
    for (const { userId } of [one, two]) await ops.setOperator({ ...without(userId), role: 'all' }, CONSOLE);
    await Promise.allSettled([one, two].map(({ userId }) => ops.setOperator(without(userId), CONSOLE)));
    expect([await role(one.userId), await role(two.userId)].filter(Boolean)).toEqual(['all']);
  }
  await onConsole('/_internal/people/rebuild', { ids: [...others, olga.userId] });
  for (const { userId } of [one, two]) await ops.setOperator(without(userId), CONSOLE);
});
