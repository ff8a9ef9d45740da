/** A link to one file shows the file itself: whose beginning, to whom, and to whom not. */
import { expect, test } from 'vitest';
import { shareContract } from '#shared/share/contract.ts';
import { cookiesOf, get, post } from '#test/contract/share-visits.ts';
import { makeFile, makeLink, makePeople, ok, trash } from '#test/contract/world.ts';

const world = await makePeople();

const page = async (shareId: string, cookie = '') => (await get(`/s/${shareId}`, { cookie })).text();

/** 祝你旅途愉快，记得带护照。 as GBK. */
const GBK = Uint8Array.from(
  'd7a3c4e3c2c3cdbed3e4bfeca3acbcc7b5c3b4f8bba4d5d5a1a3'.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [],
);

test('a text shows its beginning, escaped and in its own encoding, and ends with its link', async () => {
  const { alice } = world;
  const file = await makeFile(
    alice,
    `<script>alert(1)</script>\r\nsecond \u0007line\n${'x'.repeat(9_000)}`,
    'Plan.txt',
  );
  const { shareId } = await makeLink(alice, { fileIds: [file] });
  const html = await page(shareId);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\nsecond line\nxxx');
  expect(html.length).toBeLessThan(40_000);
  const { shareId: chinese } = await makeLink(alice, { fileIds: [await makeFile(alice, GBK, 'Plan.txt')] });
  expect(await page(chinese)).toContain('祝你旅途愉快，记得带护照。');
  await trash(alice, file);
  await expect.poll(() => page(shareId)).not.toContain('alert(1)');
});

test('nothing of a text is seen before its passcode, in a link that is view only, and under a cover', async () => {
  const { alice } = world;
  const fileIds = [await makeFile(alice, 'the secret words', 'Plan.txt')];
  const locked = await makeLink(alice, { locked: true, fileIds });
  expect(await page(locked.shareId)).not.toMatch(/secret words|Plan/);
  const entered = cookiesOf(await post(`/s/${locked.shareId}`, { pass_code: locked.passCode }));
  expect(await page(locked.shareId, entered)).toContain('the secret words');
  const covered = cookiesOf(await post(`/s/${locked.shareId}`, { intent: 'cover', images: 'hide' }));
  expect(await page(locked.shareId, `${entered}; ${covered}`)).not.toContain('secret words');
  const { shareId } = await makeLink(alice, { fileIds });
  expect(await page(shareId)).toContain('the secret words');
  await ok(shareContract.change, { token: alice.token, body: { share_id: shareId, view_only: true } });
  const seen = await page(shareId);
  expect(seen).toContain('Plan');
  expect(seen).not.toMatch(/secret words|download=/);
});

test('nothing of a text is seen while its owner hides previews, and its file can be downloaded', async () => {
  const { alice } = world;
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice, 'the secret words', 'Plan.txt')] });
  expect(await page(shareId)).toContain('the secret words');
  await ok(shareContract.change, { token: alice.token, body: { share_id: shareId, previews_hidden: true } });
  const seen = await page(shareId);
  expect(seen).not.toContain('secret words');
  expect(seen).toMatch(/stage-tile[\s\S]*download=/);
});

test('a film plays where the link leads to its bytes, and a file that no page shows is a tile of its type', async () => {
  const { alice } = world;
  const film = await makeFile(alice, 'no film', 'Steps.mp4');
  const { shareId } = await makeLink(alice, { fileIds: [film] });
  expect(await page(shareId)).toContain(`<video class="stage-film" src="?download=${film}"`);
  const { shareId: archive } = await makeLink(alice, { fileIds: [await makeFile(alice, 'x', 'Backup.zip')] });
  expect(await page(archive)).toContain('stage-tile kind kind-archive');
});
