/** One box for everything: by keys, with filters of a search, and on a phone. */
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, untilFocused, visit } from './browser.ts';

const DORA = newPerson('Dora');
const server = await sharedServer(DORA);
const wire = makeWireClient(server.origin);

async function makeLink(name: string): Promise<void> {
  const dora = await wire.signIn(DORA.email);
  await dora.share([await dora.makeFolder(name)]);
}

test('the palette finds files, links, places and acts; filters are typed or pressed; recent searches are forgotten by a press', async () => {
  await makeLink('Invoices');
  const watched = await visit();
  const { page } = watched;
  await openAs(page, DORA.email, `${server.origin}/drive/all`);
  for (const island of ['browser', 'search']) await untilAlive(page, `drive/${island}`);
  const makeFolder = async (name: string) => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Find files' });
    await untilFocused(box);
    await box.fill('new fold');
    await page.getByRole('option', { name: 'New folder' }).waitFor();
    await box.press('Enter');
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill(name);
    await field.press('Enter');
    await page.getByRole('link', { name, exact: true }).waitFor();
  };
  await makeFolder('Holiday in Kyoto');
  await makeFolder('Budget');

  // A row that is listed is there with the key; an error in a word is forgiven.
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find files' });
  await untilFocused(box);
  await box.fill('kyotto');
  const option = page.getByRole('option', { name: 'Holiday in Kyoto' });
  await option.waitFor();
  await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  await expectSound(watched);
  await box.press('Enter');
  await page.getByRole('heading', { name: 'Holiday in Kyoto' }).waitFor();
  // It is another page.
  await untilAlive(page, 'drive/search');

  // An opened folder is listed before a letter is typed.
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Holiday in Kyoto' }).waitFor();
  await page.keyboard.press('Escape');

  // The same search by words with an error and by a filter that is typed wrong, then mended.
  await page.keyboard.press('Control+k');
  await untilFocused(box);
  await box.fill('bugdet after:soon');
  await page.getByRole('option', { name: /^Search all folders/ }).click();
  await page.getByText('Write the date as 2026-11-30, 2026-11, or 2026.').waitFor();
  await page.getByRole('button', { name: 'Remove filter: after:soon' }).click();
  await page.getByText('No name has exactly these words.').waitFor();
  // Keys move in the menu; only Enter adds, and the focus follows to the new chip.
  await page.getByRole('button', { name: 'Type', exact: true }).press('Enter');
  await page.getByRole('menuitem').first().press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Folders' }).press('Enter');
  await untilFocused(page.getByRole('button', { name: 'Remove filter: Folders' }));
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('bugdet type:folder');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('bugdet type:folder');
  await page.getByRole('link', { name: 'Budget' }).waitFor();
  await page.getByRole('button', { name: 'In “…”' }).click();
  const field = page.getByRole('textbox', { name: 'In “…”' });
  await untilFocused(field);
  await field.fill('Two words');
  await expectSound(watched);
  await field.press('Enter');
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('bugdet type:folder in:"Two words"');
  const inFolder = page.getByRole('button', { name: 'Remove filter: In “Two words”' });
  await untilFocused(inFolder);
  await inFolder.press('Enter');
  await untilFocused(page.getByRole('button', { name: 'Remove filter: Folders' }));

  // Operators alone offer no act: Enter searches.
  await page.keyboard.press('Control+k');
  await untilFocused(box);
  await box.fill('type:folder');
  await page.getByRole('option', { name: 'Search all folders for “type:folder”' }).waitFor();
  expect(await page.getByRole('group', { name: 'Actions' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // A search of the box is remembered too.
  const search = page.getByRole('searchbox');
  await search.fill('budget');
  await search.press('Enter');
  await page.getByRole('link', { name: 'Budget' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'budget', exact: true }).waitFor();
  await page.getByRole('option', { name: 'bugdet after:soon' }).waitFor();
  await page.getByRole('option', { name: 'Clear recent searches' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'All files' }).waitFor();
  expect(await page.getByRole('option', { name: 'bugdet after:soon' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // A link opens with its details.
  await page.keyboard.press('Control+k');
  await untilFocused(box);
  await box.fill('invoic');
  await page.getByRole('group', { name: 'My links' }).getByRole('option', { name: 'Invoices' }).click();
  await page.waitForURL('**/drive/shares?link=*');
  await page.goto(`${server.origin}/drive/all`);
  await untilAlive(page, 'drive/search');

  // On a phone the row of the search opens it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('searchbox').click();
  await untilFocused(box);
  await box.fill('star');
  await page.getByRole('option', { name: 'Starred' }).click();
  await page.waitForURL('**/drive/starred');
});
