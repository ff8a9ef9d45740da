import { expect, it } from 'vitest';
import { crc32 } from '#shared/content/crc32.ts';
import { encodeAs } from '#shared/content/encoding/encode-fixture.ts';
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { MAX_PATH_CHARS } from './archive-name.ts';
import { GUESSED, makeNameDecoder } from './entry-names.ts';

const decodeAll = (names: readonly Uint8Array[], encoding: TextEncoding | null = null, language = '') => {
  const decode = makeNameDecoder(names, { encoding, language });
  return names.map((raw) => decode(raw, false, null).path);
};

it.each([
  ['euc-kr', ['사진/여름휴가.jpg']],
  ['euc-kr', ['사진/', '사진/여름휴가.jpg', '사진/가족.jpg']],
  ['gbk', ['照片/全家福.jpg', '照片/2024年合同.docx']],
  ['big5', ['照片/全家福.jpg', '會議記錄.docx']],
  ['shift_jis', ['写真/夏休み.jpg']],
  ['shift_jis', ['テスト.txt']],
  ['ibm866', ['Привет.txt']],
  ['ibm866', ['Договоры/Аренда 2023.doc', 'readme.txt']],
  ['windows-1251', ['Фотографии/Море.jpg']],
  ['cp1125', ['Світлини/їжак.jpg']],
  ['cp437', ['München.txt']],
  ['cp850', ['Fotografías/São João.jpg', 'Ação.txt']],
  ['utf-8', ['São.txt', '사진/여름.jpg']],
] as const)('names in %s are read as they were written: %j', (encoding, names) => {
  for (const language of ['', 'zh-CN', 'ru'])
    expect(
      decodeAll(
        names.map((name) => encodeAs(name, encoding)),
        null,
        language,
      ),
    ).toEqual(names);
});

it('one encoding is found for all names of a file', () => {
  const names = ['a.txt', 'テスト', '日本'];
  expect(decodeAll(names.map((name) => encodeAs(name, 'shift_jis')))).toEqual(names);
});

it('the choice of the person counts for names that do not say their encoding', () => {
  const raw = encodeAs('사진', 'euc-kr');
  const decode = makeNameDecoder([raw], { encoding: 'gbk', language: 'ko' });
  expect(decode(raw, false, null)).toEqual({ path: '荤柳', encoding: 'gbk' });
  expect(decode(encodeAs('사진', 'utf-8'), true, null)).toEqual({ path: '사진', encoding: null });
  expect(decode(encodeAs('a.txt', 'utf-8'), false, null)).toEqual({ path: 'a.txt', encoding: null });
});

it('the Unicode field of a name counts while it was made for that name', () => {
  const raw = encodeAs('é.txt', 'cp437');
  const field = new Uint8Array([0, 0, 0, 0, ...new TextEncoder().encode('ж.txt')]);
  new DataView(field.buffer).setUint32(0, crc32(raw), true);
  const decode = makeNameDecoder([raw], GUESSED);
  expect(decode(raw, false, field)).toEqual({ path: 'ж.txt', encoding: null });
  field[0] = (field[0] ?? 0) ^ 1;
  expect(decode(raw, false, field).path).not.toBe('ж.txt');
});

it('a name is read as far as the longest path', () => {
  const raw = new Uint8Array(65_535).fill(0xe9);
  const decode = makeNameDecoder([raw], { encoding: 'cp437', language: '' });
  const { path } = decode(raw, false, null);
  expect(path).toMatch(/^Θ+$/);
  expect(path.length).toBeGreaterThan(MAX_PATH_CHARS);
  expect(path.length).toBeLessThan(5 * MAX_PATH_CHARS);
});
