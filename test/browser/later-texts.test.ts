/** Texts that the document does not carry are there once the page is used, in its language. */
import { expect, test } from 'vitest';
import drive from '#locales/ja/drive.json' with { type: 'json' };
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, uploadFiles, visit } from './browser.ts';

const EMI = newPerson('Emi');
const server = await sharedServer(EMI);
/** Where a text is missing, its key is shown. */
const KEY = /\b(auth|drive|errors|membership|ops|preview|share|ui)(\.[a-z][a-z_-]*)+\b/;

test('dialogs, transfers and the lists of tasks and links have Japanese texts', async () => {
  const watched = await visit({ locale: 'ja' });
  const { page } = watched;
  const shownKeys = () => page.getByText(KEY).allTextContents();
  await openAs(page, EMI.email, `${server.origin}/drive/all`);
  const carried = JSON.parse((await page.locator('#magpie-texts').textContent()) ?? '{}') as Record<string, string>;
  expect(carried['drive.action.star']).toBe(drive['action.star']);
  expect(Object.keys(carried).filter((key) => /^drive\.(keys|tasks|transfer)\.|^share\.my_links/.test(key))).toEqual(
    [],
  );
  for (const island of ['browser', 'search', 'upload']) await untilAlive(page, `drive/${island}`);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: drive['keys.title'] }).waitFor();
  expect(await shownKeys()).toEqual([]);
  await page.keyboard.press('Escape');
  const send = (bytes: number) =>
    uploadFiles(page, { name: '写真.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes) });
  await send(3_000);
  await page.locator('[data-row]', { hasText: '写真.bin' }).waitFor();
  // The second asks about the taken name.
  await send(4_000);
  await page.getByRole('dialog').getByText('写真.bin').first().waitFor();
  expect(await shownKeys()).toEqual([]);
  await page.keyboard.press('Escape');
  await expectSound(watched);
  await page.goto(`${server.origin}/drive/tasks`);
  await untilAlive(page, 'drive/tasks');
  await page
    .getByRole('link', { name: drive['tasks.add'] })
    .or(page.getByRole('button', { name: drive['tasks.add'] }))
    .click();
  await page.getByRole('dialog', { name: drive['tasks.add'] }).waitFor();
  expect(await shownKeys()).toEqual([]);
  await page.goto(`${server.origin}/drive/shares`);
  await untilAlive(page, 'drive/shares');
  expect(await shownKeys()).toEqual([]);
});
