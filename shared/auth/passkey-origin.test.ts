import { expect, test } from 'vitest';
import { hasPasskeys } from './passkey-origin.ts';

test.each([
  ['https://drive.example.com', true],
  ['https://magpie.local:8787', true],
  ['http://localhost:8787', true],
  ['https://1.example.com', true],
  ['http://127.0.0.1:8787', false],
  ['https://192.168.1.5', false],
  ['https://3232235781', false],
  ['http://[::1]:8787', false],
  ['https://[fd00::2]', false],
])('passkeys at %s: %s', (origin, expected) => {
  expect(hasPasskeys(origin)).toBe(expected);
});
