import { expect, it } from 'vitest';
import { COMMON_PASSWORD_DIGESTS } from './common-password-digests.ts';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  'password',
  '12345678',
  'qwertyuiop',
  'iloveyou',
  'password123',
  '1q2w3e4r',
  'sunshine',
  'football',
  'trustno1',
  '11111111',
])('a common password: %s is recognised', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['PASSWORD', 'Password1!', 'pass word', ' sunshine ', 'I love you'])(
  'a common password: %j is recognised whatever its case, signs and spaces',
  (password) => expect(isCommonPassword(password)).toBe(true),
);

it.each(['magpie-demo', 'correct horse battery staple', 'a password of the test', 'xk7!fjw0qz', 'мой длинный пароль'])(
  'a common password: %j is none',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

it('a common password is one of a list of thousands, each digest once and in order', () => {
  const digests = COMMON_PASSWORD_DIGESTS.match(/.{6}/g) ?? [];
  expect(digests.length).toBeGreaterThan(9_900);
  expect(digests).toEqual([...new Set(digests)].sort());
});
