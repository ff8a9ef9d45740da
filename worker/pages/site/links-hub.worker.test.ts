/** The page of favorite links as a person without script uses it. */
import { expect, it } from 'vitest';
import { MAX_FAVORITE_LINKS } from '#shared/auth/favorite-link.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, type Browsing, cookieOf, formOf, html, VISITOR } from '#test/contract/page-visits.ts';

const PATH = '/en-US/favorite-links-hub';

async function person(): Promise<Browsing> {
  const { email } = await newcomer();
  return cookieOf(email, NEWCOMERS_PASSWORD);
}

async function press(who: Browsing, fields: Record<string, string>): Promise<void> {
  const answer = await ask(who, PATH, fields);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${PATH}#own`]);
}

/** Addresses of the own list, in order. */
function addressesOn(page: string): string[] {
  return [...page.matchAll(/href="([^"]*)" rel="noopener noreferrer nofollow"/g)].map(([, url = '']) => url);
}

it('a visitor is led to sign-in, by the page and by a press', async () => {
  const page = await html(VISITOR, PATH);
  expect(page).toContain(`/auth?next=${encodeURIComponent(PATH)}`);
  expect(page).not.toContain(`action="${PATH}"`);
  const pressed = await ask(VISITOR, PATH, { step: 'add', url: 'https://example.org' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/auth?next=${encodeURIComponent(PATH)}`]);
});

it('a person adds, names, orders and removes links, which others do not see', async () => {
  const who = await person();
  expect(await html(who, PATH)).toContain('Your list is empty');
  await press(who, { step: 'add', url: 'https://example.org/a', title: '<b>First</b>' });
  await press(who, { step: 'add', url: 'example.net', title: '' });
  const page = await html(who, PATH);
  expect(addressesOn(page)).toEqual(['https://example.org/a', 'https://example.net/']);
  expect(page).toContain('&lt;b&gt;First&lt;/b&gt;</a>');
  const { id = '' } = formOf(page, 'Move “example.net” up');
  await press(who, { step: 'up', id });
  await press(who, { step: 'up', id });
  await press(who, { step: 'rename', id, title: 'Second' });
  const ordered = await html(who, PATH);
  expect(addressesOn(ordered)).toEqual(['https://example.net/', 'https://example.org/a']);
  expect(ordered).toContain('Second</a>');
  expect(addressesOn(await html(await person(), PATH))).toEqual([]);
  await press(who, { step: 'remove', id });
  await press(who, { step: 'remove', id });
  expect(addressesOn(await html(who, PATH))).toEqual(['https://example.org/a']);
  const gone = await ask(who, PATH, { step: 'down', id });
  expect([gone.status, (await gone.text()).includes('no longer on your list')]).toEqual([400, true]);
});

it('a refused address stays in the form beside its reason', async () => {
  const who = await person();
  const refused = await ask(who, PATH, { step: 'add', url: 'javascript:alert(1)', title: 'Mine' });
  const page = await refused.text();
  expect(refused.status).toBe(400);
  expect(page).toContain('Enter the address of a web page');
  expect(page).toContain('value="javascript:alert(1)"');
  expect(page).toContain('value="Mine"');
  expect(page).not.toContain('href="javascript:');
  await press(who, { step: 'add', url: 'https://example.org' });
  const again = await ask(who, PATH, { step: 'add', url: 'HTTPS://EXAMPLE.ORG/' });
  expect([again.status, (await again.text()).includes('already on your list')]).toEqual([400, true]);
});

it('a link to the page may fill in its form and adds nothing', async () => {
  const who = await person();
  const page = await html(who, `${PATH}?url=${encodeURIComponent('https://example.org/x')}&title=A%20page`);
  expect(page).toContain('value="https://example.org/x"');
  expect(page).toContain('value="A page"');
  expect(page).toContain('Your list is empty');
});

it('a list takes a bounded number of links, added at once or one by one', async () => {
  const who = await person();
  const answers = await Promise.all(
    Array.from({ length: MAX_FAVORITE_LINKS + 3 }, (_, at) =>
      ask(who, PATH, { step: 'add', url: `https://example.org/${at}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(MAX_FAVORITE_LINKS);
  const full = await ask(who, PATH, { step: 'add', url: 'https://example.org/more' });
  expect([full.status, (await full.text()).includes('Your list is full')]).toEqual([400, true]);
});
