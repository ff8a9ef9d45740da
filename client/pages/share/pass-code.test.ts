import { expect, test } from 'vitest';
import { dropPassCode } from './pass-code.ts';

function addressAfter(href: string): string | null {
  let address: string | null = null;
  dropPassCode(
    { href },
    {
      state: null,
      replaceState: (_state, _title, url) => {
        address = String(url);
      },
    },
  );
  return address;
}

test('takes the passcode out of the address and keeps everything else', () => {
  expect(addressAfter('https://magpie.example/s/abc/def?view=list&s_code=1a2b&order=name_asc#x')).toBe(
    '/s/abc/def?view=list&order=name_asc#x',
  );
});

test('takes a pending save out of the address too', () => {
  expect(addressAfter('https://magpie.example/s/abc?wish=x.y&view=list')).toBe('/s/abc?view=list');
});

test('leaves an address without a passcode alone', () => {
  expect(addressAfter('https://magpie.example/s/abc?view=list')).toBeNull();
});
