/** Files and folders of the device go where they are dropped; the list stays still under the pointer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, openDrive, restingBox, untilAlive, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);
const desktop = scratchFolder();

function onDesktop(name: string): string {
  const file = path.join(desktop, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${name} holds this`);
  return file;
}

const client = makeWireClient(server.origin);
const { makeFolder, ...alice } = await client.signIn(ALICE.email);

async function namesIn(folderId: string): Promise<string[]> {
  const { body } = await alice.get('/drive/v1/files', { parent_id: folderId });
  return (body.files as { name: string }[]).map(({ name }) => name).sort();
}

/** A drag from the desktop, as the system sends it. */
function dragOf(session: CDPSession, files: readonly string[]) {
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', { x, y }: { x: number; y: number }) =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  let at = { x: 2, y: 2 };
  return {
    over: async (target: Locator) => {
      const { x, y, width, height } = await restingBox(target);
      at = { x: x + Math.min(width / 2, 200), y: y + height / 2 };
      await send('dragEnter', at);
      await send('dragOver', at);
    },
    drop: () => send('drop', at),
  };
}

const row = (page: Page, name: string) => page.locator('[data-listing] [data-row]').filter({ hasText: name });
const label = (page: Page) => page.locator('.drag-ghost');

test.each(['list', 'grid'])('in the %s, a drop goes to the folder, the step or the place under it', async (view) => {
  const watched = await visit();
  const { page, context } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  const folder = await makeFolder(`Folder ${view}`);
  const inner = await makeFolder('Inner', folder);
  await page.goto(`${server.origin}/drive/all/${folder}?view=${view}`);
  await untilAlive(page, 'drive/upload');
  const session = await context.newCDPSession(page);

  const intoRow = dragOf(session, [onDesktop(`${view}-row.txt`), path.join(desktop, 'Trip')]);
  onDesktop('Trip/sea/blue.txt');
  await intoRow.over(row(page, 'Inner'));
  await expect.poll(() => label(page).textContent()).toBe('Drop to upload to “Inner”');
  expect(await page.locator('[data-drop]').getAttribute('data-row')).toBe(inner);
  await expectSound(watched);
  await intoRow.drop();
  await expect.poll(() => namesIn(inner), { timeout: 15_000 }).toEqual(['Trip', `${view}-row.txt`].sort());
  expect(await page.locator('.drag-ghost, [data-drop]').count()).toBe(0);

  const intoRoot = dragOf(session, [onDesktop(`${view}-step.txt`)]);
  await intoRoot.over(page.locator('main [data-into]').first());
  await expect.poll(() => label(page).textContent()).toBe('Drop to upload to “All files”');
  await intoRoot.drop();
  await expect.poll(() => namesIn(''), { timeout: 15_000 }).toContain(`${view}-step.txt`);

  const intoPlace = dragOf(session, [onDesktop(`${view}-place.txt`)]);
  await intoPlace.over(page.locator('#sidebar [data-place="trash"]'));
  expect(await label(page).isVisible()).toBe(false);
  await intoPlace.over(page.locator('#sidebar [data-place="all"]'));
  await expect.poll(() => page.locator('[data-drop]').getAttribute('data-place')).toBe('all');
  await intoPlace.drop();
  await expect.poll(() => namesIn(''), { timeout: 15_000 }).toContain(`${view}-place.txt`);

  const intoOpen = dragOf(session, [onDesktop(`${view}-open.txt`)]);
  await intoOpen.over(page.locator('main h1'));
  await expect.poll(() => label(page).textContent()).toBe(`Drop to upload to “Folder ${view}”`);
  await intoOpen.drop();
  await row(page, `${view}-open.txt`).waitFor();
  expect(await namesIn(folder)).toEqual(['Inner', `${view}-open.txt`]);
  expect(watched.complaints).toEqual([]);
});

test('while files are dragged over it, the list stays as it is', async () => {
  const { page, context } = await visit();
  let heard = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => (heard += 1)));
  const still = await makeFolder('Still');
  const under = await makeFolder('b', still);
  await openAs(page, ALICE.email, `${server.origin}/drive/all/${still}?view=list`);
  await untilAlive(page);
  await expect.poll(() => heard).toBeGreaterThan(0);
  const drag = dragOf(await context.newCDPSession(page), [onDesktop('c.txt')]);
  await drag.over(page.locator(`[data-row="${under}"]`));
  await label(page).waitFor();
  const before = heard;
  // From another device, above the row under the pointer.
  await makeFolder('a', still);
  await expect.poll(() => heard).toBeGreaterThan(before);
  // A refresh would have been sent before this.
  await page.evaluate(() => fetch('/drive/v1/about'));
  expect(await page.locator('[data-listing] [data-row]').count()).toBe(1);
  // The pointer is the page's again: the drag was cancelled.
  await page.mouse.move(700, 300);
  await expect.poll(() => page.locator('[data-listing] [data-row]').count()).toBe(2);
});

test('a file that is dropped over the trash stays on the device, and the page stays', async () => {
  const { page, context } = await openDrive(server, ALICE.email, {}, '/drive/trash');
  const drag = dragOf(await context.newCDPSession(page), [onDesktop('stays.txt')]);
  await drag.over(page.locator('main h1'));
  await drag.drop();
  expect(page.url()).toBe(`${server.origin}/drive/trash`);
  expect(await page.locator('[data-transfers]').count()).toBe(0);
});
