/** Films in containers that the browser does not open: played in pieces, with a choice of sounds, from any place. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { mkvOf } from '#test/seed/films.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openDrive } from './browser.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);
const wire = makeWireClient(server.origin);

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
  const alice = await wire.signIn(ALICE.email);
  await alice.put('film.mkv', await mkvOf());
  const noise = new Uint8Array(50_000).map((_, at) => at * 31);
  await alice.put('noise.mkv', noise);
  const watched = await openDrive(server, ALICE.email, {}, '/drive/all?view=list');
  const { page } = watched;
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
});
