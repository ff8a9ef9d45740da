import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { takeCode } from './code.ts';
import { CODE_SHAPES, type CodeKind } from './shapes.ts';

const take = (text: string, kind: CodeKind = 'pass') => takeCode(text, CODE_SHAPES[kind]);
const sure = (code: string) => ({ code, isSure: true });

test.each([
  ['7391', '7391'],
  [' 7391 ', '7391'],
  ['７３９１', '7391'],
  ['7391\u200b', '7391'],
  ['\u202a7391\u202c', '7391'],
  ['73\u00ad91\ufeff', '7391'],
  ['7\ufe0f\u20e33\ufe0f\u20e39\ufe0f\u20e31\ufe0f\u20e3', '7391'],
  ['𝟕𝟑𝟗𝟏', '7391'],
  ['٧٣٩١', '7391'],
  ['۷۳۹۱', '7391'],
  ['७३९१', '7391'],
  ['7 3 9 1', '7391'],
  ['73 91', '7391'],
  ['ab cd', 'abcd'],
  ['a b c d', 'abcd'],
  ['aB3x', 'aB3x'],
  ['“aB3x”.', 'aB3x'],
  ['**7391**', '7391'],
  ['(7391)', '7391'],
  ['№ 7391', '7391'],
  ['7391\n\r\n', '7391'],
  ['7391\u3000', '7391'],
  ['\u28007391\u2800', '7391'],
  ['提取码: 7391', '7391'],
  ['提取码：７３９１', '7391'],
  ['提取码7391复制这段内容', '7391'],
  ['密碼是「k9Zx」，請妥善保管', 'k9Zx'],
  ['访问码 abcd', 'abcd'],
  ['Passcode：７３９１', '7391'],
  ['Passcode 7391', '7391'],
  ['Code: 7391', '7391'],
  ['The passcode is kwpt', 'kwpt'],
  ['pass code = kwpt', 'kwpt'],
  ['Your password for the link is kwpt', 'kwpt'],
  ['код доступа — 7391', '7391'],
  ['Код доступу: aBcD', 'aBcD'],
  ['Пароль → 7391', '7391'],
  ['код №7391', '7391'],
  ['パスコード：7391', '7391'],
  ['暗証番号は7391です', '7391'],
  ['비밀번호는 7391입니다', '7391'],
  ['암호: 7391', '7391'],
  ['Código de acceso: 7391', '7391'],
  ['La clave es kwpt', 'kwpt'],
  ['Código de acesso: 7391', '7391'],
  ['A senha é kwpt', 'kwpt'],
  ['Kode sandi: 7391', '7391'],
  ['Kode akses 7391', '7391'],
  ['Kod laluan: kwpt', 'kwpt'],
  ['I shared something with you on Magpie: https://drive.example/s/VN8x0000000000000000000001 Passcode: 7391', '7391'],
  ['链接: https://drive.example/s/VN8x0000000000000000000001 提取码: 7391 复制这段内容后打开App', '7391'],
  ['https://drive.example/s/VN8x0000000000000000000001,passcode:7391', '7391'],
  ['drive.example/s/VN8x0000000000000000000001 — abcd', 'abcd'],
  ['Report 2024: passcode 7391', '7391'],
  ['7391 (tom@mail.example)', '7391'],
])('the passcode of %j is %s, the only one', (text, code) => {
  expect(take(text)).toEqual(sure(code));
});

test.each([
  ['abcd 7391', '7391'],
  ['Please use 7391 to open', '7391'],
  ['提取码: 7391 解压密码: abcd', '7391'],
  ['one1 two2', 'two2'],
])('%j may mean several passcodes, most likely %s', (text, code) => {
  expect(take(text)).toEqual({ code, isSure: false });
});

test.each([
  '',
  '   ',
  '\u200b',
  'abc',
  '12',
  '提取码',
  'https://drive.example/s/VN8x0000000000000000000001',
  'ñandú naïve',
])('%j holds no passcode', (text) => {
  expect(take(text)).toEqual({ code: '', isSure: false });
});

test.each<[CodeKind, string]>([
  ['digits', '12345'],
  ['digits', '1234567'],
  ['digits', '12345a'],
  ['digits', ''],
  ['user', 'BCDF-GHJKL'],
  ['user', 'ABCD-FGHJ'],
  ['user', 'B0DF-GHJK'],
  ['gift', 'ABCDE-FGHJK-MNPQR'],
  ['recovery', 'h7k2m-9xqr1'],
])('no %s code is in %j', (kind, text) => {
  expect(take(text, kind).code).toBe('');
});

