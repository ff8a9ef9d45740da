/** The first steps below the files of a new account. */

import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, type Browsing, cookieOf, html } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { makeFile, type Person, seed } from '#test/contract/world.ts';

const ALL = '/drive/all';

let dora: Browsing & Person;
const signIn = async (email: string): Promise<Browsing> => cookieOf(email, NEWCOMERS_PASSWORD);

beforeAll(seed);
beforeEach(async () => {
  const person = await newcomer();
  dora = { ...person, refreshToken: '', ...(await signIn(person.email)) };
});

/** The list without its marks; '' for none. */
async function steps(who: Browsing = dora, path = ALL): Promise<string> {
  const page = await html(who, path);
  const at = page.indexOf('<aside id="first-steps"');
  return at < 0
    ? ''
    : page.slice(at, page.indexOf('</aside>', at)).replace(/<!--.*?-->|<span[^>]* hidden="">.*?<\/span>/g, '');
}

test('a new person sees four steps on the first page alone, and a stored file is one of them', async () => {
  // The account was made by a program.
  expect(await steps()).toContain('1 of 4 done');
  await makeFile(dora);
  expect(await steps()).toContain('2 of 4 done');
  expect(await steps(dora, '/drive/trash')).toBe('');
});

test('the steps are closed for good, in other browsers too', async () => {
  const closed = await ask(dora, '/close-note', { id: 'first-steps', next: ALL });
  expect(closed.headers.get('location')).toBe(ALL);
  expect(await steps(await signIn(dora.email))).toBe('');
});

test('an account of more than a month has no first steps', async () => {
  await runInDurableObject(env.ACCOUNT.getByName(dora.userId), (_, { storage }) => {
    storage.sql.exec('UPDATE account SET created_ms = created_ms - ?', 31 * DAY_MS);
  });
  expect(await steps()).toBe('');
});
