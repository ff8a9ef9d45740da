/** Bytes of files are served on the content origin alone, so that none of them opens in the origin of our pages. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { env, ORIGIN } from './send.ts';
import { visit } from './visit.ts';
import { makeFile, makeLink, makePeople, ok } from './world.ts';

const world = await makePeople();

const get = (url: URL, method = 'GET'): Promise<Response> => visit(String(url), { method });

test.each(['an owner', 'a visitor'])('a content link of %s is not found on the app origin', async (who) => {
  const { alice } = world;
  const { shareId, fileIds } = await makeLink(alice, { fileIds: [await makeFile(alice, '<script>alert(1)</script>')] });
  const id = fileIds[0] ?? '';
  const file =
    who === 'an owner'
      ? await ok(driveContract.detail, { token: alice.token, params: { id } })
      : (await ok(shareContract.fileInfo, { query: { share_id: shareId, file_id: id } })).file_info;
  const link = new URL(file?.web_content_link ?? '');
  expect(link.origin).toBe(env.CONTENT_ORIGIN);
  expect(await (await get(link)).text()).toBe('<script>alert(1)</script>');
  const onApp = new URL(link.pathname + link.search, ORIGIN);
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(onApp, method);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('alert(1)');
  }
});
