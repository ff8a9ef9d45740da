import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateName } from '../names.ts';
import { fetchName, linkName, plainAddress } from './fetch-name.ts';

it.each([
  ['https://files.example/a/b%20c.zip?token=secret', 'b c.zip'],
  ['https://files.example/a/?token=secret', 'a'],
  ['https://files.example/?token=secret', 'files.example'],
  ['https://files.example/..%2f..%2fetc', '.._.._etc'],
  ['https://files.example/a+b.zip', 'a+b.zip'],
  ['https://files.example/100%25.zip', '100%.zip'],
  ['https://files.example/100%', '100%'],
  ['https://files.example/a.zip%20.', 'a.zip'],
  ['https://files.example/%E5%B9%B4%E5%BA%A6.zip', '年度.zip'],
  ['https://files.example/%C4%EA%B6%C8%B1%A8%B8%E6.zip', '年度报告.zip'],
  ['https://files.example/%95%F1%8D%90%8F%91%82%C6%97%5C%8E%5A.pdf', '報告書と予算.pdf'],
  ['https://files.example/%C3%EE%E4%EE%E2%EE%E9%20%EE%F2%F7%B8%F2.doc', 'Годовой отчёт.doc'],
  ['https://files.example/na%EFve.txt', 'naïve.txt'],
  ['https://files.example/get.php?id=7&file=report+2024.pdf&token=secret', 'report 2024.pdf'],
  ['https://files.example/get?filename=a%2Fb%2Freport.pdf', 'report.pdf'],
  ['https://files.example/get?FileName=%D0%9E%D1%82%D1%87%D1%91%D1%82.pdf', 'Отчёт.pdf'],
  ['https://files.example/get?file=%C4%EA%B6%C8%B1%A8%B8%E6.pdf', '年度报告.pdf'],
  ['https://files.example/get?path=/docs/report.pdf', 'report.pdf'],
  ['https://files.example/get?name=john.smith', 'get'],
  ['https://files.example/get?file=../../x.php', 'get'],
  ['https://files.example/a.zip?file=b.zip', 'a.zip'],
])('the link %s is called "%s" before its server has answered', (url, name) => {
  expect(linkName(new URL(url))).toBe(name);
});

it('a plain address has neither query nor credentials', () => {
  expect(plainAddress(new URL('https://me:pass@files.example:8443/a?b#c'))).toBe('https://files.example:8443/a');
});

const nameOf = (fields: Record<string, string>, url = 'https://files.example/address.bin'): string =>
  fetchName({ get: (name) => fields[name] ?? null }, new URL(url));

