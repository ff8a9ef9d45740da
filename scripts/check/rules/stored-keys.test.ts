import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkStoredKeys } from './stored-keys.ts';

function messages(files: Record<string, string>): string[] {
  return checkStoredKeys(Object.entries(files).map(([path, text]) => readSource(path, text))).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const KEYS = `export const LOCAL = { shade: text('pp_shade'), open: flag('pp_open') } as const;`;
const COOKIE = `export const SHADE_COOKIE = 'pp_shade';`;

test.each([
  [
    'a key',
    'store.set(LOCAL.shade, 1); store.set(LOCAL.open, store.get(LOCAL.open));',
    'reads the entry of storage pp_shade',
  ],
  [
    'a key',
    'store.get(LOCAL.shade); store.set(LOCAL.open, store.get(LOCAL.open));',
    'writes the entry of storage pp_shade',
  ],
  [
    'a key that is removed alone',
    'store.remove(LOCAL.open); store.set(LOCAL.shade, store.get(LOCAL.shade))',
    'reads or writes pp_open',
  ],
])('%s without one end is named: %s', (_, code, message) => {
  expect(messages({ 'client/keys.ts': KEYS, 'client/use.ts': code })).toEqual([`client/keys.ts: no code ${message}`]);
});

test.each([
  ['`$' + '{SHADE_COOKIE}=1; Path=/`', 'readTextCookie(cookies, SHADE_COOKIE)'],
  ['writeCookie(SHADE_COOKIE, 1, {})', "document.cookie.includes('pp_shade=')"],
  ['jar.set({ name: SHADE_COOKIE }, 1)', 'name === SHADE_COOKIE'],
])('a cookie written by %s and read by %s has both ends', (write, read) => {
  const files = {
    'shared/cookies.ts': COOKIE,
    'worker/a.ts': `const text = () => ${write};`,
    'client/b.ts': `use(${read});`,
  };
  expect(messages(files)).toEqual([]);
  expect(messages({ ...files, 'client/b.ts': '' })).toEqual(['shared/cookies.ts: no code reads the cookie pp_shade']);
});

test('a cookie that only ends has no writer', () => {
  const end = 'writeCookie(SHADE_COOKIE, "", { maxAgeSeconds: 0 }); readCookie(all, SHADE_COOKIE);';
  expect(messages({ 'shared/cookies.ts': COOKIE, 'worker/a.ts': end })).toEqual([
    'shared/cookies.ts: no code writes the cookie pp_shade',
  ]);
});

test('a reader of the cookie is none of the entry of storage with the same name', () => {
  const use = 'store.set(SHADE, 1); jar.set(SHADE_COOKIE, 1); jar.get(SHADE_COOKIE);';
  const files = {
    'shared/cookies.ts': COOKIE,
    'client/keys.ts': "export const SHADE = text('pp_shade');",
    'client/use.ts': use,
  };
  expect(messages(files)).toEqual(['shared/cookies.ts: no code reads the entry of storage pp_shade']);
});

test.each([
  ["const key = (id: string) => text(TEMPLATE); const mine = key('a'); store.set(mine, store.get(mine));"],
  ["function keyOf(id: string) { return json(TEMPLATE); } store.set(keyOf('a'), store.get(keyOf('b')));"],
  ["const draft = makeDraft('pp_place'); draft.write(draft.read());"],
  ["const KEYS = { a: 'pp_a', b: 'pp_b' }; for (const name of names) store.set(KEYS[name], store.get(KEYS[name]));"],
  ["sessionStorage.setItem('pp_place', sessionStorage.getItem('pp_place'));"],
])('a key is followed to its uses: %s', (code) => {
  expect(messages({ 'client/a.ts': code.replace('TEMPLATE', '`pp_place_$' + '{id}`') })).toEqual([]);
});

test('tests read and write for no key', () => {
  expect(
    messages({ 'client/a.ts': "const KEY = 'pp_a';", 'client/a.test.ts': "store.set('pp_a', store.get('pp_a'));" }),
  ).toEqual(['client/a.ts: no code reads or writes pp_a']);
});
