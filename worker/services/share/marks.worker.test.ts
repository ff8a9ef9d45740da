import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { makeFile, makeFolder, makeLink, makePeople, ok, type Person } from '#test/contract/world.ts';

const marksOf = async ({ token }: Person, file_ids: string[]) =>
  (await ok(shareContract.marks, { token, body: { file_ids } })).marks;

it('a file is marked by the open links that show it, alone or among others', async () => {
  const { alice } = await makePeople();
  const { token } = alice;
  const [one, other, unshared] = [await makeFile(alice), await makeFile(alice), await makeFile(alice)];
  const all = [one, other, unshared];
  const alone = await makeLink(alice, { fileIds: [one], locked: true });
  await makeLink(alice, { fileIds: [one, other] });
  const linked = { view_count: '0', people_count: '0', collects: false };
  expect(new Set(await marksOf(alice, all))).toEqual(
    new Set([
      { file_id: one, link_count: '2', locked: false, ...linked },
      { file_id: other, link_count: '1', locked: false, ...linked },
    ]),
  );
  await ok(shareContract.changeMany, { token, body: { ids: [alone.shareId], act: 'close' } });
  expect((await marksOf(alice, [one])).map(({ link_count }) => link_count)).toEqual(['1']);
  await ok(shareContract.changeMany, { token, body: { ids: [alone.shareId], act: 'reopen' } });
  expect((await marksOf(alice, [one])).map(({ link_count }) => link_count)).toEqual(['2']);
  await ok(shareContract.remove, { token, body: { ids: [alone.shareId] } });
  expect((await marksOf(alice, [one])).map(({ link_count }) => link_count)).toEqual(['1']);
});

it('a folder is marked by its people and by a link that collects files, until both have ended', async () => {
  const { alice, bob } = await makePeople();
  const { token } = alice;
  const folder = await makeFolder(alice);
  const body = { file_id: folder, person: 'bob@example.com', role: 'viewer' } as const;
  const { grant_id } = await ok(driveContract.grantCreate, { token, body });
  const { link_id } = await ok(driveContract.collectCreate, { token, body: { folder_id: folder } });
  const [mark] = await marksOf(alice, [folder]);
  expect(mark).toMatchObject({ link_count: '0', locked: false, people_count: '1', collects: true });
  expect(await marksOf(bob, [folder])).toEqual([]);
  await ok(driveContract.collectClose, { token, params: { id: link_id }, body: { closed: true } });
  await ok(driveContract.grantRemove, { token, params: { id: grant_id } });
  expect(await marksOf(alice, [folder])).toEqual([]);
});
