/** A person follows a shared folder and fetches what came into it, by the pages and without script. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { followContract } from '#shared/share/follow.contract.ts';
import { ask, cookieOf, html } from '#test/contract/page-visits.ts';
import { freshName, makeFile, makeFolder, makeLink, makePeople, ok, trash } from '#test/contract/world.ts';

const world = await makePeople();
const bob = await cookieOf(world.bob.email, 'magpie-demo');

const come = async (folder: string, name: string, text = `bytes of ${name}`) => {
  const id = await makeFile(world.alice, text, name);
  await ok(driveContract.batchMove, { token: world.alice.token, body: { ids: [id], to: { parent_id: folder } } });
  return id;
};
const post = async (fields: Record<string, string>) => (await ask(bob, '/drive/following', fields)).text();
const namesIn = async (parent_id: string) =>
  (await ok(driveContract.list, { token: world.bob.token, query: { parent_id, limit: 500 } })).files
    .map(({ name }) => name)
    .toSorted();

test('a visitor who is signed in follows a folder, and each fetch saves only what is new since the last one', async () => {
  const { alice } = world;
  const [folder, target] = [await makeFolder(alice), await makeFolder(world.bob, '', freshName('fetched'))];
  await come(folder, 'old.txt');
  const { shareId } = await makeLink(alice, { fileIds: [folder] });
  expect(await html({ cookie: '' }, `/s/${shareId}`)).not.toContain('value="follow"');
  expect(await html(bob, `/s/${shareId}`)).toContain('value="follow"');
  const followed = await ask(bob, `/s/${shareId}`, { intent: 'follow' });
  expect([followed.status, followed.headers.get('location')]).toEqual([303, '/drive/following']);
  const page = await html(bob, '/drive/following');
  expect(page).toContain(`href="/s/${shareId}"`);
  expect(page).toContain('Following since');
  expect(await post({ step: 'look', id: shareId })).toContain('Nothing new since');

  await come(folder, 'new.txt');
  const inner = await makeFolder(alice, folder, 'album');
  await come(inner, 'picture.txt');
  const looked = await post({ step: 'look', id: shareId });
  expect(looked).toContain('2 new files since');
  expect(looked).toContain(`<option value="${target}">`);
  expect(await post({ step: 'fetch', id: shareId, to: target })).toContain('Saving 2 new files to your drive.');
  await expect.poll(() => namesIn(target)).toEqual(['album', 'new.txt']);
  expect(await post({ step: 'look', id: shareId })).toContain('Nothing new since');

  // A file that changed comes again; one that the visitor has already is said to be had.
  await come(inner, 'again.txt', 'bytes of new.txt');
  const changed = await post({ step: 'look', id: shareId });
  expect(changed).toContain('1 new file since');
  expect(changed).toContain('You already have 1 of these files.');
  expect(changed).not.toContain('name="to"');
  await post({ step: 'fetch', id: shareId });
  // It goes into the folder that it is in, which was fetched before.
  const { files } = await ok(driveContract.list, { token: world.bob.token, query: { parent_id: target, limit: 500 } });
  const album = files.find(({ name }) => name === 'album')?.id ?? '';
  await expect.poll(() => namesIn(album)).toEqual(['again.txt', 'picture.txt']);
  expect(await namesIn(target)).toEqual(['album', 'new.txt']);
  // A folder that was renamed and moved is still the one that was fetched.
  const away = await makeFolder(world.bob, target, 'away');
  await ok(driveContract.rename, { token: world.bob.token, params: { id: album }, body: { name: 'my album' } });
  await ok(driveContract.batchMove, { token: world.bob.token, body: { ids: [album], to: { parent_id: away } } });
  await come(inner, 'later.txt');
  expect(await post({ step: 'fetch', id: shareId })).toContain('Saving 1 new file');
  await expect.poll(() => namesIn(album)).toEqual(['again.txt', 'later.txt', 'picture.txt']);
  // In the trash it takes nothing.
  await trash(world.bob, album);
  await come(inner, 'last.txt');
  await post({ step: 'fetch', id: shareId });
  await expect.poll(() => namesIn(target)).toEqual(['away', 'last.txt', 'new.txt']);
  const { data } = await ok(followContract.following, { token: world.bob.token });
  expect(data.find(({ share_id }) => share_id === shareId)).toMatchObject({ parent_id: target, has_parent: true });
});

test('a share that closed says its state and no more, and is followed no longer when the person asks', async () => {
  const { alice } = world;
  const folder = await makeFolder(alice, '', freshName('soon gone'));
  const { shareId } = await makeLink(alice, { fileIds: [folder] });
  await ask(bob, `/s/${shareId}`, { intent: 'follow' });
  await trash(alice, folder);
  await expect.poll(() => post({ step: 'look', id: shareId })).not.toContain('Nothing new since');
  expect(await post({ step: 'fetch', id: shareId })).not.toContain('Saving');
  expect((await ask(bob, '/drive/following', { step: 'unfollow', id: shareId })).status).toBe(303);
  expect(await html(bob, '/drive/following')).not.toContain(shareId);
  expect(await post({ step: 'look', id: shareId })).not.toContain(shareId);
});

test('a locked share is followed with its passcode, and looking into it needs it too', async () => {
  const folder = await makeFolder(world.alice);
  const { shareId, passCode } = await makeLink(world.alice, { fileIds: [folder], locked: true });
  const body = { share_id: shareId };
  const asBob = { token: world.bob.token };
  expect(await ok(followContract.follow, { ...asBob, body })).toMatchObject({
    share_status: 'PASS_CODE_EMPTY',
    follow: null,
  });
  const { pass_code_token } = await ok(shareContract.open, { query: { ...body, pass_code: passCode } });
  const { follow } = await ok(followContract.follow, { ...asBob, body: { ...body, pass_code_token } });
  expect(follow).toMatchObject({ share_id: shareId });
  expect(await ok(followContract.followLook, { ...asBob, body })).toMatchObject({
    share_status: 'PASS_CODE_EMPTY',
    added: null,
  });
  const open = { ...asBob, body: { ...body, pass_code_token } };
  expect(await ok(followContract.followLook, open)).toMatchObject({ added: { file_count: '0' } });
});
