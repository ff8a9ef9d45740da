import { expect, it } from 'vitest';
import { CLIENTS, readClients } from './clients.ts';
import { formTarget, isAssured, isRedirect, isRegistered, withAnswer } from './redirects.ts';

const APP = 'https://drive.example.com';

it.each([
  '/auth',
  'https://app.example.org/back?x=1',
  'http://127.0.0.1/',
  'http://[::1]/callback',
  'magpie-ios://auth',
  'com.example.app:/back',
])('%s may be registered', (uri) => expect(isRedirect(uri)).toBe(true));

it.each([
  '',
  '//evil.example',
  'http://app.example.org/',
  'http://localhost/',
  'https://user:pass@app.example.org/',
  'https://app.example.org/#x',
  'https://app.example.org/ x',
  'HTTPS://app.example.org/',
  'https://app.example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'app://back',
  'magpie-ios://auth#x',
])('%s may not be registered', (uri) => expect(isRedirect(uri)).toBe(false));

it('every address of our own clients may be registered', () => {
  expect(CLIENTS.flatMap(({ redirectUris }) => redirectUris).filter((uri) => !isRedirect(uri))).toEqual([]);
});

it('a path is registered under our own origin only', () => {
  expect(isRegistered(['/auth'], `${APP}/auth`, APP)).toBe(true);
  for (const uri of [
    '/auth',
    `${APP}/auth/`,
    `${APP}/auth?x=1`,
    'https://drive.example.com.evil.example/auth',
    `${APP}:444/auth`,
  ])
    expect(isRegistered(['/auth'], uri, APP)).toBe(false);
});

it('an answer is added to an existing query', () => {
  expect(withAnswer('magpie-ios://auth', { code: 'a b', state: '' })).toBe('magpie-ios://auth?code=a+b');
  expect(withAnswer('https://a.example/?x=1', { code: 'c' })).toBe('https://a.example/?x=1&code=c');
});

it('the form of the consent page may end only at the address', () => {
  expect(
    ['https://a.example/x', 'http://127.0.0.1:5/cb', 'http://[::1]:5/', 'magpie-ios://auth'].map(formTarget),
  ).toEqual(['https://a.example', 'http://127.0.0.1:5', 'http:', 'magpie-ios:']);
});

it('an address proves its client where the browser delivers it to one site', () => {
  expect(
    [`${APP}/auth`, 'https://a.example/', 'http://127.0.0.1:5/', 'magpie-ios://auth'].map((uri) => isAssured(uri, APP)),
  ).toEqual([true, true, false, false]);
});

it('configured clients replace our own of the same id and join the others', () => {
  const clients = readClients(
    '[{"id":"tv","name":"TV","grants":["device_code"],"scopes":["pan"]},{"id":"x","name":"X","grants":["password"]}]',
  );
  expect(clients).toHaveLength(CLIENTS.length + 1);
  expect(clients.find(({ id }) => id === 'tv')).toMatchObject({ name: 'TV', scopes: ['pan'], secretSha256: null });
  expect(clients.find(({ id }) => id === 'cli')?.grants).toContain('password');
});

it('`compatible` adds the clients of this API, alone or in the list, with password and refresh grants only', () => {
  const list = '["compatible",{"id":"x","name":"X","grants":["device_code"]}]';
  for (const [text, added] of [
    ['compatible', 3],
    [list, 4],
  ] as const) {
    const clients = readClients(text);
    expect(clients).toHaveLength(CLIENTS.length + added);
    expect(clients.find(({ name }) => name.startsWith('Compatible'))).toMatchObject({
      grants: ['password', 'refresh_token'],
      scopes: ['user', 'pan', 'offline'],
      handsOff: false,
      secretSha256: null,
    });
  }
  expect(CLIENTS.some(({ name }) => name.startsWith('Compatible'))).toBe(false);
});

it.each([
  ['another word', 'all'],
  ['another word in the list', '["all"]'],
  ['no JSON', '{'],
  ['no list', '{}'],
  ['no name', '[{"id":"x","grants":["password"]}]'],
  ['no grant', '[{"id":"x","name":"X","grants":[]}]'],
  ['an unknown grant', '[{"id":"x","name":"X","grants":["implicit"]}]'],
  ['an unknown scope', '[{"id":"x","name":"X","grants":["password"],"scopes":["all"]}]'],
  ['a misspelt field', '[{"id":"x","name":"X","grants":["password"],"secret":"s"}]'],
  ['a plain secret', '[{"id":"x","name":"X","grants":["password"],"secretSha256":"s"}]'],
  ['a bad address', '[{"id":"x","name":"X","grants":["password"],"redirectUris":["javascript:alert(1)"]}]'],
  ['a client twice', '[{"id":"x","name":"X","grants":["password"]},{"id":"x","name":"X","grants":["password"]}]'],
])('configured clients are refused with %s', (_what, json) => expect(() => readClients(json)).toThrow(/^CLIENTS/));
