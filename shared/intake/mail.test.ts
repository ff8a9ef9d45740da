import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isEmail } from '#shared/auth/rules.ts';
import { asciiDomain, mailAddressIn, shownDomain, shownMail } from './mail.ts';

test.each([
  ['alice@example.com', 'alice@example.com'],
  ['Alice@Example.COM', 'Alice@Example.COM'],
  [' alice@example.com\u200b', 'alice@example.com'],
  ['\u202aalice@example.com\u202c', 'alice@example.com'],
  ['alice＠example.com', 'alice@example.com'],
  ['ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'alice@example.com'],
  ['alice@example。com', 'alice@example.com'],
  ['alice@example｡com', 'alice@example.com'],
  ['alice@example.com.', 'alice@example.com'],
  ['alice@example.com。', 'alice@example.com'],
  ['alice @ example.com', 'alice@example.com'],
  ['alice@ example.com', 'alice@example.com'],
  ['<alice@example.com>', 'alice@example.com'],
  ['Alice Ng <alice@example.com>', 'alice@example.com'],
  ['"Ng, Alice" <alice@example.com>,', 'alice@example.com'],
  ['mailto:alice@example.com', 'alice@example.com'],
  ['邮箱：alice@example.com', 'alice@example.com'],
  ["'alice@example.com'", 'alice@example.com'],
  ['**alice@example.com**', 'alice@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['Mail: {a}|b=c@example.com', '{a}|b=c@example.com'],
  ['alice@example.com请回复', 'alice@example.com'],
  ['alice@exam\u00adple.com', 'alice@example.com'],
  ['alice@bücher.example', 'alice@xn--bcher-kva.example'],
  ['alice@BÜCHER.example', 'alice@xn--bcher-kva.example'],
  ['alice@bu\u0308cher.example', 'alice@xn--bcher-kva.example'],
  ['alice@faß.example', 'alice@xn--fa-hia.example'],
  ['用户＠例子。中国', '用户@xn--fsqu00a.xn--fiqs8s'],
  ['alice@例子.中国', 'alice@xn--fsqu00a.xn--fiqs8s'],
  ['alice@пример.рф', 'alice@xn--e1afmkfd.xn--p1ai'],
  ['alice@xn--e1afmkfd.xn--p1ai', 'alice@xn--e1afmkfd.xn--p1ai'],
  ['alice@예제.한국', 'alice@xn--2j5b21b.xn--3e0b707e'],
  ['alice@xn--a.example', 'alice@xn--a.example'],
])('%j is the address %s', (pasted, address) => {
  expect(mailAddressIn(pasted)).toBe(address);
  expect(mailAddressIn(address)).toBe(address);
});

test.each([
  '',
  'alice',
  'a@b@c.example',
  'a@x.example, b@x.example',
  'josé@example.com',
  'alice@пример.рф/x@y',
  '@',
  'alice@',
  'alice@exa mple.com@',
  'alice@127。1',
])('%j becomes no other address', (pasted) => {
  expect(isEmail(mailAddressIn(pasted))).toBe(false);
});

test('A domain that is none stays none', () => {
  for (const domain of [
    '例子.中国/x',
    '例子.中国:80',
    '例 子.中国',
    '例子@中国',
    '%E4%BE%8B',
    '\u{1f4a9}.example.',
    '٠.١',
  ])
    expect(isEmail(`a@${asciiDomain(domain)}`)).toBe(false);
});

test('An address that is one already stays letter for letter', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      if (isEmail(address)) expect(mailAddressIn(address)).toBe(address);
    }),
  );
});

it.each([
  ['example.com', 'example.com'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
  ['xn--fsqu00a.xn--fiqs8s', '例子.中国'],
  ['xn--2j5b21b.xn--3e0b707e', '예제.한국'],
  ['xn--eckwd4c7cu47r2wf.jp', 'ドメイン名例.jp'],
  ['mail.xn--bcher-kva.example', 'mail.bücher.example'],
])('A domain: %s of one script is shown as %s', (ascii, shown) => {
  expect(shownDomain(ascii)).toBe(shown);
});

it.each(['pаypal.com', 'аррӏе.com', 'exаmple.com', 'ехаmple.рф', 'google例.com', 'οκ.com'])(
  'A domain: %s, which mixes scripts or looks like another, is shown in both forms',
  (domain) => {
    const ascii = asciiDomain(domain);
    expect(shownDomain(ascii)).toBe(`${domain} (${ascii})`);
  },
);

it.each([
  'xn--.com',
  'xn--a.com',
  'xn--999999999.com',
  'xn--\u00e9.com',
  `xn--${'9'.repeat(80)}.com`,
  'xn--abc-.com',
  'xn--example-.com',
])('A domain: %s that encodes nothing stays as it is', (ascii) => {
  expect(shownDomain(ascii)).toBe(ascii);
});

it('A domain is the same after it was shown and read again', () => {
  const letters = fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ');
  const label = fc.array(letters, { minLength: 1, maxLength: 20 }).map((all) => all.join(''));
  const han = fc
    .array(fc.constantFrom(...'中文網站例子测试用户'), { minLength: 1, maxLength: 10 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(label, han), (name) => {
      const ascii = asciiDomain(`${name}.example`);
      expect(ascii).toMatch(/^xn--[a-z0-9-]+\.example$/);
      const shown = shownDomain(ascii);
      expect(shown.replace(/ \(.*$/, '')).toBe(`${name}.example`);
      expect(mailAddressIn(`a@${shown.replace(/ \(.*$/, '')}`)).toBe(`a@${ascii}`);
    }),
  );
});

it('A domain: of any text is read without a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(typeof shownDomain(`xn--${text}`)).toBe('string');
      expect(typeof mailAddressIn(`a@${text}`)).toBe('string');
      expect(shownMail(text).length).toBeGreaterThanOrEqual(0);
    }),
  );
});
