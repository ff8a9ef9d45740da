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
  const shared = await alice.share([await alice.makeFolder('Vacaciones')], {
    expiration_at: new Date(Date.now() + 300 * DAY_MS).toISOString(),
    expiration_days: undefined,
  });
  const watched = await visit({ width: 320, locale: 'es' });
  const { page } = watched;
  await page.goto(`${server.origin}/s/${shared.share_id}`);
  await page.getByText(/Disponible hasta el/).waitFor();
  for (const width of [320, 340]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expectSound(watched);
});