it.each([
  // As the standard says.
  ['attachment; filename="report.pdf"', 'report.pdf'],
  ['attachment; filename=report.pdf', 'report.pdf'],
  ['ATTACHMENT; FILENAME=report.pdf', 'report.pdf'],
  ['inline; filename="report.pdf"', 'report.pdf'],
  ['attachment ;  filename = "report.pdf" ; size=7', 'report.pdf'],
  ['attachment; size=7; filename="report.pdf"', 'report.pdf'],
  ["attachment; filename*=UTF-8''Jahres%C3%BCbersicht.pdf", 'Jahresübersicht.pdf'],
  ["attachment; filename*=utf-8'de'%C3%9Cbersicht.pdf", 'Übersicht.pdf'],
  ['attachment; filename="plain.pdf"; filename*=UTF-8\'\'%E5%B9%B4%E5%BA%A6.pdf', '年度.pdf'],
  ['attachment; filename*=UTF-8\'\'%E5%B9%B4%E5%BA%A6.pdf; filename="plain.pdf"', '年度.pdf'],
  ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['attachment; filename="back\\\\slash.txt"', 'slash.txt'],
  ['attachment; filename="f\\oo.html"', 'foo.html'],
  ['attachment; filename="a;b.txt"', 'a;b.txt'],
  ['attachment; filename="a, b.txt"', 'a, b.txt'],
  ['attachment; filename="filename=x.txt"', 'filename=x.txt'],
  // Without quotes.
  ['attachment; filename=Annual report 2024.pdf', 'Annual report 2024.pdf'],
  ['attachment; filename=Annual report 2024.pdf; size=7', 'Annual report 2024.pdf'],
  ['attachment; filename=Annual report.pdf size=7', 'Annual report.pdf'],
  ["attachment; filename=plain.pdf filename*=UTF-8''%C3%BC.pdf", 'ü.pdf'],
  ["attachment; filename='Annual report.pdf'", 'Annual report.pdf'],
  ["attachment; filename='a;b.pdf'; size=7", 'a;b.pdf'],
  ["attachment; filename=John's report.pdf", "John's report.pdf"],
  ["attachment; filename='tis the season.pdf", 'tis the season.pdf'],
  ['attachment; filename=a=b.txt', 'a=b.txt'],
  // Without a type, a semicolon, or a closing quote; twice.
  ['filename="report.pdf"', 'report.pdf'],
  ['filename=report.pdf', 'report.pdf'],
  ["filename*=UTF-8''%C3%BC.pdf", 'ü.pdf'],
  ['; filename=report.pdf', 'report.pdf'],
  ['attachment filename=report.pdf', 'report.pdf'],
  ['attachment, filename="report.pdf"', 'report.pdf'],
  ['attachment;filename=report.pdf', 'report.pdf'],
  ['attachment;;; filename="report.pdf";', 'report.pdf'],
  ['attachment; filename="report.pdf', 'report.pdf'],
  ['attachment; filename="report.pdf; size=7', 'report.pdf'],
  ['attachment; filename="the "best" report.pdf"', 'the "best" report.pdf'],
  ['attachment; filename="first.pdf"; filename="second.pdf"', 'first.pdf'],
  ['attachment; filename=first.pdf, attachment; filename=second.pdf', 'first.pdf'],
  ['attachment; filename=""; filename="second.pdf"', 'second.pdf'],
  ['attachment; name="report.pdf"', 'report.pdf'],
  // Encodings of `filename*`.
  ["attachment; filename*=ISO-8859-1''na%EFve.txt", 'naïve.txt'],
  ["attachment; filename*=GBK''%C4%EA%B6%C8%B1%A8%B8%E6.pdf", '年度报告.pdf'],
  ["attachment; filename*=Shift_JIS''%95%F1%8D%90%8F%91.pdf", '報告書.pdf'],
  ["attachment; filename*=windows-1251''%CE%F2%F7%B8%F2.pdf", 'Отчёт.pdf'],
  ["attachment; filename*=KOI8-R''%EF%D4%DE%C5%D4.pdf", 'Отчет.pdf'],
  ["attachment; filename*=EUC-KR''%BA%B8%B0%ED%BC%AD.pdf", '보고서.pdf'],
  ["attachment; filename*=Big5''%A6%7E%AB%D7%B3%F8%A7%69.pdf", '年度報告.pdf'],
  ["attachment; filename*=UTF-8''%C4%EA%B6%C8%B1%A8%B8%E6.pdf", '年度报告.pdf'],
  ["attachment; filename*=none''%E5%B9%B4%E5%BA%A6.pdf", '年度.pdf'],
  ["attachment; filename*=''na%C3%AFve.txt", 'naïve.txt'],
  ['attachment; filename*=na%C3%AFve.txt', 'naïve.txt'],
  ['attachment; filename*="UTF-8\'\'na%C3%AFve.txt"', 'naïve.txt'],
  ["attachment; filename*=UTF-8''naïve file.txt", 'naïve file.txt'],
  ["attachment; filename*=UTF-8''100%.txt", '100%.txt'],
  ["attachment; filename*=UTF-8''; filename=plain.txt", 'plain.txt'],
  // Long names in pieces.
  ['attachment; filename*0="annual "; filename*1="report.pdf"', 'annual report.pdf'],
  ["attachment; filename*0*=UTF-8''%E5%B9%B4%E5; filename*1*=%BA%A6; filename*2=.pdf", '年度.pdf'],
  ["attachment; filename*1*=%BA%A6.pdf; filename*0*=GBK''%C4%EA%B6%C8", '年度害.pdf'],
  // Encoded pieces of mail.
  ['attachment; filename="=?UTF-8?B?5bm05bqm5oql5ZGKLnBkZg==?="', '年度报告.pdf'],
  ['attachment; filename==?UTF-8?B?5bm05bqm5oql5ZGKLnBkZg==?=', '年度报告.pdf'],
  ['attachment; filename="=?gb2312?B?xOq2yLGouOYucGRm?="', '年度报告.pdf'],
  ['attachment; filename="=?ISO-2022-JP?B?GyRCSnM5cD1xGyhCLnBkZg==?="', '報告書.pdf'],
  ['attachment; filename="=?koi8-r?B?79TexdQuZG9j?="', 'Отчет.doc'],
  ['attachment; filename="=?utf-8?Q?=D0=9E=D1=82=D1=87=D1=91=D1=82_2024.pdf?="', 'Отчёт 2024.pdf'],
  ['attachment; filename="=?UTF-8?B?5bm05Q==?= =?UTF-8?B?uqbmiqXlkYoucGRm?="', '年度报告.pdf'],
  ['attachment; filename="=?UTF-8?Q?a?= b =?UTF-8?Q?c.txt?="', 'a b c.txt'],
  ['=?UTF-8?Q?attachment;_filename=3D"a_b.pdf"?=', 'a b.pdf'],
  ['attachment; filename="what=?.txt"', 'what=?.txt'],
  // Escapes in a plain name, and bytes.
  ['attachment; filename="%E5%B9%B4%E5%BA%A6.pdf"', '年度.pdf'],
  ['attachment; filename="%C4%EA%B6%C8%B1%A8%B8%E6.pdf"', '年度报告.pdf'],
  ['attachment; filename=Annual%20report.pdf', 'Annual report.pdf'],
  ['attachment; filename="100% sure.pdf"', '100% sure.pdf'],
  ['attachment; filename="a+b.pdf"', 'a+b.pdf'],
  ['attachment; filename="\xe5\xb9\xb4\xe5\xba\xa6.pdf"', '年度.pdf'],
  ['attachment; filename="年度.pdf"', '年度.pdf'],
  ['attachment; filename=\xc4\xea\xb6\xc8\xb1\xa8\xb8\xe6.pdf', '年度报告.pdf'],
  ['attachment; filename="\xc3\xee\xe4\xee\xe2\xee\xe9 \xee\xf2\xf7\xb8\xf2.pdf"', 'Годовой отчёт.pdf'],
  ['attachment; filename="\xba\xb8\xb0\xed\xbc\xad.pdf"', '보고서.pdf'],
  ['attachment; filename="na\xefve.txt"', 'naïve.txt'],
  ['attachment; filename="\x95\x5c\x8e\xa6\x95\xf1\x8d\x90\x8f\x91.pdf"', '表示報告書.pdf'],
  ['attachment; filename="\xb1\xed\xb8\xf1 \xc4\xea\xb6\xc8\xb1\xa8\xb8\xe6.pdf"', '表格 年度报告.pdf'],
  // Paths, and what no name has at its end.
  ['attachment; filename="C:\\Users\\me\\report.pdf"', 'report.pdf'],
  ['attachment; filename="C:\\\\Users\\\\me\\\\report.pdf"', 'report.pdf'],
  ['attachment; filename=C:\\x\\y.txt', 'y.txt'],
  ['attachment; filename="\\\\server\\share\\report.pdf"', 'report.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="..\\..\\boot.ini"', 'boot.ini'],
  ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
  ['attachment; filename="/var/log/"', 'address.bin'],
  ['attachment; filename="report.pdf. . "', 'report.pdf'],
  ['attachment; filename="  report.pdf  "', 'report.pdf'],
  ['attachment; filename=".htaccess"', '.htaccess'],
  ['attachment; filename="a\tb.txt"', 'a_b.txt'],
  // No name.
  ['attachment', 'address.bin'],
  ['attachment; filename=', 'address.bin'],
  ['attachment; filename=""', 'address.bin'],
  ['attachment; filename=".."', 'address.bin'],
  ['attachment; filename="...   "', 'address.bin'],
  ['attachment; filename', 'address.bin'],
  ['"', 'address.bin'],
  ['', 'address.bin'],
])('a field: Content-Disposition: %s gives "%s"', (field, name) => {
  expect(nameOf({ 'content-disposition': field })).toBe(name);
});

