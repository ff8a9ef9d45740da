/** Names in tar archives, in the encodings of the systems that wrote them. */
import { expect, it } from 'vitest';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { NameReading } from '#shared/drive/archive/entry-names.ts';
import type { ArchiveEngine } from '#worker/platform/archives/engine.ts';
import { listArchive, openArchive } from './open.ts';
import type { ArchiveSource } from './source.ts';
import { tarEntry, tarOf } from './tar-fixture.ts';

const utf8 = new TextEncoder();

function sourceOf(entries: readonly Uint8Array[], name = 'a.tar'): ArchiveSource {
  const bytes = tarOf(entries);
  return {
    name,
    sizeBytes: bytes.length,
    read: async (start, length) => bytes.slice(start, start + length),
    stream: (start, end) => new Blob([bytes.slice(start, end)]).stream(),
  };
}

const engine = {} as ArchiveEngine;
const list = (entries: readonly Uint8Array[], reading?: NameReading) =>
  listArchive({ engine, source: sourceOf(entries), password: '', ...(reading ? { reading } : {}) });

const NAMES: Readonly<Partial<Record<TextEncoding, readonly string[]>>> = {
  gbk: ['照片/', '照片/北京旅行.jpg', '照片/会议记录.txt'],
  shift_jis: ['写真/', '写真/京都の旅行.jpg', '写真/会議メモ.txt'],
  'euc-kr': ['사진/', '사진/여름휴가.jpg', '사진/회의록.txt'],
  cp437: ['Müller/', 'Müller/Größe.txt', 'Müller/Café.txt'],
};

it.each(Object.entries(NAMES))('names in %s are listed as they were written', async (encoding, names) => {
  const language = { gbk: 'zh-CN', shift_jis: 'ja', 'euc-kr': 'ko' }[encoding] ?? 'en-US';
  const entries = names.map((name) => tarEntry(encodeAs(name, encoding as TextEncoding)));
  const listed = await list(entries, { encoding: null, language });
  expect(listed.map(({ path }) => path)).toEqual(names);
});

it('all names of an archive are read in one encoding, and in the one that was chosen', async () => {
  const names = ['사진/', '사진/여름휴가.jpg', 'plain.txt'];
  const entries = names.map((name) => tarEntry(encodeAs(name, 'euc-kr')));
  expect((await list(entries)).map(({ path }) => path)).toEqual(names);
  const chosen = await list(entries, { encoding: 'gbk', language: 'ko' });
  expect(chosen.map(({ path }) => path)).toEqual(['荤柳/', '荤柳/咯抚绒啊.jpg', 'plain.txt']);
});

it('prefixes, long names of GNU and raw names of pax are read like short ones', async () => {
  const folder = '여름휴가 사진 모음';
  const long = encodeAs(`${folder}/${'회의록'.repeat(30)}.txt`, 'euc-kr');
  const raw = encodeAs(`${folder}/원본.txt`, 'euc-kr');
  const record = (value: Uint8Array) => {
    const rest = new Uint8Array([...utf8.encode(' path='), ...value, 10]);
    return new Uint8Array([...utf8.encode(String(rest.length + 2)), ...rest]);
  };
  const listed = await list([
    tarEntry(encodeAs('가족.txt', 'euc-kr'), { prefix: encodeAs(folder, 'euc-kr') }),
    tarEntry(utf8.encode('././@LongLink'), { type: 'L', content: new Uint8Array([...long, 0]) }),
    tarEntry(long),
    tarEntry(utf8.encode('PaxHeader'), { type: 'x', content: record(raw) }),
    tarEntry(utf8.encode('short')),
    tarEntry(utf8.encode('PaxHeader'), { type: 'x', content: record(utf8.encode('é.txt')) }),
    tarEntry(utf8.encode('short')),
  ]);
  expect(listed.map(({ path }) => path)).toEqual([
    `${folder}/가족.txt`,
    `${folder}/${'회의록'.repeat(30)}.txt`,
    `${folder}/원본.txt`,
    'é.txt',
  ]);
});

it('names in UTF-8 stay what they are', async () => {
  const names = ['Größe.txt', '照片.jpg', '사진.jpg', 'Снимки/', 'plain.txt'];
  expect((await list(names.map((name) => tarEntry(utf8.encode(name))))).map(({ path }) => path)).toEqual(names);
});

it('an extraction without a list reads all names in the encoding of the first', async () => {
  const names = ['여름휴가 사진 모음/', '여름휴가 사진 모음/가.txt'];
  const source = sourceOf(names.map((name) => tarEntry(encodeAs(name, 'euc-kr'))));
  const walk = await openArchive({ engine, source, password: '', purpose: 'extract' });
  const paths: string[] = [];
  for await (const { path } of walk(null)) paths.push(path);
  expect(paths).toEqual(names);
});
