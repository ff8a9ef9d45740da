/** Every form of every page, sent by another site with the person's own cookie: none is taken. And the field of a password. */
import { expect, it } from 'vitest';
import { splitLocale } from '#shared/locale/path.ts';
import { matchRoute } from '#shared/route-table.ts';
import { makeApp } from '#worker/app.ts';
import { servicesOf } from '#worker/compose.ts';
import { env, ORIGIN } from './send.ts';
import { visit } from './visit.ts';
import { credentials, makePeople } from './world.ts';

/** Posted by mail programs and proved by its own link (RFC 8058); the bucket of form uploads, proved by a signed policy. */
const OPEN = ['/unsubscribe', '/'];

const paths = [
  ...new Set(
    makeApp(servicesOf(env))
      .routes.filter(({ method }) => method === 'POST')
      .map(({ path }) => path.replace(':document', 'redirects').replace(/:\w+/g, 'V'.repeat(26)).replace(/\/\*$/, ''))
      .filter((path) => matchRoute(splitLocale(path).path) !== null && !OPEN.includes(path)),
  ),
];

let cookie = '';
const post = (path: string, site: string, origin: string, fields: Record<string, string> = {}) =>
  visit(path, { fields, headers: { origin, 'sec-fetch-site': site, cookie } });

const { olga } = await makePeople();
const entered = await post('/auth', 'same-origin', ORIGIN, credentials(olga.email));
cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
expect(cookie).toMatch(/^magpie_session=./);

it("there are forms in the drive, the account, the sign-in pages and the operators' pages", () => {
  const known = [
    '/auth',
    '/auth/sign-out',
    '/auth/sign-up',
    '/auth/reset',
    '/auth/passkey',
    '/drive/all',
    '/contact-us',
  ];
  expect(paths).toEqual(expect.arrayContaining([...known, '/drive/account', '/drive/account/security']));
});

it.each(paths)('%s takes no form of another site', async (path) => {
  for (const [site, origin] of [
    ['cross-site', 'https://evil.example'],
    ['same-site', 'https://files.example.com'],
    ['none', 'null'],
    // A header that is left out.
    ['cross-site', ''],
    ['', 'https://evil.example'],
    ['', ''],
  ] as const) {
    const answer = await post(path, site, origin, { step: 'folder', intent: 'save', name: 'forged' });
    expect([answer.status, answer.headers.get('set-cookie')], site).toEqual([403, null]);
  }
});

it('a password is typed into a masked field that password managers recognise and that accepts a paste', async () => {
  const answer = await visit('/auth');
  const field = /<input[^>]*type="password"[^>]*>/.exec(await answer.text())?.[0] ?? '';
  expect(field).toMatch(/autocomplete="current-password"/i);
  expect(field).not.toMatch(/ on\w+=|readonly|pattern=/i);
});
