/** Photos: pictures by the day they were taken, as the browser read it from the files that it sent. */
import { expect, test } from 'vitest';
import { exifOf } from '#shared/drive/photos/taken-fixture.ts';
import { pngOf, withExif } from '#test/seed/pictures.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, uploadFiles, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);

const photo = (name: string, original: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(withExif(pngOf(64, 48, name), exifOf({ original }))),
});

test('pictures are under the days they were taken, a day is selected as a whole, and the viewer goes on through them', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/photos`);
  await page.getByText('No photos yet').waitFor();
  await expectSound(watched);
  await uploadFiles(page, [
    photo('noon.png', '2024:08:15 12:00:00'),
    photo('evening.png', '2024:08:15 20:00:00'),
    photo('winter.png', '2023:12:24 18:00:00'),
  ]);
  const names = () =>
    page
      .locator('[data-listing="photos"] [data-name]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')?.split(' ')[0]));
  await expect.poll(names).toEqual(['evening.png', 'noon.png', 'winter.png']);
  expect(await page.locator('[data-listing="photos"] h2').allTextContents()).toEqual([
    'Thursday, August 15, 2024',
    'Sunday, December 24, 2023',
  ]);
  await expectSound(watched);
  await page.getByRole('checkbox', { name: 'Select all of Thursday, August 15, 2024' }).check();
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^noon\.png/ }).click();
  await page.getByText('2 of 3').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('3 of 3').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^winter\.png/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByText(/December 24, 2023.*6:00/).waitFor();
  await page.getByRole('button', { name: /^winter\.png/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await page.locator('[data-row][data-selected]', { hasText: 'winter.png' }).waitFor();
});

test('an album takes what is selected, its link shows what it holds now, and deleting it keeps the files', async () => {
  const watched = await visit();
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/photos`);
  const tile = (name: string) => page.locator('[data-listing="photos"] li', { has: page.getByTitle(`${name} `) });
  for (const name of ['evening.png', 'noon.png']) await tile(name).getByRole('checkbox').check({ force: true });
  await tile('winter.png').getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Add to album' }).click();
  await page.getByLabel('New album').fill('Two days');
  await page.getByRole('button', { name: 'Create album' }).click();
  await page.getByText('Added to “Two days”').waitFor();
  await page.getByRole('link', { name: 'Albums', exact: true }).click();
  await page.getByRole('link', { name: /Two days/ }).click();
  await page.getByRole('heading', { name: 'Two days', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('Two days · Magpie');
  const names = () =>
    page
      .locator('[data-listing="photos"] [data-name]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')?.split(' ')[0]));
  await expect.poll(names).toEqual(['evening.png', 'noon.png', 'winter.png']);

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  const link = await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^winter\.png/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove from album' }).click();
  await expect.poll(names).toEqual(['evening.png', 'noon.png']);
  const { page: visitor } = await visit();
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'Two days' }).waitFor();
  expect(await visitor.getByText('winter.png').count()).toBe(0);
  await visitor.getByText('noon.png').first().waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await untilAlive(other);
  await page.getByRole('button', { name: 'Delete album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
  await page.getByText('No albums yet').waitFor();
  await other.getByText('This album is no longer here').waitFor();
  await other.reload();
  await other.getByText('This album is no longer here').waitFor();
  await other.getByRole('link', { name: 'Go to “Albums”' }).waitFor();
  await other.close();
  await page.getByRole('link', { name: 'Photos', exact: true }).last().click();
  await expect.poll(names).toEqual(['evening.png', 'noon.png', 'winter.png']);
  await expectSound(watched);
});
