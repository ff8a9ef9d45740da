/** A link of an album shows what the album holds now. */
import { expect, it } from 'vitest';
import { asNodeId, type NodeId, type ShareId } from '#shared/ids.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { create } from './link/create.ts';
import { makeDriveWorld } from './real-drive-fixture.ts';
import { peek } from './share-fixture.ts';
import { fileInfo } from './visit/file-info.ts';
import { open } from './visit/open.ts';

const { drive, parts, call, person, folder } = makeDriveWorld();

async function picture(owner: Caller, name: string, taken: string, parentId: NodeId): Promise<NodeId> {
  const bytes = pngOf(8, 8, newHexId());
  const input = {
    parentId,
    name,
    modifiedMs: null,
    sizeBytes: bytes.length,
    body: new Response(bytes).body,
    conflict: 'keep_both' as const,
    taken: { clockMs: Date.parse(`${taken}T00:00:00Z`), zoneMinutes: null },
  };
  return asNodeId((await drive.putFile(owner, input, call)).file?.id ?? '');
}

const view = (shareId: ShareId) =>
  open(
    parts,
    {
      shareId,
      parentId: asNodeId(''),
      passCode: '',
      passCodeToken: '',
      limit: 0,
      pageToken: '',
      order: 'mod_desc',
      foldersFirst: true,
    },
    call,
  );

it('a link of an album follows it', async () => {
  const alice = person();
  const top = await folder(alice, 'private');
  const ids = [
    await picture(alice, 'old.png', '2020-01-01', top),
    await picture(alice, 'young.png', '2026-08-15', top),
    await picture(alice, 'other.png', '2024-01-01', top),
  ] as const;
  const id = await drive.createAlbum(alice, { name: 'Summer', fileIds: [ids[0], ids[1]] }, call);
  const rest = { passCodeRequired: false, customPassCode: '', expirationDays: -1, title: '', shareTo: 'publiclink' };
  const make = (fileIds: readonly string[]) =>
    create(parts, alice, { fileIds: fileIds.map(asNodeId), restoreLimit: -1, ...rest }, call);
  const { shareId } = await make([id]);
  const shown = async () => (await view(shareId)).files.map(({ name }) => name);

  expect(await view(shareId)).toMatchObject({ title: 'Summer', files: [{ name: 'young.png', parent_id: '' }, {}] });
  const info = (fileId: NodeId) => fileInfo(parts, { shareId, fileId, passCodeToken: '' }, call);
  expect((await info(ids[1])).file?.parent_id).toBe('');
  expect((await info(ids[2])).file).toBeNull();

  await drive.addToAlbum(alice, id, [ids[2]]);
  await expect.poll(shown).toEqual(['young.png', 'other.png', 'old.png']);
  await drive.takeFromAlbum(alice, id, [ids[1]]);
  expect(await shown()).toEqual(['other.png', 'old.png']);
  await drive.trash(alice, [ids[2]], call);
  expect(await shown()).toEqual(['old.png']);
  await drive.untrash(alice, [ids[2]], call);
  await expect.poll(shown).toEqual(['other.png', 'old.png']);
  await drive.renameAlbum(alice, id, 'Autumn');
  await expect.poll(async () => (await view(shareId)).title).toBe('Autumn');

  // A save takes the pictures, and the size of the link follows.
  expect(
    await drive.planSave(person(), { ownerId: alice.userId, rootIds: [asNodeId(id)], ids: [], parentId: null }),
  ).toMatchObject({ files: 2 });
  expect(await drive.sizeOfShared(alice.userId, [asNodeId(id)])).toMatchObject({ fileCount: 2 });

  await expect(make([id, ids[0]])).rejects.toThrow(expect.objectContaining({ errorName: 'invalid_argument' }));
  await drive.removeAlbum(alice, id);
  expect((await peek(parts, { shareId, passCodeToken: '' }, call)).status).toBe('DELETED');
});
