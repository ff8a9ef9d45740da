/**
 * HEIC pictures of phones in Chromium, which cannot decode them. The fixtures are red on the left and blue on the right: 96 x 64, and
 * 5504 x 3840, which is beyond the memory of the server's decoder. Both were made from a PNG by `heif-enc` of Debian 12 (x265).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/build/ensure.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);

const widthOf = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth);

/** Whether the left half is red and the right one blue. */
function isRedAndBlue(image: Locator): Promise<boolean> {
  return image.evaluate((one: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [96, 64];
    const pen = canvas.getContext('2d');
    pen?.drawImage(one, 0, 0, 96, 64);
    const [left, right] = [20, 76].map((x) => pen?.getImageData(x, 32, 1, 1).data ?? []);
    const isNear = (found: ArrayLike<number> | undefined, wanted: readonly number[]) =>
      wanted.every((value, at) => Math.abs((found?.[at] ?? 999) - value) < 30);
    return isNear(left, [220, 40, 30]) && isNear(right, [30, 60, 200]);
  });
}

test("the viewer shows HEIC pictures, and their owner's browser makes the thumbnail of one that is too large for the server", async () => {
  const wire = makeWireClient(server.origin);
  const alice = await wire.signIn(ALICE.email);
  const put = (name: string) => alice.put(name, readFileSync(path.join(ROOT, 'test/seed', name)));
  const small = await put('small.heic');
  const large = await put('large.heic');
  const ownImages: string[] = [];
  const watched = await visit();
  const { page } = watched;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.endsWith('/thumbnail')) ownImages.push(pathname);
  });
  await openAs(page, ALICE.email, `${server.origin}/drive/all`);
  await untilAlive(page);
  // Images are made on a page that is used.
  await page.mouse.move(600, 600);
  for (const [id, width] of [
    [small, 96],
    [large, 320],
  ] as const) {
    const inRow = page.locator(`[data-row="${id}"] img`);
    await expect.poll(() => widthOf(inRow), { timeout: 120_000 }).toBe(width);
  }
  expect(ownImages).toEqual([`/drive/v1/files/${large}/thumbnail`]);

  for (const [id, name, width] of [
    [small, 'small.heic', 96],
    [large, 'large.heic', 5_504],
  ] as const) {
    await page.goto(`${server.origin}/drive/all?preview=${id}`);
    const shown = page.getByRole('dialog').getByRole('img', { name });
    await expect.poll(() => widthOf(shown), { timeout: 120_000 }).toBe(width);
    expect(await isRedAndBlue(shown), name).toBe(true);
  }
  await expectSound(watched);
  await page.context().close();
});
