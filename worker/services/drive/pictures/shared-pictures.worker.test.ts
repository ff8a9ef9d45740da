import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { joined, pngOf } from '#test/seed/pictures.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { createFolder } from '../tree/change.ts';
import { makeViewer } from './pictures-fixture.ts';
import { sharedPictures } from './shared-pictures.ts';

/** A shared folder with pictures and a text, and a picture beside it. */
async function makeShare() {
  const viewer = makeViewer();
  const { deps, caller, call, nodeId, put } = viewer;
  const made = await createFolder(deps, caller, { parentId: nodeId(''), name: 'top' }, call());
  const top = nodeId(made.file?.id ?? '');
  const add = async (name: string, parentId: string, bytes = pngOf(60, 40, newHexId())) =>
    (await put(bytes, { name, parentId })).file?.id ?? '';
  const ids = {
    looked: await add('looked.png', top),
    fresh: await add('fresh.png', top),
    text: await add('a.txt', top, joined('text ', newHexId()) as Uint8Array<ArrayBuffer>),
    beside: await add('beside.png', ''),
  };
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const asked = [top, newWireId(), ...Object.values(ids)];
  const read = () => sharedPictures(deps, caller.userId, [top], asked);
  const shown = async () => Object.keys(await read()).map((id) => names.get(id));
  return { viewer, top, ids, read, shown };
}

test('pictures that a share shows are read in one call, those that are made without their parts', async () => {
  const { viewer, top, ids, read, shown } = await makeShare();
  const { deps, caller } = viewer;
  expect(await shown()).toEqual(['looked', 'fresh']);
  const before = (await read())[ids.looked];
  expect(before).toMatchObject({ ownerId: caller.userId, known: null, manifest: { parts: [{}] } });
  const index = await viewer.indexOf(ids.looked);
  const known = { version: 1, images: { objectKey: 'k', smallBytes: 1, largeBytes: 2, width: 3, height: 4, blur: '' } };
  unwrap(await viewer.stub.recordImages(index.contentKey, known));
  expect((await read())[ids.looked]).toMatchObject({ known: { images: { objectKey: 'k' } }, manifest: null });
  expect(await sharedPictures(deps, asUserId(newWireId()), [top], [ids.looked])).toEqual({});
});

test('a picture in the trash, of a closed content or outside of the share is not read', async () => {
  const { viewer, ids, shown } = await makeShare();
  const { userId, sessionId, epoch } = viewer.caller;
  unwrap(await viewer.stub.trash({ userId, sessionId, epoch }, { ids: [ids.looked], trashTtlMs: 60_000 }, null));
  expect(await shown()).toEqual(['fresh']);
  const { hash } = await viewer.detail(ids.fresh);
  unwrap(await viewer.stub.blockContents([hash], true));
  expect(await shown()).toEqual([]);
});
