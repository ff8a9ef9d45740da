/**
 * Two different files under one gcid come back as themselves: the label is made of SHA-1, of which a collision is public
 * (Stevens et al., 2017; the first 320 bytes of its two documents). Over plain HTTP on the real server.
 */
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { gcidOf, makeWireClient, type Person, sha256 } from './wire-client.ts';

const COMMON =
  '255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474682032203020522f4865696768742033203020522f547970652034203020522f537562747970652035203020522f46696c7465722036203020522f436f6c6f7253706163652037203020522f4c656e6774682038203020522f42697473506572436f6d706f6e656e7420383e3e0a73747265616d0affd8fffe00245348412d3120697320646561642121212121852fec092339759c39b1a1c63c4c97e1fffe01';
const TAILS = [
  '7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df614f86db1690901c56b45c1530afedfb76038e972722fe7ad728f0e4904e046c230570fe9d41398abe12ef5bc942be33542a4802d98b5d70f2a332ec37fac3514e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1',
  '7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de218f86db3a90901d5df45c14f26fedfb3dc38e96ac22fe7bd728f0e45bce046d23c570feb141398bb552ef5a0a82be331fea48037b8b5d71f0e332edf93ac3500eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1',
];

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);
const bob = await wire.signIn(BOB.email);

async function bytesOf(person: Person, fileId: string): Promise<Uint8Array> {
  const detail = await person.get(`/drive/v1/files/${fileId}`);
  return (await wire.download(detail.body.links['application/octet-stream'].url)).bytes;
}

test('two files with one gcid come back as themselves, to their owner, to another person and through a link', async () => {
  const files = TAILS.map((tail) => new Uint8Array(Buffer.from(COMMON + tail, 'hex')));
  const [first = new Uint8Array(), second = new Uint8Array()] = files;
  expect(gcidOf(first)).toBe(gcidOf(second));
  expect(sha256(first)).not.toBe(sha256(second));

  const uploaded: { person: Person; id: string; digest: string }[] = [];
  // Each person sends both, in the other order: the second sender of a content must get their own bytes, not the stored ones.
  for (const [person, order] of [
    [alice, [first, second]],
    [bob, [second, first]],
  ] as const) {
    for (const [at, bytes] of order.entries())
      uploaded.push({
        person,
        id: await wire.upload(person, { name: `same ${at}.pdf`, bytes }),
        digest: sha256(bytes),
      });
  }
  for (const { person, id, digest } of uploaded) expect(sha256(await bytesOf(person, id))).toBe(digest);

  const shared = await alice.post('/drive/v1/share', {
    file_ids: uploaded.slice(0, 2).map(({ id }) => id),
    share_to: 'publiclink',
    expiration_days: -1,
  });
  const { share_id } = shared.body;
  const { pass_code_token } = (await wire.call('GET', '/drive/v1/share', { query: { share_id } })).body;
  for (const { id, digest } of uploaded.slice(0, 2)) {
    const info = await wire.call('GET', '/drive/v1/share/file_info', {
      query: { share_id, file_id: id, pass_code_token },
    });
    const { bytes } = await wire.download(info.body.file_info.links['application/octet-stream'].url);
    expect(sha256(bytes)).toBe(digest);
  }
});
