/** An operator's block of a content also holds for files added to a shared folder afterwards, over the wire. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { send } from './send.ts';
import { blockContent, freshName, makeFile, makeFolder, makeLink, makePeople, ok } from './world.ts';

const world = await makePeople();

test('a content that replaces a shared file and is closed is not served by links made before', async () => {
  const { alice, olga } = world;
  const text = freshName('closed bytes');
  const { hash } = await ok(driveContract.detail, {
    token: alice.token,
    params: { id: await makeFile(alice, text) },
  });
  const folder = await makeFolder(alice);
  const name = freshName('file');
  const put = async (content: string) => {
    const answer = await ok(driveContract.put, {
      token: alice.token,
      query: { parent_id: folder, name, conflict: 'replace' },
      bytes: new TextEncoder().encode(content).slice(),
    });
    return answer.file?.id ?? '';
  };
  const id = await put('harmless');
  const { shareId } = await makeLink(alice, { fileIds: [folder] });
  const query = { share_id: shareId, file_id: id };
  expect((await ok(shareContract.fileInfo, { query })).file_info?.id).toBe(id);
  await blockContent(olga, alice, hash);
  expect(await put(text)).toBe(id);
  // Until the event has arrived, the share describes the former content.
  await expect.poll(async () => (await send(shareContract.fileInfo, { query })).status).toBe(404);
});
