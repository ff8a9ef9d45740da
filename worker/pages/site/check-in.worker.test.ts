/** The page of the check-in as a person without script uses it. */
import { expect, it } from 'vitest';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, cookieOf, html, VISITOR } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { servicesOf } from '#worker/compose.ts';

const PATH = '/en-US/check-in';

/** Signed in, with the time zone that the script sent. */
async function person(zone: string) {
  const { email, userId } = await newcomer();
  const { cookie } = await cookieOf(email, NEWCOMERS_PASSWORD);
  return { userId, cookie: `${cookie}; pp_time_zone=${encodeURIComponent(JSON.stringify(zone))}` };
}

it('a visitor sees the rewards and a way to sign in, and a press leads there', async () => {
  const page = await html(VISITOR, PATH);
  expect(page).toContain('Sign in to check in');
  expect(page).toContain('5 GB of downloads, 30 days');
  expect(page).toContain(`/auth?next=${encodeURIComponent(PATH)}`);
  expect(page).not.toContain('method="post" action="/en-US/check-in"');
  const pressed = await ask(VISITOR, PATH, { press: '1' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/auth?next=${encodeURIComponent(PATH)}`]);
});

it('a person checks in once; pressing again shows the same day', async () => {
  const who = await person('Asia/Tokyo');
  const before = await html(who, PATH);
  expect(before).toContain('Check in for today');
  expect(before).toContain('Asia/Tokyo');
  expect(before).toContain(`action="${PATH}"`);
  for (let press = 0; press < 2; press += 1) {
    const answer = await ask(who, PATH, { press: '1' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PATH]);
  }
  const after = await html(who, PATH);
  expect(after).toContain('You’ve checked in today');
  expect(after).toContain('1 day in a row');
  expect(after).toContain('data-check-in="success"');
  expect((await servicesOf(env).membership.checkInBoard(who.userId, '')).taken).toHaveLength(1);
});

it('where operators closed the check-in its pages lead to the page of the end', async () => {
  const text = JSON.stringify({ checkIn: { open: false, days: [null] } });
  const kv = { get: async (key: string) => (key.includes('rewards') ? text : null) };
  const server = makeServer({ bindings: { CONFIG: kv as unknown as KVNamespace } });
  for (const path of [PATH, '/en-US/check-in-guide']) {
    const headers = { host: new URL(ORIGIN).host, accept: 'text/html' };
    const answer = await visit(path, { headers, server });
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/en-US/activity-end']);
  }
});
