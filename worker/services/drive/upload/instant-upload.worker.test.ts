import { expect, it } from 'vitest';
import { bytesOf, contentKeyOf, makeUploader, read, rows, spaceOf, type Uploader } from './upload-fixture.ts';

const unwrapped = async (work: Promise<unknown>) => JSON.parse(JSON.stringify(await work)) as Record<string, unknown>;

async function stored(person: Uploader, bytes: Uint8Array<ArrayBuffer>, name = 'first.bin') {
  const { file } = await person.upload(bytes, { name });
  if (!file) throw new Error('no file');
  return { file, contentKey: await contentKeyOf(person, file.id) };
}

it.each(['own', 's3'] as const)(
  "content of the person's own drive is complete without bytes for its gcid and size, by the %s protocol",
  async (protocol) => {
    const person = makeUploader();
    const bytes = bytesOf(900_000, 31);
    const { file } = await stored(person, bytes);
    // Clients write the gcid in either case.
    for (const gcid of [file.hash, file.hash.toLowerCase()]) {
      const begun = await person.begin({ sizeBytes: bytes.length, gcid, name: 'again.bin', protocol });
      expect(begun).toMatchObject({ file: { phase: 'PHASE_TYPE_COMPLETE' }, task: { phase: 'PHASE_TYPE_COMPLETE' } });
      expect([begun.upload, begun.resumable]).toEqual([undefined, undefined]);
      expect(await read(person, begun.file?.id ?? '')).toEqual(bytes);
    }
    expect(await spaceOf(person)).toEqual({ usage_bytes: 3 * bytes.length, reserved_bytes: 0 });
    expect(await rows(person, 'SELECT nodes FROM contents')).toEqual([{ nodes: 3 }]);
  },
);

it("content of the person's own drive is complete without bytes for its content key, which decides where both are given", async () => {
  const person = makeUploader();
  const bytes = bytesOf(70_000, 32);
  const { file, contentKey } = await stored(person, bytes);
  const sizeBytes = bytes.length;
  const known = await person.begin({ sizeBytes, contentKey, gcid: 'A'.repeat(40) });
  expect(known.file?.phase).toBe('PHASE_TYPE_COMPLETE');
  const other = await person.begin({ sizeBytes, contentKey: `1-${'ab'.repeat(32)}`, gcid: file.hash });
  expect(other.file?.phase).toBe('PHASE_TYPE_PENDING');
});

it("content of the person's own drive is asked for when the size is another", async () => {
  const person = makeUploader();
  const { file, contentKey } = await stored(person, bytesOf(5_000, 33));
  for (const claim of [{ gcid: file.hash }, { contentKey }])
    expect((await person.begin({ sizeBytes: 5_001, ...claim })).file?.phase).toBe('PHASE_TYPE_PENDING');
});

it("content of the person's own drive takes the place of the file that has the name, or leaves it, as asked", async () => {
  const person = makeUploader();
  const bytes = bytesOf(90_000, 34);
  const { file } = await stored(person, bytes);
  const before = await person.upload(bytesOf(100, 35), { name: 'a.bin' });
  const claim = { sizeBytes: bytes.length, gcid: file.hash, name: 'a.bin' };
  const left = await person.begin({ ...claim, conflict: 'skip' });
  expect(left).toMatchObject({ skipped: true, file: { id: before.file?.id, size: '100' } });
  const taken = await person.begin({ ...claim, conflict: 'replace' });
  expect(taken.file).toMatchObject({
    id: before.file?.id,
    name: 'a.bin',
    size: '90000',
    phase: 'PHASE_TYPE_COMPLETE',
  });
  expect(await rows(person, 'SELECT size_bytes FROM versions')).toEqual([{ size_bytes: 100 }]);
});

it('answers a repeated call with the same file', async () => {
  const person = makeUploader();
  const bytes = bytesOf(3_000, 36);
  const { file } = await stored(person, bytes);
  const claim = { sizeBytes: bytes.length, gcid: file.hash, name: 'once.bin' };
  const first = await person.begin(claim, 'key-1');
  expect((await person.begin(claim, 'key-1')).file?.id).toBe(first.file?.id);
  expect(await rows(person, "SELECT count(*) AS n FROM nodes WHERE name LIKE 'once%'")).toEqual([{ n: 1 }]);
});

it('counts against the space that is left', async () => {
  const person = makeUploader({ storageBytes: 150_000 });
  const bytes = bytesOf(90_000, 37);
  const { file } = await stored(person, bytes);
  await expect(person.begin({ sizeBytes: bytes.length, gcid: file.hash })).rejects.toMatchObject({
    errorName: 'file_space_not_enough',
  });
});

it("content of the person's own drive is asked for when an operator closed it", async () => {
  const person = makeUploader();
  const bytes = bytesOf(3_000, 38);
  const { file, contentKey } = await stored(person, bytes);
  await person.stub.blockContents([file.hash], true);
  for (const claim of [{ gcid: file.hash }, { contentKey }])
    expect((await person.begin({ sizeBytes: bytes.length, ...claim })).file?.phase).toBe('PHASE_TYPE_PENDING');
});

it("another person's content is asked for exactly as unknown content is, and stored once when it has come", async () => {
  const bytes = bytesOf(900_000, 41);
  const { file, contentKey } = await stored(makeUploader(), bytes);
  const person = makeUploader();
  const shapeOf = async (claim: { gcid?: string; contentKey?: string }) => {
    const answer = await unwrapped(person.begin({ sizeBytes: bytes.length, name: `${Math.random()}.bin`, ...claim }));
    const { file: begun, task, upload } = answer as Record<string, Record<string, unknown>>;
    return [
      Object.keys(answer),
      Object.keys(begun ?? {}),
      begun?.['phase'],
      task?.['phase'],
      Object.keys(upload ?? {}),
    ];
  };
  const unknown = { gcid: 'C'.repeat(40), contentKey: `1-${'cd'.repeat(32)}` };
  expect(await shapeOf({ gcid: file.hash })).toEqual(await shapeOf({ gcid: unknown.gcid }));
  expect(await shapeOf({ contentKey })).toEqual(await shapeOf({ contentKey: unknown.contentKey }));
  const sent = await person.upload(bytes, { gcid: file.hash, contentKey });
  expect(sent.file).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', hash: file.hash });
  expect(await read(person, sent.file?.id ?? '')).toEqual(bytes);
});
