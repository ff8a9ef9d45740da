import { expect, it } from 'vitest';
import { bellContract } from '#shared/drive/bell/bell.contract.ts';
import { unwrap } from '#shared/errors.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, cookieOf, html, VISITOR } from '#test/contract/page-visits.ts';
import { objects, ok } from '#test/contract/world.ts';

const PAGE = '/drive/notifications';

it('the page of notifications lists, opens and marks by forms alone', async () => {
  const { email, userId, token } = await newcomer();
  const who = await cookieOf(email, NEWCOMERS_PASSWORD);
  expect(await html(who, PAGE)).toContain('No notifications yet');
  const drive = objects.drives.getByName(userId);
  const data = { person: '<b>Anna</b>', name: 'Holiday' };
  unwrap(await drive.notifyPerson({ id: 'one', kind: 'invited', data }));
  unwrap(await drive.notifyPerson({ id: 'two', kind: 'links-end', data: { count: 2, dateMs: 0 } }));
  const page = await html(who, PAGE);
  expect(page).toContain('&lt;b&gt;Anna&lt;/b&gt; · Holiday');
  expect(page).toContain('data-bell-count="">2<');
  const { notifications } = await ok(bellContract.notifications, { token });
  const idOf = (type: string) => notifications.find((each) => each.type === type)?.id ?? '';
  // Looking marks nothing.
  expect(await (await ask(who, `${PAGE}?count=1`)).json()).toEqual({ unread: 2 });
  const opened = await ask(who, PAGE, { step: 'open', id: idOf('invited') });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/drive/common']);
  expect(await (await ask(who, `${PAGE}?count=1`)).json()).toEqual({ unread: 1 });
  await ask(who, PAGE, { step: 'open', id: 'noise' });
  const all = await ask(who, PAGE, { step: 'all', up_to: idOf('links-end') });
  expect(await html(who, all.headers.get('location') ?? '')).toContain('All notifications are marked as read.');
  expect((await ok(bellContract.notifications, { token })).unread).toBe(0);
});

it('a visitor is sent to sign-in, and a window whose session ended is refused the number', async () => {
  expect((await ask(VISITOR, PAGE)).headers.get('location')).toBe('/auth?next=%2Fdrive%2Fnotifications');
  expect((await ask(VISITOR, `${PAGE}?count=1`)).status).toBe(401);
});

it('categories are switched off beside those of mail', async () => {
  const { email, userId } = await newcomer();
  const who = await cookieOf(email, NEWCOMERS_PASSWORD);
  await html(who, '/drive/all');
  await ask(who, '/drive/account/mail', { step: 'save', topic: 'sharing', bell: 'storage' });
  const drive = objects.drives.getByName(userId);
  unwrap(await drive.notifyPerson({ id: 'one', kind: 'invited', data: {} }));
  unwrap(await drive.notifyPerson({ id: 'two', kind: 'storage-full', data: { usedBytes: 9, limitBytes: 10 } }));
  const page = await html(who, PAGE);
  expect(page).toContain('data-notifications="1"');
  expect(page).toContain('Your Magpie storage is almost full');
});
