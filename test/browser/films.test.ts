/** Films in containers that the browser does not open: played in pieces, with a choice of sounds, from any place. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { mkvOf } from '#test/seed/films.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, launch, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);
const browser = await launch();
const wire = makeWireClient(server.origin);

async function put(token: string, name: string, bytes: Uint8Array): Promise<void> {
  const answer = await wire.call('POST', '/drive/v1/uploads', {
    token,
    key: name,
    bytes,
    query: { parent_id: '', name },
  });
  expect(answer.status).toBeLessThan(300);
}

/** Of the player: place and length, s. */
const placeOf = (page: Page) =>
  page.locator('video').evaluate((player: HTMLVideoElement) => ({
    at: player.currentTime,
    seconds: player.duration,
    width: player.videoWidth,
  }));
const playsFrom = (page: Page, seconds: number) =>
  expect.poll(async () => (await placeOf(page)).at, { timeout: 20_000 }).toBeGreaterThan(seconds);

test('an MKV plays, from the middle too, in the language that is chosen; a file that is none gets a link for a player', async () => {
  const { token } = await wire.signIn(ALICE.email);
  await put(token, 'film.mkv', await mkvOf());
  await put(
    token,
    'noise.mkv',
    new Uint8Array(50_000).map((_, at) => at * 31),
  );
  const watched = await visit(browser);
  const { page, context } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all?view=list`);
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  const viewer = page.getByRole('dialog', { name: 'Viewer' });

  await page.getByRole('button', { name: 'film.mkv', exact: true }).click();
  const sound = viewer.getByLabel('Sound', { exact: true });
  await sound.waitFor();
  expect(await sound.locator('option').allTextContents()).toEqual(['English', 'Russian (Дубляж)']);
  // A browser of a test lets no sound begin without a press.
  await page.locator('video').evaluate((player: HTMLVideoElement) => {
    player.muted = true;
    return player.play();
  });
  await playsFrom(page, 0.2);
  const { seconds, width } = await placeOf(page);
  expect([seconds > 30, width]).toEqual([true, 480]);

  await page.locator('video').evaluate((player: HTMLVideoElement) => {
    player.currentTime = 25;
  });
  await playsFrom(page, 25.2);
  await sound.selectOption('Russian (Дубляж)');
  const { at } = await placeOf(page);
  await playsFrom(page, at + 0.3);
  await expectSound(watched);

  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'noise.mkv', exact: true }).click();
  await viewer.getByRole('alert').getByText('Your browser can’t play this format.').waitFor();
  // A player on the device takes it by a link of its own, which ends.
  await viewer.getByRole('button', { name: 'Link for a player' }).click();
  await viewer.getByText(/^(Link copied|The link is made)\..* It works until /).waitFor();
  await viewer.getByRole('button', { name: 'Direct links' }).click();
  await page.getByText(/^Expires /).waitFor();
  expect(new URL(page.url()).pathname).toBe('/drive/shares/direct');
  await context.close();
});
