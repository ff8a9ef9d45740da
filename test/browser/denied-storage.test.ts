/** A browser that denies every storage of the site but cookies, as settings of privacy do. */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, uploadFiles, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);

test('where storage is denied, a folder is made and a file is uploaded, and no script fails', async () => {
  const watched = await visit();
  const { page, context } = watched;
  await context.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: deny });
  });
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  await untilAlive(page);
  await page.getByRole('button', { name: 'New folder' }).click();
  const name = page.getByRole('dialog').getByLabel('Folder name');
  await name.fill('Kept');
  await name.press('Enter');
  await page.getByRole('link', { name: 'Kept', exact: true }).waitFor();
  await uploadFiles(page, [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('kept') }]);
  await page.getByRole('button', { name: 'More for note.txt' }).waitFor();
  await expect.poll(() => page.getByText('2 items', { exact: true }).count()).toBe(1);
  // The mark of a session is denied too: the console names that, by the contract.
  await expectSound({ ...watched, complaints: watched.complaints.filter((line) => !line.startsWith('not login')) });
});