test.each<[CodeKind, string, string]>([
  ['digits', '123 456', '123456'],
  ['digits', '１２３４５６', '123456'],
  ['digits', '123-456', '123456'],
  ['digits', 'Your Magpie code is 123456. It is valid for 10 minutes.', '123456'],
  ['digits', '【Magpie】您的验证码是 123456，10 分钟内有效。', '123456'],
  ['digits', 'Код подтверждения: 123\u00a0456', '123456'],
  ['digits', '인증번호[123456]를 입력해 주세요', '123456'],
  ['digits', '123456 is your code, sent 2026-11', '123456'],
  ['digits', 'G-123456', '123456'],
  ['recovery', 'H7K2M-9XQRT', 'h7k2m9xqrt'],
  ['recovery', 'recovery code: h7k2m – 9xqrt', 'h7k2m9xqrt'],
  ['recovery', 'h7k2m9xqrt', 'h7k2m9xqrt'],
  ['gift', 'ABCDE-FGHJK-MNPQR-STVWX', 'ABCDEFGHJKMNPQRSTVWX'],
  ['gift', 'abcde fghjk mnpqr stvwx', 'ABCDEFGHJKMNPQRSTVWX'],
  ['gift', '兑换码：ＡＢＣＤＥ－FGHJK-MNPQR-STVWX 请尽快使用', 'ABCDEFGHJKMNPQRSTVWX'],
  ['gift', 'Gift code OBCDE-FGHJK-MNPQR-STVWI', '0BCDEFGHJKMNPQRSTVW1'],
  ['user', 'bcdf-ghjk', 'BCDFGHJK'],
  ['user', 'Enter BCDF‑GHJK on this device', 'BCDFGHJK'],
  ['user', 'Code: ＢＣＤＦ ＧＨＪＫ', 'BCDFGHJK'],
  ['invitation', 'Код приглашения: abcde-fgh12', 'ABCDEFGH12'],
])('a %s code of %j is %s', (kind, text, code) => {
  expect(take(text, kind)).toEqual(sure(code));
});

const passCode = fc.stringMatching(/^[A-Za-z0-9]{4,10}$/);
const noise = fc.constantFrom(
  '\u200b',
  '\u200e',
  '\u202c',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\u2060',
  ' ',
  '\u3000',
  '\u00a0',
  '\t',
);

it('Any text never gives a code of another form, nor hangs', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.constantFrom(...(Object.keys(CODE_SHAPES) as CodeKind[])),
      (text, kind) => {
        const { code, isSure } = take(text, kind);
        expect(isSure).toBe(code !== '' && isSure);
        if (code !== '') expect(CODE_SHAPES[kind].read(code)).toBe(code);
      },
    ),
  );
});

it('Any text: with a passcode between unseen signs and blanks gives the passcode', () => {
  fc.assert(
    fc.property(passCode, fc.array(noise), fc.array(noise), (code, before, behind) => {
      expect(take(before.join('') + code + behind.join(''))).toEqual(sure(code));
    }),
  );
});

it('Any text: with unseen signs inside of a passcode gives the passcode', () => {
  const unseen = fc.constantFrom('\u200b', '\u200d', '\u2063', '\ufeff', '\u00ad', '\ufe0e');
  fc.assert(
    fc.property(passCode, fc.array(unseen, { minLength: 10, maxLength: 10 }), (code, signs) => {
      expect(take([...code].map((char, at) => char + (signs[at] ?? '')).join(''))).toEqual(sure(code));
    }),
  );
});

it.each([
  '提取码',
  '通行碼：',
  'パスコード: ',
  '비밀번호는 ',
  'код доступа - ',
  'Passcode: ',
  'senha ',
  'Contraseña: ',
  'kata laluan = ',
  'Пароль: ',
])('Any text: with a passcode behind %j, whatever its letters, gives the passcode', (label) => {
  const link = 'https://drive.example/s/VN8x0000000000000000000001';
  fc.assert(
    fc.property(
      passCode,
      fc.constantFrom('', link, `${link}\n`, `${link} `),
      fc.constantFrom('', '。', ' ', '\n再见', '）'),
      (code, before, behind) => {
        expect(take(before + label + code + behind)).toEqual(sure(code));
      },
    ),
  );
});
