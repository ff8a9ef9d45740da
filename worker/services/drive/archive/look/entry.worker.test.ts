/** One entry of an archive by its link on the content origin. */
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { makeUploader, refusalOf, rows } from '../../upload/upload-fixture.ts';
import { ARCHIVES } from '../archives-fixture.ts';
import { makeRar5 } from '../rar-fixture.ts';
import { listInside } from '../start.ts';
import { linkEntry } from './entry.ts';

const NOTE = 'A file of the trip.\n';
const LONG = 'A line of text. '.repeat(400);
const RAR = makeRar5([
  { path: 'Trip', text: null },
  { path: 'Trip/note.txt', text: NOTE },
  { path: 'Trip/Снимки/long.txt', text: LONG },
]);

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

async function put(name: keyof typeof ARCHIVES | 'r5.rar') {
  const person = makeUploader();
  const bytes = name === 'r5.rar' ? RAR : new Uint8Array(Buffer.from(ARCHIVES[name], 'base64'));
  const { file } = await person.put(bytes, { name });
  const fileId = file?.id ?? '';
  const password = /aes|crypto|enc|data/.test(name) ? 'secret' : '';
  return {
    person,
    fileId,
    async link(path: string, end: string) {
      const { files } = await listInside(person.deps, person.caller, { fileId, path, password });
      const index = files.find(({ filename }) => filename === end)?.index ?? -1;
      return linkEntry(person.deps, person.caller, { fileId, index, password });
    },
  };
}

it.each([
  ...(['plain.zip', 'aes.zip', 'crypto.zip', 't.tar.gz', 't.tar.xz', 't.tar.bz2', 'p.7z', 'enc.7z'] as const),
  'r5.rar' as const,
])('an entry of %s is served alone, as what it is', async (name) => {
  const { person, link } = await put(name);
  const note = await link('Trip', 'note.txt');
  expect(note).toMatchObject({ name: 'note.txt', size: String(NOTE.length), mime_type: 'text/plain' });
  const answer = await person.fetchContent(note.url);
  expect(textOf(answer)).toBe(NOTE);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': String(NOTE.length),
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'content-disposition': expect.stringMatching(/^attachment/),
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'none',
  });
  const long = await link('Trip/Снимки', 'long.txt');
  expect(textOf(await person.fetchContent(long.url))).toBe(LONG);
  expect((await person.fetchContent(long.url, { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(LONG.length),
  );
});

it('an entry counts as the bytes that were passed on', async () => {
  const { person, link } = await put('plain.zip');
  const traffic = async () => {
    const [row] = await rows<{ n: number }>(person, 'SELECT coalesce(sum(bytes), 0) AS n FROM traffic');
    return row?.n;
  };
  const { url } = await link('Trip', 'note.txt');
  await person.fetchContent(url, { method: 'HEAD' });
  expect(await traffic()).toBe(0);
  await person.fetchContent(url);
  expect(await traffic()).toBe(NOTE.length);
});

it('a link ends with the archive in the trash, with its session, and with a changed letter', async () => {
  const { person, fileId, link } = await put('plain.zip');
  const { url } = await link('Trip', 'note.txt');
  expect((await person.fetchContent(url)).status).toBe(200);
  expect(
    (await person.fetchContent(url.replace(/\/a\/(.)/, (_, letter) => `/a/${letter === 'e' ? 'f' : 'e'}`))).status,
  ).toBe(403);
  await rows(person, `UPDATE nodes SET state = 1 WHERE id = '${fileId}' RETURNING id`);
  expect((await person.fetchContent(url)).status).toBe(403);
});

it('a folder, an index that is none, and a damaged entry have no content', async () => {
  const { person, fileId, link } = await put('plain.zip');
  const ask = (index: number) => linkEntry(person.deps, person.caller, { fileId, index, password: '' });
  expect(await refusalOf(ask(0))).toBe('invalid_argument');
  expect(await refusalOf(ask(99))).toBe('invalid_argument');
  expect(await refusalOf(link('Trip', 'empty'))).toBe('invalid_argument');
  const lying = await put('lying.zip');
  const { url } = await lying.link('Trip/Снимки', 'long.txt');
  await expect(lying.person.fetchContent(url)).rejects.toThrow();
});
