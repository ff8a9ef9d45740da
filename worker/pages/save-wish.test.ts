import { expect, test } from 'vitest';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { isWishFor, signInToSave, WISH_QUERY } from './save-wish.ts';

const keyring = makeKeyring('5a'.repeat(32));
const NOW_MS = 1_800_000_000_000;
const PLACE = { shareId: 'VoneShare', parentId: 'Vfolder', here: '/s/VoneShare/Vfolder' };

async function wishOf(): Promise<string> {
  const address = new URL(await signInToSave(keyring, PLACE, NOW_MS), 'https://drive.example');
  expect(address.pathname).toBe('/auth');
  const next = new URL(address.searchParams.get('next') ?? '', address);
  expect(next.pathname).toBe(PLACE.here);
  return next.searchParams.get(WISH_QUERY) ?? '';
}

test('the way back from signing in carries the wish to the page it was made on', async () => {
  expect(await isWishFor(keyring, await wishOf(), PLACE, NOW_MS)).toBe(true);
});

test('a wish counts for ten minutes', async () => {
  const wish = await wishOf();
  expect(await isWishFor(keyring, wish, PLACE, NOW_MS + 599_000)).toBe(true);
  expect(await isWishFor(keyring, wish, PLACE, NOW_MS + 600_000)).toBe(false);
});

test.each([
  ['another share', { shareId: 'Vother', parentId: 'Vfolder' }],
  ['another folder of the share', { shareId: 'VoneShare', parentId: '' }],
])('a wish is worth nothing on %s', async (_, place) => {
  expect(await isWishFor(keyring, await wishOf(), place, NOW_MS)).toBe(false);
});

test('a wish that this server did not sign is no wish', async () => {
  const foreign = makeKeyring('5b'.repeat(32));
  for (const wish of ['', 'x', 'a.b', await wishOf().then((own) => `${own}A`)])
    expect(await isWishFor(keyring, wish, PLACE, NOW_MS)).toBe(false);
  expect(await isWishFor(foreign, await wishOf(), PLACE, NOW_MS)).toBe(false);
});
