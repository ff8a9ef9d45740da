/** Ways through a folder: areas, words, places remembered, folders beside the path, kinds, views; with the mouse and with fingers. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openDrive, restingBox, untilAlive, untilFocused, type Visitor, type Watched } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

/** Presses, areas and fingers are answered from now on. */
async function ready(page: Page): Promise<void> {
  await untilAlive(page);
  await page.locator('[data-island="drive/browser"] .toasts').waitFor({ state: 'attached' });
}

/** A new person in a new folder with this many folders, named from `n 000`. */
async function enter(username: string, folder: string, count: number, visitor: Visitor = {}): Promise<Watched> {
  const watched = await openDrive(server, username, visitor);
  const { page } = watched;
  await ready(page);
  const created = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/drive/v1/files'),
  );
  await page.getByRole('button', { name: 'New folder' }).locator('visible=true').first().click();
  await page.getByRole('dialog').getByRole('textbox').fill(folder);
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  const answer = await created;
  const { authorization = '' } = await answer.request().allHeaders();
  const { file } = (await answer.json()) as { file: { id: string } };
  await page.evaluate(
    async ({ parentId, authorization, count }) => {
      const make = (name: string) =>
        fetch('/drive/v1/files', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ kind: 'drive#folder', name, parent_id: parentId }),
        });
      for (let from = 0; from < count; from += 20) {
        const names = Array.from(
          { length: Math.min(20, count - from) },
          (_, at) => `n ${String(from + at).padStart(3, '0')}`,
        );
        await Promise.all(names.map(make));
      }
    },
    { parentId: file.id, authorization, count },
  );
  await page.goto(`${server.origin}/drive/all/${file.id}?order=name_asc`);
  await ready(page);
  await row(page, 'n 000').waitFor();
  return watched;
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ has: link(page, name) });
const selectedCount = (page: Page, count: number) => page.getByRole('status').getByText(`${count} selected`);

/** Polls until the condition holds; a loaded machine takes its time. */
function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 15_000 });
}

/** Notes where the focused row is when a key is pressed: rows above it may still grow until then. */
function notePressed(page: Page): Promise<void> {
  return page.evaluate(() => {
    const note = (): void => {
      const top = document.activeElement?.closest('[data-row]')?.getBoundingClientRect().top;
      document.documentElement.dataset['pressedAt'] = String(top);
    };
    addEventListener('keydown', note, { capture: true, once: true });
  });
}

async function pressedAt(page: Page): Promise<number> {
  return Number(await page.locator('html').getAttribute('data-pressed-at'));
}

/** A list that has just become long is drawn anew. */
const boxOf = (page: Page, name: string) => restingBox(row(page, name));

