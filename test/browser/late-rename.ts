/** A rename in place whose list is refreshed late. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

const REFRESH = '**/drive/v1/about*';

/**
 * Renames to `mid.txt`. The menu of another row, opened while the list is still refreshed, stays open and keeps the focus.
 * @param field  of the name. @param more  opens the menu of another row. @param toast  of the rename
 */
export async function renameUnderMenu(page: Page, field: Locator, more: Locator, toast: Locator): Promise<void> {
  const answered = Promise.withResolvers<void>();
  await page.route(REFRESH, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await field.fill('mid.txt');
  await field.press('Enter');
  await toast.waitFor();
  expect(await field.count()).toBe(1);
  await more.click();
  const item = page.getByRole('menuitem', { name: 'Move to trash' });
  await item.waitFor();
  answered.resolve();
  await field.waitFor({ state: 'detached' });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await item.count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
  await page.keyboard.press('Escape');
  await page.unroute(REFRESH);
}
