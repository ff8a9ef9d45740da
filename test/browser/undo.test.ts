/** Ctrl+Z in the view of a single file, and before the change it undoes has finished. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const alice = await makeWireClient(server.origin).signIn(ALICE.email);
const folderId = await alice.makeFolder('Undone');
for (const name of ['one', 'two', 'three', 'four']) await alice.makeFolder(name, folderId);

async function look(page: Page, view: string): Promise<void> {
  await page.goto(`${server.origin}/drive/all/${folderId}?order=name_asc&view=${view}`);
  await untilAlive(page);
}

test('an undone file is opened again, also when undo is pressed before the change has finished', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  for (const view of ['single', 'flow']) {
    await look(page, view);
    const shown = page.locator('h2');
    await expect.poll(() => shown.first().textContent()).toBe('four');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => shown.first().textContent()).toBe('one');

    await page.keyboard.press('Delete');
    await page.getByText('1 item moved to trash.').waitFor();
    expect(await shown.first().textContent()).toBe('three');
    await page.keyboard.press('Control+z');
    await page.getByText('1 item restored.').waitFor();
    await expect.poll(() => shown.first().textContent()).toBe('one');
    await page.getByText('1 item restored.').waitFor({ state: 'detached' });

    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked = page.waitForRequest('**/drive/v1/files:batchTrash');
    await page.route('**/drive/v1/files:batchTrash', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Delete');
    await asked;
    await page.keyboard.press('Control+z');
    answer();
    await page.getByText('1 item restored.').waitFor();
    await expect.poll(() => shown.first().textContent()).toBe('one');
    await page.unroute('**/drive/v1/files:batchTrash');
    await expectSound(watched);
  }
});
