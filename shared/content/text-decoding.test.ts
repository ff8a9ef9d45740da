import { expect, test } from 'vitest';
import { encodeAs } from './encoding/encode-fixture.ts';
import { TEXT_ENCODINGS, type TextEncoding } from './encoding/encodings.ts';
import { decodeText } from './text-decoding.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('a byte order mark names the encoding and is no text', () => {
  expect(decodeText(bytes(0xff, 0xfe, 0x41, 0))).toEqual({ text: 'A', encoding: 'utf-16le' });
  expect(decodeText(bytes(0xfe, 0xff, 0, 0x41))).toEqual({ text: 'A', encoding: 'utf-16be' });
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41))).toEqual({ text: 'A', encoding: 'utf-8' });
});

const SENTENCES: readonly (readonly [TextEncoding, string])[] = [
  ['gbk', '我们下周一在三楼会议室开会，请大家带上上个月的数据。'],
  ['big5', '明天下午三點在車站前面集合，記得帶雨傘。'],
  ['shift_jis', '明日の会議は三時から始まりますので、資料を印刷しておいてください。'],
  ['euc-jp', '荷物は午後に届く予定です。'],
  ['iso-2022-jp', '荷物は午後に届く予定です。'],
  ['euc-kr', '내일 오후에 회의실에서 다시 만나기로 했습니다.'],
  ['windows-1251', 'Отчёт за прошлый месяц лежит в папке «Бухгалтерия».'],
  ['koi8-r', 'Отчет за прошлый месяц лежит в общей папке.'],
  ['koi8-u', 'Звіт за минулий місяць лежить у спільній теці.'],
  ['iso-8859-5', 'Отчет за прошлый месяц лежит в общей папке.'],
  ['windows-1252', 'La réunion est reportée à demain, où elle aura lieu près de l’entrée.'],
  ['windows-1250', 'Příští schůzka začíná v pondělí večer, přineste si své účty.'],
  ['windows-1253', 'Η συνάντηση είναι αύριο το απόγευμα στο γραφείο.'],
  ['windows-1254', 'Toplantı yarın öğleden sonra büyük salonda başlıyor.'],
  ['windows-1255', 'הפגישה מתחילה מחר אחר הצהריים במשרד הגדול'],
  ['windows-1256', 'يبدأ الاجتماع غدا بعد الظهر في المكتب الكبير'],
  ['windows-1257', 'Susitikimas prasidės rytoj po pietų didžiojoje salėje šalia įėjimo.'],
  ['windows-874', 'การประชุมจะเริ่มพรุ่งนี้ตอนบ่ายที่ห้องใหญ่'],
  ['utf-16le', '明日の会議は三時から始まります。'],
  ['utf-16be', 'Отчёт лежит в папке.'],
  ['utf-16le', 'Plain words'],
];

test.each(SENTENCES)('a sentence in %s is read as it was written: %s', (encoding, text) => {
  expect(decodeText(encodeAs(text, encoding)).text).toBe(text);
});

test.each([
  ['cp437', 'Grüße aus München.txt'],
  ['ibm866', 'Договор аренды.doc'],
  ['cp1125', 'Ґанок і їжак.jpg'],
  ['shift_jis', 'ﾃｽﾄ.txt'],
  ['gbk', '图片.zip'],
  ['utf-8', 'café ë ñ.txt'],
  ['utf-8', 'ё.txt'],
  ['utf-8', '5 × 3 °C.txt'],
  ['euc-kr', '사진/여름휴가.jpg'],
  ['big5', '照片'],
] as const)('a name in %s is read as it was written: %s', (encoding, text) => {
  expect(decodeText(encodeAs(text, encoding), { isName: true }).text).toBe(text);
});

test('every encoding of the menu can be chosen, and what it lacks is shown as U+FFFD', () => {
  for (const encoding of TEXT_ENCODINGS) expect(decodeText(encodeAs('A1', encoding), {}, encoding).text).toBe('A1');
  expect(decodeText(bytes(0x41, 0xff), {}, 'utf-8').text).toBe('A\ufffd');
});

test('the language of the page decides where the bytes leave it open, and only there', () => {
  // One syllable of Korean, and one sign of Chinese, with the same bytes.
  const open = bytes(0xbc, 0xd2);
  expect(decodeText(open, { language: 'ko' }).text).toBe('소');
  expect(decodeText(open, { language: 'zh-CN' }).text).toBe('家');
  const plain = encodeAs('내일 오후에 회의실에서 만나요', 'euc-kr');
  expect(decodeText(plain, { language: 'zh-CN' }).encoding).toBe('euc-kr');
});

test('a long text is judged by its first lines that are not plain ASCII', () => {
  const rows = new TextEncoder().encode('2024-01-01,15,300.00\n'.repeat(20_000));
  const last = encodeAs('合计,三百元,已付款\n', 'gbk');
  const text = new Uint8Array(rows.length + last.length);
  text.set(rows);
  text.set(last, rows.length);
  expect(decodeText(text).text.endsWith('合计,三百元,已付款\n')).toBe(true);
});