it.each([
  ['application/pdf; name="report.pdf"', 'report.pdf'],
  ["application/octet-stream; name='a b.zip'", 'a b.zip'],
  ['text/plain; charset=utf-8', 'address.bin'],
])('a field: Content-Type: %s gives "%s"', (field, name) => {
  expect(nameOf({ 'content-type': field })).toBe(name);
});

it.each([
  ['report', 'application/pdf', 'report.pdf'],
  ['report', 'Application/PDF ; charset=binary', 'report.pdf'],
  ['v1.2', 'application/x-gzip', 'v1.2.gz'],
  ['photo', 'image/jpeg', 'photo.jpg'],
  ['photo', 'image/jpg', 'photo.jpg'],
  ['page', 'text/html', 'page.html'],
  ['song', 'audio/mpeg', 'song.mp3'],
  ['song', 'audio/ogg', 'song.ogg'],
  ['book', 'application/epub+zip', 'book.epub'],
  ['data', 'application/ld+json', 'data.json'],
  ['feed', 'application/rss+xml', 'feed.xml'],
  ['sheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet.xlsx'],
  ['data', 'application/octet-stream', 'data'],
  ['data', '', 'data'],
  ['archive.7z', 'application/zip', 'archive.7z'],
  ['archive.7z.001', 'application/zip', 'archive.7z.001'],
])(
  'a name without an extension: "%s" of the type "%s" is saved as "%s", from a field and from an address',
  (name, type, saved) => {
    const fields = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    expect(nameOf(fields)).toBe(saved);
    expect(nameOf({ 'content-type': type }, `https://files.example/${name}`)).toBe(saved);
  },
);

