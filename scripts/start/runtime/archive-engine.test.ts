import { Buffer } from 'node:buffer';
import { afterAll, expect, it } from 'vitest';
import { crc32 } from '#shared/content/crc32.ts';
import { type EngineHead, frameOf, MAX_ENGINE_ENTRIES, readFrame } from '#worker/platform/archives/engine.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import { makeEmptySevenZip } from '#worker/services/drive/archive/empty-seven-zip-fixture.ts';
import { makePictureCodecService } from './picture-codec.ts';

/** 900,000 zeros. */
const BZ2_STREAM = Buffer.from('QlpoOTFBWSZTWWPj7KIABuTBAMAAAgAACCAAMMwJqmmUoTapKE8XckU4UJBj4+yi', 'base64');
const TRICKY_7Z =
  'N3q8ryccAAQf/eTiBQAAAAAAAAB6AAAAAAAAAM9MFdIBAAB4AAEEBgABCQUABwsBAAEhIQEADAEACAoBgxbcjAAABQEZDAAAAAAAAAAAAAAAABE1AG4AZQB3AAoAbABpAG4AZQAgAD0AIAB4AAoACgBQAGEAdABoACAAPQAgAGUAdgBpAGwAAAAUCgEAcIJzJJp73QEVBgEAIICkgQAA';

type Answering = (request: Request) => Promise<Response>;

const codec = makePictureCodecService();
afterAll(() => codec.stop());

async function unpack(archive: Uint8Array, what: string, password = '', service = codec) {
  const body = Buffer.concat([frameOf({ what, password }), archive]);
  const request = new Request('http://codec/archive', { method: 'POST', body });
  const answer = await (service.answer as unknown as Answering)(request);
  const { value, rest } = readFrame(new Uint8Array(await answer.arrayBuffer()));
  return { head: value as EngineHead, contents: Buffer.from(rest).toString('latin1') };
}

const bytesOf = (name: keyof typeof ARCHIVES) => Buffer.from(ARCHIVES[name], 'base64');

it('lists a 7z archive, and gives the contents of all entries one after the other', async () => {
  const { head } = await unpack(bytesOf('p.7z'), 'list');
  if (!head.ok) throw new Error(head.reason);
  expect(head.entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toContainEqual(['Trip/note.txt', 20]);
  const { contents } = await unpack(bytesOf('p.7z'), 'contents');
  expect(contents).toHaveLength(head.entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  expect(contents).toContain('A file of the trip.\n');
});

it('an archive of too many entries is refused for their number', { timeout: 300_000 }, async () => {
  const small = await unpack(makeEmptySevenZip(3), 'list');
  expect(small.head.ok && small.head.entries.map(({ path }) => path)).toEqual(['0.txt', '1.txt', '2.txt']);
  // A busy machine reads so many names in its own time.
  const patient = makePictureCodecService({ decodeMs: 300_000 });
  const { head } = await unpack(makeEmptySevenZip(MAX_ENGINE_ENTRIES + 1), 'list', '', patient);
  expect(head).toEqual({ ok: false, reason: 'too_many' });
  patient.stop();
});

it('reports a missing password and a wrong one as two reasons', async () => {
  const reasons = await Promise.all(
    ['', 'wrong', 'secret'].map(async (password) => {
      const { head } = await unpack(bytesOf('enc.7z'), 'contents', password);
      return head.ok ? 'ok' : head.reason;
    }),
  );
  expect(reasons).toEqual(['password_required', 'password_incorrect', 'ok']);
});

it('an order that computes too long ends with its process, and the next one is answered', async () => {
  const pids: number[] = [];
  const hasty = makePictureCodecService({ decodeMs: 1, onStarted: (pid) => pids.push(pid) });
  // Below the limit of the contents, and more work than this process may rest: an answer that waits for it counts as one in time.
  const long = Buffer.concat(Array.from({ length: 15 }, () => BZ2_STREAM));
  expect((await unpack(long, 'stream', '', hasty)).head).toEqual({ ok: false, reason: 'too_large' });
  expect((await unpack(long, 'stream', '', hasty)).head).toEqual({ ok: false, reason: 'too_large' });
  expect(new Set(pids).size).toBe(2);
  hasty.stop();
});

it('a bz2 bomb ends at the limit of the contents', async () => {
  const { head } = await unpack(Buffer.concat(Array.from({ length: 60 }, () => BZ2_STREAM)), 'stream');
  expect(head).toEqual({ ok: false, reason: 'too_large' });
});

it('an archive that declares a dictionary of 1.5 GiB is refused before it is allocated', async () => {
  const bomb = bytesOf('t.tar.xz');
  const [header, properties] = [12, bomb.indexOf(Buffer.from([0x21, 0x01]), 12)];
  bomb[properties + 2] = 37;
  const headerBytes = ((bomb[header] ?? 0) + 1) * 4 - 4;
  bomb.writeUInt32LE(crc32(bomb.subarray(header, header + headerBytes)), header + headerBytes);
  expect((await unpack(bomb, 'stream')).head).toEqual({ ok: false, reason: 'too_large' });
});

it('names with line breaks make no entries of their own', async () => {
  const { head } = await unpack(Buffer.from(TRICKY_7Z, 'base64'), 'contents');
  if (!head.ok) throw new Error(head.reason);
  expect(head.entries.map(({ path }) => path)).toEqual(['new_line = x__Path = evil']);
});
