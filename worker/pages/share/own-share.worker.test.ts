/** The page of a share as its owner sees it. */
import { beforeAll, expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { cookiesOf, get, post } from '#test/contract/share-visits.ts';
import { makeFile, makeFolder, makeLink, makePeople, ok, type World } from '#test/contract/world.ts';

let world: Omit<World, 'after'>;
let [owner, guest] = ['', ''];
const signIn = async (username: string) => cookiesOf(await post('/auth', { username, password: 'magpie-demo' }));
beforeAll(async () => {
  world = await makePeople();
  [owner, guest] = [await signIn(world.alice.email), await signIn(world.bob.email)];
});

const page = async (address: string, cookie = '') => (await get(address, { cookie })).text();
const OFFERED = /value="(?:save|plan|follow)"/g;
const offersOf = (html: string) => [...html.matchAll(OFFERED)].length;
const manage = (shareId: string) => `href="/drive/shares?link=${shareId}"`;

test('the owner of a link is led to its terms and its files; others save and follow, and see neither', async () => {
  const { alice } = world;
  const [folder, file] = [await makeFolder(alice), await makeFile(alice)];
  const inner = await makeFolder(alice, folder);
  await ok(driveContract.batchMove, { token: alice.token, body: { ids: [file], to: { parent_id: folder } } });
  const [whole, one] = [await makeLink(alice, { fileIds: [folder] }), await makeLink(alice, { fileIds: [file] })];
  const cases = [
    [`/s/${whole.shareId}`, `/drive/all/${folder}`],
    [`/s/${whole.shareId}/${folder}/${inner}`, `/drive/all/${inner}`],
    [`/s/${one.shareId}`, `/drive/all/${folder}`],
  ] as const;
  for (const [address, place] of cases) {
    const own = await page(address, owner);
    expect(own).toContain(manage(address.split('/')[2] ?? ''));
    expect(own).toContain(`href="${place}"`);
    expect(own).not.toContain('/report');
    expect(offersOf(own)).toBe(0);
    for (const cookie of [guest, '']) {
      const other = await page(address, cookie);
      expect(other).not.toContain('/drive/shares?link=');
      expect(offersOf(other)).toBeGreaterThan(1);
    }
  }
});

test.each(['save', 'plan', 'follow'])('the form "%s" of an owner is answered by the page of owners', async (intent) => {
  const { shareId } = await makeLink(world.alice, { fileIds: [await makeFolder(world.alice)] });
  const html = await (await post(`/s/${shareId}`, { intent }, owner)).text();
  expect(html).toContain(manage(shareId));
  expect(html).not.toContain('role="alert"');
});

test('the owner of a locked or closed link is led to its terms, until the link is deleted', async () => {
  const { alice } = world;
  const { shareId } = await makeLink(alice, { locked: true, fileIds: [await makeFile(alice)] });
  const address = `/s/${shareId}`;
  const locked = await page(address, owner);
  expect(locked).toContain('name="pass_code"');
  expect(locked).toContain(manage(shareId));
  expect(await page(address, guest)).not.toContain('/drive/shares?link=');
  await ok(shareContract.changeMany, { token: alice.token, body: { ids: [shareId], act: 'close' } });
  expect(await page(address, owner)).toContain(manage(shareId));
  expect(await page(address, guest)).not.toContain('/drive/shares?link=');
  await ok(shareContract.removeOne, { token: alice.token, params: { id: shareId } });
  expect(await page(address, owner)).not.toContain('/drive/shares?link=');
});
