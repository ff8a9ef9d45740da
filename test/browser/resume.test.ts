/** A film or song continues on another device where it was left, and on none of another person. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { wavOf } from '#test/seed/documents.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

const player = (page: Page) => page.getByRole('dialog', { name: 'Viewer' }).locator('audio');
const seconds = (page: Page) => player(page).evaluate((audio: HTMLAudioElement) => Math.floor(audio.currentTime));

test('a song that is left on one device continues there on another one', async () => {
  const wire = makeWireClient(server.origin);
  const alice = await wire.signIn(ALICE.email);
  const songId = await alice.put('song.wav', wavOf(60));
  const address = `/drive/all?preview=${songId}`;
  const open = async () => {
    const watched = await visit();
    await openAs(watched.page, ALICE.email, `${server.origin}${address}`);
    await player(watched.page).waitFor();
    return watched;
  };
  const leave = (page: Page, at: number) =>
    player(page).evaluate((audio: HTMLAudioElement, to) => {
      audio.pause();
      audio.currentTime = to;
    }, at);
  const stored = async () => {
    const filters = `{"type":{"in":"TYPE_PLAY"},"file_id":{"in":"${songId}"}}`;
    const { body } = await alice.get('/drive/v1/events', { filters });
    return body.events[0]?.params.play_seconds;
  };

  const phone = await open();
  await leave(phone.page, 21);
  await phone.page.keyboard.press('Escape');
  await expect.poll(stored).toBe('21');
  await phone.context.close();

  const desktop = await open();
  await desktop.page.getByText('Resumed at 0:21').waitFor();
  expect(await seconds(desktop.page)).toBeGreaterThanOrEqual(21);
  // The page goes away without closing the viewer.
  await leave(desktop.page, 33);
  await desktop.page.goto(`${server.origin}/drive/trash`);
  await expect.poll(stored).toBe('33');
  await desktop.page.goto(`${server.origin}${address}`);
  await desktop.page.getByText('Resumed at 0:33').waitFor();
  await expectSound(desktop);
});

test('audio continues where it was left, and its folder is a playlist', async () => {
  const wire = makeWireClient(server.origin);
  const bob = await wire.signIn(BOB.email);
  const folderId = await bob.makeFolder('Music');
  const first = await bob.put('a.wav', wavOf(40), folderId);
  await bob.put('b.wav', wavOf(30), folderId);
  const watched = await visit();
  const { page } = watched;
  const address = `/drive/all/${folderId}?order=name_asc&preview=${first}`;
  await openAs(page, BOB.email, `${server.origin}${address}`);
  const viewer = page.getByRole('dialog', { name: 'Viewer' });
  await player(page).waitFor();
  await player(page).evaluate((audio: HTMLAudioElement) => {
    audio.pause();
    audio.currentTime = 12;
  });
  await viewer.getByRole('button', { name: 'b.wav' }).click();
  await viewer.getByText('2 of 2').waitFor();
  await viewer.getByRole('button', { name: 'Previous file' }).click();
  await viewer.getByText('Resumed at 0:12').waitFor();
  await expectSound(watched);
  await viewer.getByRole('button', { name: 'Start over' }).click();
  await expect.poll(() => player(page).evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeLessThan(12);
  await viewer.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  expect(await player(page).evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(2);
  // Signed out in another window: nothing plays on.
  await page.request.post(`${server.origin}/auth/sign-out`, { headers: { origin: server.origin } });
  await page.evaluate(() => new BroadcastChannel('magpie-session').postMessage({ kind: 'signed-out', from: 'other' }));
  await viewer.waitFor({ state: 'detached' });
});
