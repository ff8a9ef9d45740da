import { expect, it } from 'vitest';
import type { Locale } from '#shared/locale/tags.ts';
import { indexHelp, searchHelp, searchWords } from './help-search.ts';

function found(locale: Locale, query: string, ...titles: string[]): string[] {
  const texts = titles.map((title) => ({ title, description: '', body: '', synonyms: '' }));
  return searchHelp(indexHelp(locale, texts), query).map(({ title }) => title);
}

it('a search splits text without spaces into words', () => {
  expect(searchWords('ja', 'リンクを共有する')).toEqual(expect.arrayContaining(['リンク', '共有']));
  expect(searchWords('zh-CN', '分享文件')).toEqual(['分享', '文件']);
});

it.each<[Locale, string, string, string]>([
  ['ja', 'パスコード', 'パスコードと有効期限', 'ファイルをダウンロードする'],
  ['zh-CN', '提取码', '提取码不正确怎么办', '上传失败'],
  ['zh-TW', '垃圾桶', '資料夾與垃圾桶', '上傳失敗'],
  ['ko', '비밀번호', '비밀번호를 잊었을 때', '파일 업로드'],
  ['ru', 'корзина', 'Папки и корзину можно очистить', 'Загрузка файлов'],
  ['uk', 'пароль', 'Якщо ви забули пароля', 'Вивантаження файлів'],
  ['es', 'codigo', 'No llega ningún código', 'Subir archivos'],
  ['pt', 'senhas', 'Esqueci a senha', 'Baixar arquivos'],
  ['id', 'dilaporkan', 'Laporan dan keberatan', 'Unggah file'],
  ['id', 'lapor', 'Melaporkan tautan', 'Unggah file'],
  ['ms', 'membantah', 'Laporan dan bantahan', 'Muat naik fail'],
  ['en-US', 'UPLOADED', 'Upload files', 'Sharing links'],
])('a search: in %s finds %j', (locale, query, wanted, other) => {
  expect(found(locale, query, other, wanted)).toEqual([wanted]);
});

it('a search returns texts with all words, or texts with some when none has all', () => {
  expect(found('en-US', 'share folder', 'Share a folder', 'Share a file')).toEqual(['Share a folder']);
  expect(found('en-US', 'share zebra', 'Share a folder', 'Trash')).toEqual(['Share a folder']);
});

it('a search ranks a match in the title first', () => {
  const texts = [
    { title: 'Other', description: '', body: 'The trash is mentioned here.', synonyms: '' },
    { title: 'The trash', description: '', body: '', synonyms: '' },
  ];
  expect(searchHelp(indexHelp('en-US', texts), 'trash').map(({ title }) => title)).toEqual(['The trash', 'Other']);
});

it.each(['', ' ', '???', '<script>', 'zzzz', '\u0000'])('a search finds nothing for %j', (query) => {
  expect(found('en-US', query, 'Upload files')).toEqual([]);
});

it('a search reads only the beginning of a long query', () => {
  expect(found('en-US', `upload ${'x '.repeat(100_000)}`, 'Upload files')).toEqual(['Upload files']);
});
