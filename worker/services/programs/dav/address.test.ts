/** Addresses of files: names out of paths and of the header Destination in its spellings. */
import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { hrefOf, namesBelow, readDestination } from './address.ts';

const HOSTS = ['files.example:8080'];
const to = (header: string | null) => readDestination(header, '/dav/', HOSTS);

function isRefused(work: () => unknown): boolean {
  try {
    work();
  } catch (error) {
    return isAppError(error) && error.errorName === 'invalid_argument';
  }
  return false;
}

it('reads names below the mount, with or without slashes at the end', () => {
  expect(namesBelow('/dav/', '/dav')).toEqual([]);
  expect(namesBelow('/dav/', '/dav/')).toEqual([]);
  expect(namesBelow('/dav/', '/dav/a%20b//c%C3%A4/')).toEqual(['a b', 'cä']);
  expect(namesBelow('/dav/', '/davx/a')).toBeNull();
});

it('leaves an encoded slash, dots and a zero in their name, where no file has them', () => {
  expect(namesBelow('/dav/', '/dav/a%2Fb/%00/%252e%252e')).toEqual(['a/b', '\0', '%2e%2e']);
});

it('refuses an encoding that is none', () => {
  expect(isRefused(() => namesBelow('/dav/', '/dav/%E4'))).toBe(true);
  expect(isRefused(() => namesBelow('/dav/', '/dav/%zz'))).toBe(true);
  expect(isRefused(() => namesBelow('/dav/', `/dav/${'a/'.repeat(10_000)}`))).toBe(true);
});

it.each([
  'http://files.example:8080/dav/a%20b/c',
  'https://files.example:8080/dav/a%20b/c/',
  'HTTP://FILES.example:8080/dav/a%20b/c',
  '/dav/a%20b/c',
  '/dav//a b/./x/../c',
  '/dav/a%20b/%63',
])('reads the destination %s', (header) => {
  expect(to(header)).toEqual({ kind: 'path', names: ['a b', 'c'] });
});

it('does not take another server or another place for its own', () => {
  expect(to('http://other.example/dav/a')).toEqual({ kind: 'other_server' });
  expect(to('http://files.example:9/dav/a')).toEqual({ kind: 'other_server' });
  expect(to('/other/a')).toEqual({ kind: 'outside' });
  expect(to('/dav/../secret')).toEqual({ kind: 'outside' });
  expect(to('/dav/%2e%2e/secret')).toEqual({ kind: 'outside' });
});

it('refuses a destination that is no address', () => {
  for (const header of [
    null,
    '',
    'a',
    '//files.example:8080/dav/a',
    'ftp://files.example:8080/dav/a',
    '/dav/a#b',
    '/dav/%',
  ])
    expect(
      isRefused(() => to(header)),
      String(header),
    ).toBe(true);
});

it('writes addresses that every reader reads back', () => {
  expect(hrefOf('/dav/', [], true)).toBe('/dav/');
  const names = ['a b&c', "it's", 'ä#?%', '日本'];
  const href = hrefOf('/dav/', names, true);
  expect(href).toMatch(/^\/dav\/[\w%.~!*()/-]+\/$/);
  expect(namesBelow('/dav/', href)).toEqual(names);
});

it('the base of a mount as it was written is fit for XML', () => {
  expect(hrefOf("/files/a&b'c/", [], true)).toBe('/files/a%26b%27c/');
  expect(hrefOf('/files/a&b/', ['d'], false)).toBe('/files/a%26b/d');
});
