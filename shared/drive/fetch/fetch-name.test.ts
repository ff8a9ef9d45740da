import { expect, it } from 'vitest';
import { linkName, plainAddress } from './fetch-name.ts';

it.each([
  ['https://files.example/a/b%20c.zip?token=secret', 'b c.zip'],
  ['https://files.example/a/?token=secret', 'a'],
  ['https://files.example/?token=secret', 'files.example'],
  ['https://files.example/%ff%2f', '%ff%2f'],
  ['https://files.example/..%2f..%2fetc', '.._.._etc'],
])('the link %s is called "%s" before its server has answered', (url, name) => {
  expect(linkName(new URL(url))).toBe(name);
});

it('a plain address has neither query nor credentials', () => {
  expect(plainAddress(new URL('https://me:pass@files.example:8443/a?b#c'))).toBe('https://files.example:8443/a');
});
