import { expect, test } from 'vitest';
import { shownFor } from './pasted.ts';

const codeField = (value: string, code: string) => ({ value, type: 'text', dataset: { code } });

test.each([
  ['digits', '123 456', '123456'],
  ['digits', ' 123-456\n', '123456'],
  ['digits', '１２３４５６', '123456'],
  ['digits', '12\u200b3\u2011456', '123456'],
  ['digits', '12x', '12x'],
  ['pass', '提取码：７３９１ 复制这段内容', '7391'],
  ['pass', 'abcd 7391', '7391'],
  ['gift', 'abcde-fghjk-mnpqr-stvwx', 'ABCDEFGHJKMNPQRSTVWX'],
  ['constructor', ' 7391 ', ' 7391 '],
])('a field for a %s code shows %j as %j when it is pasted', (kind, pasted, shown) => {
  expect(shownFor(codeField(pasted, kind), true)).toBe(shown);
});

test('of several codes in a typed text none is chosen', () => {
  expect(shownFor(codeField('abcd 7391', 'pass'), false)).toBe('abcd 7391');
  expect(shownFor(codeField('７３９１', 'pass'), false)).toBe('7391');
});

test('a field for a mail address shows the address alone, any other field its text', () => {
  expect(shownFor({ value: 'Alice <alice＠例子.中国>', type: 'email', dataset: {} }, true)).toBe(
    'alice@xn--fsqu00a.xn--fiqs8s',
  );
  expect(shownFor({ value: ' pass 7391 ', type: 'password', dataset: {} }, true)).toBe(' pass 7391 ');
});
