/** The first steps of a new account on a phone, which shows one at a time. */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openDrive, uploadFiles } from './browser.ts';

const FAY = newPerson('Fay');
const server = await sharedServer(FAY);

test('a step that is done makes way for the next', async () => {
  const watched = await openDrive(server, FAY.email, { width: 390 });
  const { page } = watched;
  const shown = () => page.locator('[data-step]:visible').evaluateAll((all) => all.map((one) => one.dataset['step']));
  expect(await shown()).toEqual(['add']);
  await uploadFiles(page, [{ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') }]);
  await page.getByRole('button', { name: 'More for one.txt' }).waitFor();
  await expect.poll(shown).toEqual(['share']);
  await expectSound(watched);
});
