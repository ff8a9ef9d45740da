/** The link of the first start: it makes one operator, where there is none. */
import { expect, test } from 'vitest';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { ask, cookieOf, formOf, html, VISITOR } from './page-visits.ts';
import { env, ORIGIN, runningServer } from './send.ts';
import { makePeople } from './world.ts';

async function onConsole(path: string, body: object = {}): Promise<Record<string, unknown>> {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const request = new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await (await runningServer(request)).json()) as Record<string, unknown>;
}

test('the link of the first start makes one operator, and is of no use afterwards or when it was made up', async () => {
  const { olga } = await makePeople();
  const { email, userId } = await newcomer();
  await expect.poll(() => onConsole('/_internal/first-operator')).toEqual({ path: '' });
  // As a new installation: the only operator is not there.
  await env.ADMIN.prepare("UPDATE people SET role = '' WHERE user_id = ?").bind(olga.userId).run();
  const { path } = (await onConsole('/_internal/first-operator')) as { path: string };
  expect(path).toMatch(/^\/ops\/first\?token=/);
  expect(await html(VISITOR, path)).toContain('Then open the link again');
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
});
