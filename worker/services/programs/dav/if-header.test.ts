/** The header If: its forms, and texts that are none. */
import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { readIf } from './if-header.ts';

it('is no condition when it is absent', () => {
  expect(readIf(null)).toEqual([]);
});

it('reads lists about the request itself', () => {
  expect(readIf('(<urn:a> ["b"]) (Not <DAV:no-lock> [W/"c d"])')).toEqual([
    {
      conditions: [
        { isNot: false, token: 'urn:a' },
        { isNot: false, etag: '"b"' },
      ],
    },
    {
      conditions: [
        { isNot: true, token: 'DAV:no-lock' },
        { isNot: false, etag: 'W/"c d"' },
      ],
    },
  ]);
});

it('reads lists about other addresses, several for one', () => {
  expect(readIf('<http://h/a> (<urn:a>)(["e"]) <http://h/b>(not["f"])')).toEqual([
    { tag: 'http://h/a', conditions: [{ isNot: false, token: 'urn:a' }] },
    { tag: 'http://h/a', conditions: [{ isNot: false, etag: '"e"' }] },
    { tag: 'http://h/b', conditions: [{ isNot: true, etag: '"f"' }] },
  ]);
});

it.each([
  '',
  '()',
  '(<a>',
  '<a>',
  '(<a>))',
  '(not)',
  '(not not <a>)',
  'x',
  '(a)',
  '(["a])',
  '(<a b>)',
  '((<a>))',
  `(${'<a>'.repeat(101)})`,
  `(${' '.repeat(9_000)}<a>)`,
])('refuses %s', (header) => {
  let name = '';
  try {
    readIf(header);
  } catch (error) {
    name = isAppError(error) ? error.errorName : String(error);
  }
  expect(name).toBe('invalid_argument');
});
