import { expect, test } from 'vitest';
import { parseCookies } from '#shared/cookies.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { endedSaveCookie, readPendingSave, SAVE_QUERY, signInToSave } from './pending-save.ts';

const keyring = makeKeyring('5a'.repeat(32));
const NOW_MS = 1_800_000_000_000;
const PLACE = { shareId: 'VoneShare', parentId: 'Vfolder', here: '/s/VoneShare/Vfolder' };

const NO_COOKIES = parseCookies(null);

async function pending(): Promise<{ token: string; setCookie: string; cookies: ReadonlyMap<string, string> }> {
  const { location, setCookie } = await signInToSave(keyring, PLACE, NOW_MS);
  const address = new URL(location, 'https://drive.example');
  expect(address.pathname).toBe('/auth');
  const next = new URL(address.searchParams.get('next') ?? '', address);
  expect(next.pathname).toBe(PLACE.here);
  const cookies = parseCookies(setCookie.split(';', 1)[0] ?? '');
  return { token: next.searchParams.get(SAVE_QUERY) ?? '', setCookie, cookies };
}

test('a pending save is recognised as its own by the browser that asked for it', async () => {
  const { token, cookies } = await pending();
  expect(await readPendingSave(keyring, token, PLACE, cookies, NOW_MS)).toMatchObject({ isOwn: true });
});

test('a pending save opened in another browser is foreign', async () => {
  const { token } = await pending();
  const other = await pending();
  expect(await readPendingSave(keyring, token, PLACE, NO_COOKIES, NOW_MS)).toMatchObject({ isOwn: false });
  expect(await readPendingSave(keyring, token, PLACE, other.cookies, NOW_MS)).toMatchObject({ isOwn: false });
});

test('the cookie of a pending save is closed to scripts, lasts ten minutes and can be ended', async () => {
  const { setCookie } = await pending();
  expect(setCookie).toMatch(/^__Host-magpie_save=.*Max-Age=600; SameSite=Lax; Secure; HttpOnly$/);
  expect(endedSaveCookie()).toMatch(/Max-Age=0;/);
});

test('a pending save is valid for ten minutes', async () => {
  const { token, cookies } = await pending();
  expect(await readPendingSave(keyring, token, PLACE, cookies, NOW_MS + 599_000)).toMatchObject({ isOwn: true });
  expect(await readPendingSave(keyring, token, PLACE, cookies, NOW_MS + 600_000)).toBeNull();
});

test.each([
  ['another share', { shareId: 'Vother', parentId: 'Vfolder' }],
  ['another folder of the share', { shareId: 'VoneShare', parentId: '' }],
])('a pending save is worth nothing on %s', async (_, place) => {
  const { token, cookies } = await pending();
  expect(await readPendingSave(keyring, token, place, cookies, NOW_MS)).toBeNull();
});

test('a pending save that this server did not sign is refused', async () => {
  const foreign = makeKeyring('5b'.repeat(32));
  const { token, cookies } = await pending();
  for (const text of ['', 'x', 'a.b', `${token}A`])
    expect(await readPendingSave(keyring, text, PLACE, cookies, NOW_MS)).toBeNull();
  expect(await readPendingSave(foreign, token, PLACE, cookies, NOW_MS)).toBeNull();
});

test('a pending save carries what was chosen and where it goes, and plans anew what does not fit', async () => {
  const asked = { intent: 'save', ids: ['Va', 'Vb'], to: 'Vto', folderName: 'New' } as const;
  const carried = async (choice: Parameters<typeof signInToSave>[3]) => {
    const { location, setCookie } = await signInToSave(keyring, PLACE, NOW_MS, choice);
    const next = new URL(
      new URL(location, 'https://drive.example').searchParams.get('next') ?? '',
      'https://drive.example',
    );
    const cookies = parseCookies(setCookie.split(';', 1)[0] ?? '');
    return (await readPendingSave(keyring, next.searchParams.get(SAVE_QUERY) ?? '', PLACE, cookies, NOW_MS))?.asked;
  };
  expect(await carried(asked)).toEqual(asked);
  const many = Array.from({ length: 41 }, (_, at) => `V${at}`);
  expect(await carried({ ...asked, ids: many })).toEqual({ ...asked, intent: 'plan', ids: [] });
});
