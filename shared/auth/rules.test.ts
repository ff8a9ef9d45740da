import { expect, it } from 'vitest';
import { cleanName, isEmail, passwordProblemOf } from './rules.ts';

it.each(['a@b.co', 'first.last+tag@mail.example.com', "o'neil@example.org", 'x@xn--bcher-kva.example'])(
  'an e-mail address may be %s',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

it.each([
  '',
  'a',
  '@b.co',
  'a@',
  'a@b',
  'a b@c.de',
  'a@b..co',
  '.a@b.co',
  'a.@b.co',
  'a@-b.co',
  'a@b.co\r\nBcc: c@d.ef',
  'a@b.co,c@d.ef',
  'A <a@b.co>',
  '"a"@b.co',
  'a@[127.0.0.1]',
  'a@1.2',
  `${'a'.repeat(65)}@b.co`,
  `a@${'b.'.repeat(130)}co`,
])('an e-mail address may not be %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

it.each<[string, string | null]>([
  ['1234567', 'too_short'],
  ['12345678', null],
  ['   1234 ', null],
  ['😀'.repeat(7), 'too_short'],
  ['😀'.repeat(8), null],
  ['e\u0301'.repeat(7), 'too_short'],
  ['a'.repeat(128), null],
  ['a'.repeat(129), 'too_long'],
  ['somebody@example.com', 'is_address'],
  ['SOMEBODY@example.com ', 'is_address'],
  ['Somebody', 'is_address'],
  ['somebody1', 'is_address'],
  ['somebody or other', null],
  ['Ann Margaret Lee', 'is_name'],
  ['margaret', 'is_name'],
  ['Margaret-1987', 'is_name'],
  ['ann lee and others', null],
  ['magpie2026', 'is_name'],
  ['Magpie Magpie', 'is_name'],
  ['team-drive', 'is_name'],
  ['magpie-demo', null],
])('the password %j is %s', (password, problem) => {
  const own = { address: 'somebody@example.com', name: 'Ann Margaret Lee', products: ['Magpie', 'Team Drive'] };
  expect(passwordProblemOf(password, own)).toBe(problem);
});

it.each([
  ['  Ann   Lee ', 'Ann Lee'],
  ['', 'someone'],
  [' \u0000\u202e\n ', 'someone'],
  ['A\u202eB', 'AB'],
  ['写真', '写真'],
  ['x'.repeat(80), 'x'.repeat(50)],
])('the name %j is shown as %j', (typed, shown) => {
  expect(cleanName(typed, 'someone@example.com')).toBe(shown);
});
