import { expect } from 'vitest';
import { bytesOf, personTest as it, MIB, makeUploader, refusalOf, spaceOf } from './upload-fixture.ts';

it('lists what waits for bytes with what is stored of it, and nothing else', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const session = await person.beginOwn({ sizeBytes: 2 * MIB + 5, name: 'film.mp4', gcid: 'ab'.repeat(20) });
  await person.part(session, 3, bytesOf(5));
  await person.part(session, 1, bytesOf(MIB));
  await person.upload(bytesOf(10), { name: 'done.bin' });
  const given = await person.beginOwn({ sizeBytes: 7, name: 'given-up.bin' });
  await person.abort(given.upload_id);
  const { uploads, next_page_token } = await person.uploads();
  expect(next_page_token).toBe('');
  expect(uploads).toMatchObject([
    {
      id: session.upload_id,
      provider: 'PROVIDER_MAGPIE',
      name: 'film.mp4',
      parent_id: '',
      size: String(2 * MIB + 5),
      part_size: MIB,
      part_count: 3,
      parts_stored: 2,
      size_stored: String(MIB + 5),
      hash: 'AB'.repeat(20),
    },
  ]);
  expect(Date.parse(uploads[0]?.expire_time ?? '')).toBeGreaterThan(Date.parse(uploads[0]?.created_time ?? ''));
});

it('lists the protocol of an upload', async ({ person }) => {
  await person.beginS3(MIB, 'foreign.bin');
  expect((await person.uploads()).uploads.map(({ provider }) => provider)).toEqual(['PROVIDER_ALIYUN']);
});

it('gives every upload once over its pages', async ({ person }) => {
  const begun = new Set<string>();
  for (let made = 0; made < 5; made += 1) {
    begun.add((await person.beginOwn({ sizeBytes: 10, name: `${made}.bin` })).upload_id);
  }
  const seen: string[] = [];
  let token = '';
  do {
    const page = await person.uploads(2, token);
    expect(page.uploads.length).toBeLessThanOrEqual(2);
    seen.push(...page.uploads.map(({ id }) => id));
    token = page.next_page_token;
  } while (token !== '');
  expect(seen).toHaveLength(5);
  expect(new Set(seen)).toEqual(begun);
  expect(await refusalOf(person.uploads(2, 'noise'))).toMatch(/^invalid_argument/);
});

it('lists no upload of another person, and none past its deadline; an aborted one frees its space', async () => {
  const person = makeUploader();
  await makeUploader().beginOwn({ sizeBytes: 10 });
  expect((await person.uploads()).uploads).toEqual([]);
  const late = makeUploader({ limits: { uploadTtlSeconds: 0 } });
  const session = await late.beginOwn({ sizeBytes: 10 });
  expect((await late.uploads()).uploads).toEqual([]);
  await late.abort(session.upload_id);
  expect(await spaceOf(late)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
});
