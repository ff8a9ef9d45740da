import { expect, test } from 'vitest';
import {
  desktopPortOf,
  entryRequestOf,
  placeAfter,
  withoutCode,
  withoutDesktop,
  withoutExtension,
} from './requests.ts';

const at = (path: string) => new URL(path, 'https://magpie.example');

test('an ordinary address asks for nothing', () => {
  for (const path of ['/', '/s/abc?s_code=1', '/auth?next=%2Fdrive%2Fall', '/auth?user_code=ABCD'])
    expect(entryRequestOf(at(path))).toBeNull();
});

test('a code stands with its state and scope, or without', () => {
  expect(entryRequestOf(at('/auth?code=abc'))?.code).toEqual({ code: 'abc', state: null, scope: [] });
  expect(entryRequestOf(at('/auth?code=abc&state=s1&scope=user+pan'))?.code).toEqual({
    code: 'abc',
    state: 's1',
    scope: ['user', 'pan'],
  });
});

test.each(['', 'a b', 'a\u0000b', 'x'.repeat(1_025)])('what an address asks: %j can be no code', (code) => {
  expect(entryRequestOf(at(`/?code=${encodeURIComponent(code)}`))?.code?.code).toBe('');
});

test('the app, the extension and the desktop client have their marks', () => {
  expect(entryRequestOf(at('/?bridge_auth=1'))?.handOff).toEqual({ kind: 'app' });
  expect(entryRequestOf(at('/?from_source=browser_extension'))?.handOff).toEqual({ kind: 'extension' });
  expect(entryRequestOf(at('/?from_source=pc_client&port=1F90'))?.handOff).toEqual({ kind: 'desktop', port: 8_080 });
  for (const path of ['/?bridge_auth=0', '/?bridge_auth=true', '/?from_source=mail', '/?from_source=pc_client'])
    expect(entryRequestOf(at(path))).toBeNull();
});

test('an entry request of a sign-in page is read from its `next`, of this site alone', () => {
  const requested = (next: string) => entryRequestOf(at(`/auth?next=${encodeURIComponent(next)}`));
  expect(requested('/drive/all?bridge_auth=1')?.handOff).toEqual({ kind: 'app' });
  expect(requested('//evil.example/?bridge_auth=1')).toBeNull();
  expect(requested('https://evil.example/?bridge_auth=1')).toBeNull();
  expect(entryRequestOf(at(`/?next=${encodeURIComponent('/drive/all?bridge_auth=1')}`))).toBeNull();
});

test('a code in `next` is not used, only removed', () => {
  const url = at(`/auth?next=${encodeURIComponent('/drive/all?code=abc&view=list')}`);
  expect(entryRequestOf(url)).toEqual({ code: null, handOff: null });
  expect(withoutCode(url)).toBe('/auth?next=%2Fdrive%2Fall%3Fview%3Dlist');
});

test.each([
  ['1', 1],
  ['ffff', 65_535],
  ['FFFF', 65_535],
  ['001f', 31],
  ['0', null],
  ['0000', null],
  ['10000', null],
  ['g', null],
  ['0x50', null],
  ['-1', null],
  [' 50', null],
  ['5.0', null],
  ['', null],
  [null, null],
])('a desktop port of %j is %j', (text, port) => {
  expect(desktopPortOf(text)).toBe(port);
});

test('the code, its state and its scope; nothing else', () => {
  expect(withoutCode(at('/auth?view=list&code=a&state=b&scope=c#top'))).toBe('/auth?view=list#top');
  expect(withoutCode(at('/s/x?state=open'))).toBe('/s/x?state=open');
});

test('the port of the desktop client, also in `next`', () => {
  expect(withoutDesktop(at('/?from_source=pc_client&port=50&view=grid'))).toBe('/?view=grid');
  expect(withoutDesktop(at(`/auth?next=${encodeURIComponent('/drive/all?from_source=pc_client&port=50')}`))).toBe(
    '/auth?next=%2Fdrive%2Fall',
  );
});

test("the extension's mark, when that is what it is", () => {
  expect(withoutExtension(at('/drive/all?from_source=browser_extension&view=grid'))).toBe('/drive/all?view=grid');
  expect(withoutExtension(at('/drive/all?from_source=mail'))).toBe('/drive/all?from_source=mail');
});

test('after a hand-off a sign-in page leads on, other pages stay', () => {
  const after = (path: string) => placeAfter(at(path), '/drive/all');
  expect(after('/auth?bridge_auth=1')).toBe('/drive/all');
  expect(after('/auth?next=%2Fdrive%2Ftrash%3Ffrom_source%3Dpc_client%26port%3D50')).toBe('/drive/trash');
  expect(after('/auth?next=%2F%2Fevil.example')).toBe('/drive/all');
  expect(after('/auth?next=%2F%5Cevil.example')).toBe('/drive/all');
  expect(after('/s/abc?from_source=pc_client&port=50')).toBe('/s/abc');
  expect(after('/s/abc?bridge_auth=1&code=x')).toBe('/s/abc?bridge_auth=1');
  expect(after('/auth?next=%2Fdrive%2Fall%3Ffrom_source%3Dbrowser_extension')).toBe(
    '/drive/all?from_source=browser_extension',
  );
});
