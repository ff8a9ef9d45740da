/** The page of a share in the narrowest windows. */
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const wire = makeWireClient(server.origin);

test('the long end date of a folder link wraps in Spanish at 320 px', async () => {
  const alice = await wire.signIn(ALICE.email);
  const folder = { kind: 'drive#folder', name: 'Vacaciones', parent_id: '' };
  const made = await wire.call('POST', '/drive/v1/files', { token: alice.token, body: folder });
  const shared = await wire.call('POST', '/drive/v1/share', {
    token: alice.token,
    body: {
      file_ids: [made.body.file.id],
      share_to: 'publiclink',
      expiration_at: new Date(Date.now() + 300 * DAY_MS).toISOString(),
      pass_code_option: 'NOT_REQUIRED',
    },
  });
  const watched = await visit({ width: 320, locale: 'es' });
  const { page } = watched;
  await page.goto(`${server.origin}/s/${shared.body.share_id}`);
  await page.getByText(/Disponible hasta el/).waitFor();
  for (const width of [320, 340]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expectSound(watched);
});
