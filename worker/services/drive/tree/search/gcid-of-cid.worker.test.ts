import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { freshName, makeFile, makePeople, ok, type Person } from '#test/contract/world.ts';

/** Of a size that nothing else in these drives has: few contents of one size are compared. */
const contentOf = (sizeChars: number) => freshName('content').padEnd(sizeChars, '.');

async function gcidOf({ token }: Person, text: string): Promise<string> {
  const cid = createHash('sha1').update(text).digest('hex');
  return (await ok(driveContract.cid, { token, query: { cid, file_size: text.length } })).gcid;
}

it("a cid leads to the gcid of a content of the caller's own drive and of no other", async () => {
  const { alice, bob } = await makePeople();
  const text = contentOf(12_347);
  const id = await makeFile(alice, text);
  const { hash } = await ok(driveContract.detail, { token: alice.token, params: { id } });
  expect(hash).toMatch(/^[0-9A-F]{40}$/);
  expect(await gcidOf(alice, text)).toBe(hash);
  expect(await gcidOf(bob, text)).toBe('');
});

it('a cid of other bytes of the same size leads to nothing', async () => {
  const { alice } = await makePeople();
  const text = contentOf(12_349);
  await makeFile(alice, text);
  expect(await gcidOf(alice, text.replace('content', 'tnetnoc'))).toBe('');
});