it.each([
  ['https://files.example/', 'application/pdf', 'files.example.pdf'],
  ['https://files.example/', 'text/html', 'files.example.html'],
  ['https://files.example/get.php', 'application/pdf', 'get.pdf'],
  ['https://files.example/get.php?file=report', 'application/pdf', 'get.pdf'],
  ['https://files.example/get.php?file=report.pdf', 'application/pdf', 'report.pdf'],
  ['https://files.example/index.php', 'text/html', 'index.html'],
  ['https://files.example/get.php', 'application/octet-stream', 'get.php'],
  // The page of a sign-in in place of the file.
  ['https://files.example/report.pdf', 'text/html; charset=utf-8', 'report.pdf.html'],
  ['https://files.example/page.htm', 'text/html', 'page.htm'],
  ['https://files.example/report.pdf', 'text/plain', 'report.pdf'],
])('the address %s of the type "%s" is saved as "%s"', (url, type, saved) => {
  expect(nameOf({ 'content-type': type }, url)).toBe(saved);
});

it('a field names a page as it likes', () => {
  expect(nameOf({ 'content-type': 'text/html', 'content-disposition': 'attachment; filename=a.pdf' })).toBe('a.pdf');
});

it('every field and address gives a name that a drive takes', () => {
  const piece = fc.constantFrom(
    'attachment',
    ';',
    ' ',
    '=',
    '"',
    "'",
    '\\',
    '/',
    'filename',
    'filename*',
    'filename*0*',
    "UTF-8''",
    '%C4',
    '%',
    '..',
    '.',
    'a',
    '\xe9',
    '年',
    '=?utf-8?B?',
    '?=',
    '=?',
    ',',
    '\0',
    '\ud800',
  );
  const field = fc.array(piece, { maxLength: 30 }).map((some) => some.join(''));
  fc.assert(
    fc.property(field, fc.webUrl({ withQueryParameters: true }), field, (disposition, url, type) => {
      const name = nameOf({ 'content-disposition': disposition, 'content-type': type }, url);
      expect([name, validateName(name)]).toEqual([name, { ok: true }]);
    }),
    { numRuns: 2_000 },
  );
});

it.each(['"', "'", ';', ' ', '=', ' filename=', '; filename="', '=?utf-8?B?', '%C4', '\\', ', attachment'])(
  'a field that repeats %j for ever is read up to its 4,096th letter',
  (piece) => {
    const field = `attachment; filename="${piece.repeat(200_000)}`;
    expect(validateName(nameOf({ 'content-disposition': field })).ok).toBe(true);
  },
);

it('hundreds of fields of quotes that never end take linear time', () => {
  const field = `attachment; ${'a="!;'.repeat(1_000)}`;
  for (let count = 0; count < 600; count += 1) expect(nameOf({ 'content-disposition': field })).toBe('address.bin');
});
