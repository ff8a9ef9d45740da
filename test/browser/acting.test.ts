/** Acting on many files: renamed by a pattern, moved by dragging, undone, shown in details; by mouse, by keys, by touch. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import {
  expectSound,
  newFolder,
  openDrive,
  restingBox,
  untilAlive,
  untilFocused,
  uploadFiles,
  type Visitor,
  type Watched,
} from './browser.ts';
import { renameUnderMenu } from './late-rename.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });

const server = await sharedServer(ALICE, BOB, CARLA);

/** A signed-in person in a new folder of their own, so that tests do not meet. */
async function enter(username: string, folder: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await openDrive(server, username, visitor);
  const { page } = watched;
  await newFolder(page, folder);
  await page.getByRole('link', { name: folder, exact: true }).click();
  await page.getByRole('heading', { name: folder }).waitFor();
  return watched;
}

async function upload(page: Page, names: readonly string[]): Promise<void> {
  await uploadFiles(
    page,
    names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name} holds this`) })),
  );
  for (const name of names) await more(page, name).waitFor();
}

const more = (page: Page, name: string) => page.getByRole('button', { name: `More for ${name}`, exact: true });
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ has: more(page, name) });
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text);

/** From one thing to another with the mouse, without letting go. */
async function drag(page: Page, from: string, onto: Locator): Promise<void> {
  const [start, to] = [await restingBox(row(page, from)), await restingBox(onto)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 12);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
}

test('with the mouse: several are dragged onto a folder, taken back, dragged to the trash, taken back', async () => {
  const watched = await enter(ALICE.email, 'Desk');
  const { page } = watched;
  await newFolder(page, 'Box');
  await upload(page, ['one.txt', 'two.txt']);
  for (const name of ['one.txt', 'two.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();

  await drag(page, 'one.txt', row(page, 'Box'));
  expect(await page.locator('.drag-ghost').textContent()).toBe('one.txt2');
  expect(await page.locator('[data-drop]').getAttribute('data-row')).toBe(
    await row(page, 'Box').getAttribute('data-row'),
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => page.locator('.drag-ghost, [data-drop], [data-dragged]').count()).toBe(0);
  expect(await page.locator('[data-row]').count()).toBe(3);

  await drag(page, 'one.txt', row(page, 'Box'));
  await page.mouse.up();
  await toast(page, '2 items moved to “Box”.').waitFor();
  await more(page, 'one.txt').waitFor({ state: 'detached' });
  // At once, because the button disappears with the toast.
  await page.getByRole('button', { name: 'Undo' }).click();
  await toast(page, 'Action undone.').waitFor();
  await more(page, 'two.txt').waitFor();
  await expectSound(watched);

  await drag(page, 'one.txt', page.getByRole('link', { name: 'Trash' }));
  await page.mouse.up();
  await toast(page, 'item moved to trash.').waitFor();
  await page.keyboard.press('Control+z');
  await toast(page, 'item restored.').waitFor();
  await more(page, 'one.txt').waitFor();

  await page.getByRole('link', { name: 'Box', exact: true }).click();
  await page.getByRole('heading', { name: 'Box' }).waitFor();
  await upload(page, ['deep.txt']);
  const crumb = page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'Desk' });
  await drag(page, 'deep.txt', crumb);
  await page.mouse.up();
  await toast(page, '1 item moved to “Desk”.').waitFor();
  await crumb.click();
  await more(page, 'deep.txt').waitFor();
  await expectSound(watched);
});

test('with keys alone: several get names by a pattern, see them first, and lose them again', async () => {
  const watched = await enter(BOB.email, 'Pictures');
  const { page } = watched;
  await upload(page, ['IMG_b.txt', 'IMG_a.txt', 'notes.txt']);
  await page.goto(`${page.url()}?order=name_asc`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'IMG_a.txt', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('status').getByText('1 selected').waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('status').getByText('2 selected').waitFor();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename 2 items' });
  await untilFocused(dialog.getByLabel('Find'));

  await page.keyboard.press('Tab');
  await untilFocused(dialog.getByLabel('Replace with'));
  await page.keyboard.type('notes');
  await dialog.getByText('2 names can’t be used').waitFor();
  expect(await dialog.getByText('Another item here has this name.').count()).toBe(2);
  expect(await dialog.getByRole('button', { name: 'Rename' }).isDisabled()).toBe(true);
  await expectSound(watched);

  await page.keyboard.type(' ');
  await dialog.getByRole('checkbox', { name: 'Add numbers' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByText('2 names will change').waitFor();
  await dialog.getByText('notes 01.txt').waitFor();
  await expectSound(watched);
  await dialog.getByLabel('Replace with').focus();
  await page.keyboard.press('Enter');
  await toast(page, '2 items renamed.').waitFor();
  await more(page, 'notes 02.txt').waitFor();
  await page.keyboard.press('Control+z');
  await toast(page, 'Action undone.').waitFor();
  await more(page, 'IMG_b.txt').waitFor();
  await expectSound(watched);
});

test('a name is edited in place; copied or cut files are pasted into another folder, and so is a file of the device', async () => {
  const watched = await enter(BOB.email, 'Clipboard');
  const { page } = watched;
  await newFolder(page, 'Inside');
  await upload(page, ['old.txt', 'cut.txt']);
  const name = (text: string) => row(page, text).locator('[data-name]');
  await name('old.txt').focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('a/b');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('A name can’t contain').waitFor();
  await expectSound(watched);
  await renameUnderMenu(page, field, more(page, 'cut.txt'), toast(page, 'Renamed to “mid.txt”.'));

  await name('mid.txt').focus();
  await page.keyboard.press('F2');
  await untilFocused(field);
  await field.fill('new.txt');
  await field.press('Enter');
  await toast(page, 'Renamed to “new.txt”.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('new.txt');

  await page.keyboard.press('Control+c');
  await toast(page, '1 item ready to copy').waitFor();
  await name('Inside').click();
  await page.getByRole('heading', { name: 'Inside' }).waitFor();
  await page.keyboard.press('Control+v');
  await more(page, 'new.txt').waitFor();
  await page.goBack();
  // The focus returns with the rows, at the place that was left.
  await untilFocused(name('Inside'));
  await name('cut.txt').focus();
  const opacity = () => row(page, 'cut.txt').evaluate((one) => getComputedStyle(one).opacity);
  await page.keyboard.press('Control+x');
  await toast(page, '1 item ready to move').waitFor();
  await expect.poll(opacity).toBe('0.5');
  await page.keyboard.press('Escape');
  await expect.poll(opacity).toBe('1');
  await page.keyboard.press('Control+x');
  await toast(page, '1 item ready to move').waitFor();
  await name('Inside').click();
  await page.getByRole('heading', { name: 'Inside' }).waitFor();
  await page.keyboard.press('Control+v');
  await more(page, 'cut.txt').waitFor();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['from the device'], 'pasted.txt', { type: 'text/plain' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await more(page, 'pasted.txt').waitFor();
  await page.goBack();
  await more(page, 'new.txt').waitFor();
  await row(page, 'cut.txt').waitFor({ state: 'detached' });
});

test('a name that a hidden item has is reported by its name, and nothing is renamed', async () => {
  const watched = await enter(ALICE.email, 'Elsewhere');
  const { page } = watched;
  await upload(page, ['a.txt', 'b.txt']);
  // Another window creates it; this one receives no event.
  await page.route('**/drive/v1/files?**', (route) => route.abort());
  const other = await watched.context.newPage();
  await other.goto(page.url());
  await untilAlive(other, 'drive/upload');
  await upload(other, ['x-b.txt']);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Add before name').fill('x-');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('An item named “x-b.txt” already exists').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await other.reload();
  for (const name of ['a.txt', 'b.txt', 'x-b.txt']) await more(other, name).waitFor();
});

test('details are beside the list, follow the selection, and return after a reload', async () => {
  const watched = await enter(BOB.email, 'Facts', { dark: true });
  const { page } = watched;
  await newFolder(page, 'Inner');
  await upload(page, ['one.txt', 'two.txt']);
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.getByText('Select an item').waitFor();
  await page.getByRole('checkbox', { name: 'Select one.txt' }).check();
  await panel.getByText('Checksum').waitFor();
  expect(await panel.getByRole('link', { name: 'Facts' }).getAttribute('href')).toMatch(/^\/drive\/all\/V/);
  await panel.getByText('TXT document').waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('button', { name: 'Copy checksum' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await panel.locator('code').textContent());
  await expectSound(watched);

  await page.getByRole('checkbox', { name: 'Select Inner' }).check();
  await panel.getByText('2 selected').waitFor();
  await panel.getByText('1 file, 1 folder').or(panel.getByText('1 file and 1 folder')).waitFor();
  await panel.getByRole('button', { name: 'Star' }).click();
  await toast(page, '2 items added to Starred.').waitFor();
  await expectSound(watched);

  await page.reload();
  await untilAlive(page);
  await panel.getByText('Select an item').waitFor();
  await page.getByRole('checkbox', { name: 'Select two.txt' }).click();
  await panel.getByText('Checksum').waitFor();
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await more(page, 'two.txt').click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await panel.waitFor();
  // Escape belongs to the menu while it is there.
  await page.getByRole('menuitem', { name: 'Details' }).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Details');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('two.txt');
});

test('with fingers: details are a sheet, names are changed by the menu, nothing is dragged', async () => {
  const watched = await enter(CARLA.email, 'Pocket', { width: 390 });
  const { page } = watched;
  await upload(page, ['one.txt', 'two.txt']);
  await page.getByRole('button', { name: 'Clear list' }).tap();
  await more(page, 'one.txt').tap();
  await page.getByRole('menuitem', { name: 'Details' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Details' });
  await sheet.getByText('Checksum').waitFor();
  await expectSound(watched);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  expect(await page.getByRole('button', { name: 'Details', exact: true }).count()).toBe(0);

  for (const name of ['one.txt', 'two.txt']) await page.getByRole('checkbox', { name: `Select ${name}` }).tap();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Rename 2 items' });
  await dialog.getByLabel('Add after name').fill(' of 2');
  await dialog.getByText('one of 2.txt').waitFor();
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Rename' }).tap();
  await more(page, 'two of 2.txt').waitFor();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await more(page, 'two.txt').waitFor();

  await row(page, 'one.txt').dispatchEvent('pointerdown', {
    pointerType: 'touch',
    button: 0,
    clientX: 50,
    clientY: 300,
  });
  await row(page, 'one.txt').dispatchEvent('pointermove', { pointerType: 'touch', clientX: 90, clientY: 400 });
  expect(await page.locator('.drag-ghost').count()).toBe(0);
  await expectSound(watched);
});

test('the other button opens the menu of a thing, or of the folder where nothing is; a folder is made while moving', async () => {
  const watched = await enter(CARLA.email, 'Menus');
  const { page } = watched;
  await newFolder(page, 'Pressed');
  await page.getByRole('link', { name: 'Pressed', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  // A key that arrives with Escape in one task, as on a busy page, is no longer the menu's.
  await page.evaluate(() => {
    for (const key of ['Escape', '?'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectSound(watched);

  // Where nothing is, the menu is that of the folder.
  await upload(page, ['one.txt']);
  await page.mouse.click(700, 800, { button: 'right' });
  const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
  await item('Upload files').waitFor();
  expect(await item(/^Paste/).count()).toBe(0);
  await expectSound(watched);
  await item('Select all').click();
  await page.getByRole('status').getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'one.txt').locator('[data-name]').focus();
  await page.keyboard.press('Control+c');
  await page.getByRole('link', { name: 'Pressed', exact: true }).click();
  await page.getByRole('heading', { name: 'Pressed' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Pressed');
  await page.keyboard.press('Shift+F10');
  await item('New folder').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New folder');
  await item(/^Paste 1 item/).click();
  await more(page, 'one.txt').waitFor();
  await page.keyboard.press('Shift+F10');
  await item('View').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New folder');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  const grid = page.getByRole('menuitemradio', { name: 'Grid', checked: true });
  await expect.poll(() => grid.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => item('View').evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await item('View').waitFor({ state: 'detached' });

  // A folder that is missing is made while choosing where to.
  await page.getByRole('checkbox', { name: 'Select one.txt' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 item to' });
  await dialog.getByRole('radio', { name: 'Pressed' }).waitFor();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  const field = dialog.getByLabel('Folder name');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('a/b');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('A name can’t contain').waitFor();
  await expectSound(watched);
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'New folder' }).press('Enter');
  await field.fill('Missing');
  await field.press('Enter');
  const made = dialog.getByRole('radio', { name: 'Missing', checked: true });
  await expect.poll(() => made.evaluate((one) => one === document.activeElement)).toBe(true);
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await toast(page, '1 item moved to “Missing”.').waitFor();
  await page.getByRole('link', { name: 'Missing', exact: true }).click();
  await more(page, 'one.txt').waitFor();
  await expectSound(watched);
});