test('with the mouse and keys: areas, words, places, folders beside the path, views and kinds', async () => {
  const watched = await enter(ALICE.email, 'Shelf', 240);
  const { page } = watched;

  // An area from the gap left of the first tile over the first two; with Ctrl the second is let go again.
  const [first, second] = [await boxOf(page, 'n 000'), await boxOf(page, 'n 001')];
  await page.mouse.move(first.x - 6, first.y + 20);
  await page.mouse.down();
  await page.mouse.move(second.x + 20, second.y + 60, { steps: 5 });
  await selectedCount(page, 2).waitFor();
  await page.mouse.up();
  await page.keyboard.down('Control');
  await page.mouse.move(second.x - 6, second.y + 30);
  await page.mouse.down();
  await page.mouse.move(second.x + 30, second.y + 60, { steps: 5 });
  await selectedCount(page, 1).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Control');
  // Held below the window the page moves along, and Escape gives everything back.
  await page.mouse.move(first.x - 6, first.y + 20);
  await page.mouse.down();
  await page.mouse.move(second.x + 20, 895, { steps: 5 });
  await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await selectedCount(page, 1).waitFor();
  await page.mouse.up();
  await page.mouse.click(first.x - 6, 500);
  await selectedCount(page, 1).waitFor({ state: 'detached' });

  // A word leads to a thing that is not loaded as little as to one that is not drawn.
  await page.evaluate(() => scrollTo(0, 0));
  await link(page, 'n 000').focus();
  await page.keyboard.type('n 09');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('n 090');
  await expectSound(watched);
  // Opened and left, it is where it was, and has the focus; after a reload too.
  await notePressed(page);
  await page.keyboard.press('Enter');
  const before = await pressedAt(page);
  await page.getByRole('heading', { name: 'n 090' }).waitFor();
  await page.goBack();
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('n 090');
  await eventually(async () => Math.abs((await boxOf(page, 'n 090')).y - before)).toBeLessThan(2);
  await page.reload();
  await ready(page);
  await eventually(async () => Math.abs((await boxOf(page, 'n 090')).y - before)).toBeLessThan(2);

  // Folders beside the one that is open.
  await link(page, 'n 090').click();
  await page.getByRole('heading', { name: 'n 090' }).waitFor();
  await page.getByRole('button', { name: 'Folders in Shelf' }).click();
  const menu = page.getByRole('dialog', { name: 'Folders' });
  await menu.getByRole('searchbox').fill('n 21');
  await eventually(() => menu.getByRole('link').count()).toBe(10);
  await expectSound(watched);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'n 211' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'n 090' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Shelf' }).waitFor();

  // The server stores a view of its own for this folder.
  const views = page.getByRole('navigation', { name: 'View' });
  await views.getByTitle('More views').click();
  await views.getByRole('checkbox', { name: 'Same view in all folders' }).uncheck();
  await page.keyboard.press('Escape');
  await views.getByRole('link', { name: 'List' }).click();
  await page.locator('[data-listing="list"]').waitFor();
  await page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'All files' }).click();
  await page.locator('[data-listing="grid"]').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Shelf' }).waitFor();
  const html = async () => (await page.context().request.get(page.url())).text();
  await eventually(html).toContain('data-listing="list"');

  // One file at a time, from an address; keys move, Escape returns to the stored view.
  await page.goto(`${page.url().split('?')[0]}?view=single`);
  await ready(page);
  await page.getByText('1 of more than 100').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('2 of more than 100').waitFor();
  await expectSound(watched);
  await page.getByTitle('More views').click();
  await page.getByRole('link', { name: 'Carousel' }).click();
  await page.locator('[data-listing="flow"]').waitFor();
  await page.keyboard.press('End');
  await eventually(() => page.locator('[data-listing="flow"] [aria-current]').getAttribute('data-index')).not.toBe('1');
  expect(await page.locator('[data-listing="flow"] [data-row]').count()).toBeLessThan(40);
  await expectSound(watched);
  await page.keyboard.press('Escape');
  await page.locator('[data-listing="list"]').waitFor();
  await eventually(() => page.url()).not.toContain('view=');

  await page.getByTitle('Filter by type').click();
  await page.getByRole('link', { name: 'Images' }).click();
  await page.getByText('No items of this type').waitFor();
  await eventually(() => page.url()).toContain('kind=image');
  await expectSound(watched);
  await page.getByRole('link', { name: 'Show all' }).first().click();
  await row(page, 'n 239').waitFor();
});

