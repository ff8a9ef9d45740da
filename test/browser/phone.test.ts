/** The drive on a phone: the bar at its foot, the sheet of places and account, the sheet of what can be added; and cards. */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, openDrive, untilAlive, uploadFiles, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const server = await sharedServer(ALICE, BOB);

test('the bar leads to places and opens the others with the account; what is added is chosen in a sheet', async () => {
  const watched = await visit({ width: 320, locale: 'ru', dark: true });
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  const bar = page.getByRole('navigation', { name: 'Разделы и аккаунт' });
  await untilAlive(page, 'drive/upload');
  expect(await bar.locator('[aria-current="page"]').textContent()).toBe('Файлы');
  expect(await page.getByRole('button', { name: 'Открыть меню' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Добавить', exact: true }).tap();
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect.poll(() => items.count()).toBe(5);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), items.first().tap()]);
  const accepted = () => chooser.element().getAttribute('accept');
  expect([await accepted(), chooser.isMultiple()]).toEqual(['image/*,video/*', true]);

  await bar.getByRole('button', { name: 'Аккаунт' }).tap();
  const sheet = page.locator('#sidebar:popover-open');
  await sheet.getByRole('link', { name: 'Корзина' }).waitFor();
  await sheet.getByText('Alice', { exact: true }).waitFor();
  await expectSound(watched);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await bar.getByRole('link', { name: 'Ссылки' }).tap();
  await page.waitForURL('**/drive/shares');
  expect(await bar.locator('[aria-current="page"]').textContent()).toBe('Ссылки');
  await expectSound(watched);
});

test('a press anywhere on a card opens it, its box selects it, and its date is short', async () => {
  const { page } = await visit();
  await openAs(page, BOB.email, `${server.origin}/drive/all?view=grid`);
  const name = 'a long name of a letter to the city.txt';
  await uploadFiles(page, { name, mimeType: 'text/plain', buffer: Buffer.from('Dear city') });
  const card = page.locator('[data-row]').filter({ hasText: name });
  await card.waitFor();
  expect(await card.locator('time').textContent()).toMatch(/^\d+:\d\d [AP]M$/);
  await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await page.getByRole('toolbar').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar').waitFor({ state: 'detached' });
  await card.locator('.tile-cover').click();
  await page.getByRole('dialog', { name: 'Viewer' }).waitFor();
});

test.each(['ru', 'es', 'uk'])('at 320 px the bar of a selection shows its words on one line in %s', async (locale) => {
  const watched = await openDrive(server, BOB.email, { width: 320, locale }, '/drive/all?view=list');
  const { page } = watched;
  await page.locator('[data-row] input[type=checkbox]').first().check();
  const buttons = page.getByRole('toolbar').locator('button:has(span)');
  await expect.poll(() => buttons.count()).toBe(5);
  const boxes = await buttons.evaluateAll((all) =>
    all.map((one) => ({ top: one.getBoundingClientRect().top, cut: one.scrollWidth > one.clientWidth })),
  );
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(boxes.some(({ cut }) => cut)).toBe(false);
  await expectSound(watched);
});
