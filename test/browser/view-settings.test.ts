/** How a person wants the list follows them to other devices: the first page there is already so. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, restingBox, untilAlive, uploadFiles, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);
const ADDRESS = `${server.origin}/drive/all`;

const heads = (page: Page) => page.locator('section:has([data-listing]) > div').first();

test('rows, columns, view and order that are chosen on one device are those of another from its first HTML', async () => {
  const first = await visit();
  const { page } = first;
  await openAs(page, ALICE.email, ADDRESS);
  await uploadFiles(page, { name: 'sea.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.locator('[data-row]').first().waitFor();
  await page.getByRole('link', { name: 'List', exact: true }).click();
  const height = async () => (await restingBox(page.locator('[data-row]').first())).height;
  expect(await height()).toBe(44);
  await page.locator('summary[aria-label="More views"]').click();
  await page.getByRole('checkbox', { name: 'Compact rows' }).check();
  expect(await height()).toBeLessThanOrEqual(36);
  await page.getByRole('checkbox', { name: 'Type', exact: true }).check();
  const saved = page.waitForRequest((request) => request.url().includes('/user/v1/settings'));
  await page.getByRole('checkbox', { name: 'Size', exact: true }).uncheck();
  await saved;
  await page.keyboard.press('Escape');
  await heads(page).getByText('Type', { exact: true }).waitFor();
  expect(await page.locator('[data-row]').first().textContent()).toContain('PNG image');
  expect(await heads(page).getByText('Size', { exact: true }).count()).toBe(0);
  await expectSound(first);
  const [cookie] = (await first.context.cookies()).filter(({ name }) => name.startsWith('pp_display_mode_'));
  expect(cookie).toBeDefined();
  await expect
    .poll(async () => (await first.context.cookies()).some(({ value }) => value.includes('isUnsaved')))
    .toBe(false);
  await first.context.close();

  const second = await visit();
  const html = second.page.waitForResponse(ADDRESS).then((response) => response.text());
  await openAs(second.page, ALICE.email, ADDRESS);
  expect(await html).toMatch(/data-compact="true"[\s\S]*data-listing="list"/);
  expect(await html).toContain('PNG image');
  await untilAlive(second.page);
  expect(await second.page.locator('[data-compact] [data-listing="list"]').count()).toBe(1);
  await expectSound(second);
});