test('with fingers: a long press begins, taps go on, a swipe turns over, and a drive without its header stays one', async () => {
  const watched = await enter(BOB.email, 'Pocket', 12, { width: 390, dark: true });
  const { page } = watched;
  const touch = await page.context().newCDPSession(page);
  const press = async (name: string) => {
    const box = await boxOf(page, name);
    const at = { x: box.x + box.width / 2, y: box.y + box.height - 30 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    return () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const release = await press('n 000');
  await selectedCount(page, 1).waitFor();
  await release();
  await selectedCount(page, 1).waitFor();
  await link(page, 'n 001').tap();
  await selectedCount(page, 2).waitFor();
  await expectSound(watched);
  await link(page, 'n 001').tap();
  await selectedCount(page, 1).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).tap();
  await link(page, 'n 001').tap();
  await page.getByRole('heading', { name: 'n 001' }).waitFor();

  // A long press on an empty place opens the menu of the folder.
  await page.getByText('Nothing here yet').waitFor();
  const { width: wide = 0, height: high = 0 } = page.viewportSize() ?? {};
  const empty = { x: wide / 2, y: high / 2 };
  await page.evaluate(() => {
    navigator.vibrate = () => document.documentElement.toggleAttribute('data-felt', true);
  });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [empty] });
  await page.locator('html[data-felt]').waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Sort' }).tap();
  await page.getByRole('menuitemradio', { name: 'Name, A to Z' }).waitFor();
  await expectSound(watched);
  await page.getByRole('menuitem', { name: 'Back' }).tap();
  await page.getByRole('menuitem', { name: 'New folder' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();

  // One file at a time: a swipe to the left opens the next, one to the right the previous, one downwards scrolls.
  await page.goBack();
  await page.getByRole('heading', { name: 'Pocket' }).waitFor();
  await page.goto(`${page.url().split('?')[0]}?view=single`);
  await ready(page);
  await page.getByText('1 of 12').waitFor();
  const swipe = async (by: { x: number; y: number }) => {
    const box = await restingBox(page.locator('.touch-pan-y'));
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from.x + by.x * part, y: from.y + by.y * part }],
      });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe({ x: -120, y: 10 });
  await page.getByText('2 of 12').waitFor();
  await swipe({ x: 10, y: -100 });
  await swipe({ x: -120, y: 0 });
  await page.getByText('3 of 12').waitFor();
  await swipe({ x: 120, y: -10 });
  await page.getByText('2 of 12').waitFor();
  await expectSound(watched);

  await page.goto(`${server.origin}/drive/all?hide_header=1`);
  await ready(page);
  expect(await page.locator('header').isVisible()).toBe(false);
  await link(page, 'Pocket').tap();
  await page.getByRole('heading', { name: 'Pocket' }).waitFor();
  expect(page.url()).toContain('hide_header=1');
  await expectSound(watched);
});

test('the keyboard focus stays in place: under a dialog, after a deletion, and in the large views', async () => {
  const watched = await enter(ALICE.email, 'Place', 12);
  const { page } = watched;
  const folder = page.url();
  await page.goto(`${folder}&view=list`);
  await ready(page);
  const beside = await boxOf(page, 'n 002');
  await page.mouse.click(beside.x + beside.width / 2, beside.y + beside.height / 2);
  await selectedCount(page, 1).waitFor();
  const move = page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true });
  // Words stay on one line; where not all fit, the rest is in the menu.
  await page.setViewportSize({ width: 1024, height: 900 });
  const last = page.getByRole('toolbar').getByRole('button', { name: 'More', exact: true });
  expect((await restingBox(last)).y).toBe((await restingBox(move)).y);
  await move.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await untilFocused(move);
  await page.keyboard.press('Escape');

  await link(page, 'n 003').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await selectedCount(page, 2).waitFor();
  await page.keyboard.press('Delete');
  await untilFocused(link(page, 'n 005'));
  // Few words fit on one line.
  const toast = await restingBox(page.locator('.toast').getByText('2 items moved to trash.').locator('..'));
  expect(toast.height).toBeLessThan(64);

  for (const view of ['single', 'flow']) {
    await page.goto(`${folder}&view=${view}`);
    await ready(page);
    await page.getByText('1 of 10', { exact: true }).waitFor();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'n 007' }).waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('heading', { name: 'n 008' }).waitFor();
    await page.getByText('6 of 9', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('of 10').waitFor();
  }
  const card = page.getByRole('listitem').getByRole('button', { name: 'n 007', exact: true });
  await card.focus();
  await page.keyboard.press('End');
  await untilFocused(page.getByRole('listitem').getByRole('button', { name: 'n 011', exact: true }));
  await expectSound(watched);
});

test('the offline note covers neither toasts nor the actions of a selection', async () => {
  const { page, context } = await enter(BOB.email, 'Tunnel', 3, { width: 390 });
  await page.getByRole('checkbox', { name: 'Select n 000' }).check();
  await context.setOffline(true);
  const note = page.locator('[data-offline]');
  await note.waitFor();
  await link(page, 'n 000').focus();
  await page.keyboard.press('Delete');
  const toast = page.locator('.toast').filter({ hasText: 'We can’t reach the server' });
  await toast.waitFor();
  const { y, height } = await restingBox(note);
  for (const other of [toast, page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true })])
    expect((await restingBox(other)).y).toBeGreaterThan(y + height);
});
