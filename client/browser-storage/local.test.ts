import { expect, test } from 'vitest';
import { DEFAULT_DISPLAY, sharedDisplayOf } from '#shared/drive/display.ts';
import { makeLocalStore } from './local.ts';
import { captchaKey, credentialsKey, LOCAL, type LocalKey } from './local-keys.ts';
import { displayRecordKey, SHARED_DISPLAY } from './page-keys.ts';

function storage(start: Record<string, string> = {}) {
  const texts = new Map(Object.entries(start));
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
}

const quiet = () => undefined;
const ALL: readonly LocalKey<unknown>[] = [
  ...(Object.values(LOCAL) as unknown as LocalKey<unknown>[]),
  displayRecordKey('') as unknown as LocalKey<unknown>,
  SHARED_DISPLAY as unknown as LocalKey<unknown>,
  captchaKey('web') as unknown as LocalKey<unknown>,
  credentialsKey('web') as unknown as LocalKey<unknown>,
];

const GARBAGE = [
  '',
  '{',
  'null',
  '[]',
  '[[[',
  '{"a":',
  '"x',
  '\u0000',
  '{"__proto__":{"x":1}}',
  '9'.repeat(400),
  '{"sub":1}',
];

test('every key has a name of its own with the product’s prefix, or one the specification gives', () => {
  const names = ALL.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !name.startsWith('pp_')).toSorted()).toEqual([
    'allow_analysis',
    'captcha_web',
    'credentials_web',
    'deviceid',
  ]);
});

test.each(ALL.map((key) => [key.name, key] as const))('every key: %s survives garbage', (name, key) => {
  for (const text of GARBAGE) {
    const texts = storage({ [name]: text });
    const store = makeLocalStore(() => texts, quiet);
    const value = store.get(key);
    if (value === null) expect(texts.texts.has(name)).toBe(false);
    else expect(key.read(key.write(value))).toEqual(value);
  }
});

const captcha = {
  action: 'GET:/x',
  meta: { email: 'a@b.c' },
  captchaToken: 'c',
  expiresInSeconds: 300,
  expiresAtMs: 1_000,
};
const display = { ...DEFAULT_DISPLAY, viewType: 'list' as const, orderSettingGlobal: false };
const cases: readonly (readonly [LocalKey<never>, unknown])[] = (
  [
    [LOCAL.previewFileId, 'F1'],
    [LOCAL.newUser, true],
    [LOCAL.newUser, false],
    [LOCAL.allowAnalysis, false],
    [LOCAL.navigationFolders, [{ id: '', name: 'ß 写' }]],
    [displayRecordKey(''), display],
    [SHARED_DISPLAY, sharedDisplayOf(display)],
    [captchaKey('web'), captcha],
    [credentialsKey('web'), { sub: 'V1', expiresAtMs: 3_000 }],
  ] as const
).map(([key, value]) => [key as unknown as LocalKey<never>, value] as const);

test.each(cases.map(([key, value]) => [key.name, key, value] as const))(
  'a stored value is read back unchanged: %s',
  (_name, key, value) => {
    const texts = storage();
    const store = makeLocalStore(() => texts, quiet);
    expect(store.set(key, value as never)).toBe(true);
    expect(store.get(key)).toEqual(value);
  },
);

test('a stored value is read back unchanged: in the shapes the specification gives', () => {
  const texts = storage();
  const store = makeLocalStore(() => texts, quiet);
  const credentials = { sub: 'V1', expiresAtMs: 0, access_token: 'secret' };
  store.set(credentialsKey('web'), credentials);
  store.set(captchaKey('web'), captcha);
  store.set(SHARED_DISPLAY, sharedDisplayOf(display));
  expect(Object.fromEntries([...texts.texts].map(([name, text]) => [name, JSON.parse(text) as unknown]))).toEqual({
    credentials_web: { sub: 'V1', expires_at: '1970-01-01T00:00:00.000Z' },
    captcha_web: {
      action: 'GET:/x',
      meta: { email: 'a@b.c' },
      captcha_token: 'c',
      expires_in: 300,
      expires_at: '1970-01-01T00:00:01.000Z',
    },
    pp_shared_display_mode: { orderType: 'mod_desc', pinFoldersTop: true, viewType: 'list' },
  });
});

const whole = { action: 'a', meta: {}, captcha_token: 't', expires_in: 3, expires_at: '2026-01-01T00:00:00Z' };
test.each([
  ['action', 1],
  ['captcha_token', null],
  ['captcha_token', ''],
  ['expires_at', 'soon'],
  ['expires_in', '300'],
])('a captcha record whose %s is %j is deleted', (field, value) => {
  const texts = storage({ captcha_web: JSON.stringify({ ...whole, [field]: value }) });
  expect(makeLocalStore(() => texts, quiet).get(captchaKey('web'))).toBeNull();
  expect(texts.texts.size).toBe(0);
});

test('a display that is not whole is shown as a grid, by time, folders first', () => {
  const texts = storage({ pp_display_mode: '{"viewType":"flow"}' });
  const store = makeLocalStore(() => texts, quiet);
  expect(store.get(displayRecordKey(''))).toEqual(DEFAULT_DISPLAY);
});

const failures = {
  forbidden: (): never => {
    throw new DOMException('denied', 'SecurityError');
  },
  full: () => ({
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  }),
};
test.each(Object.entries(failures))(
  'storage that fails by %s is logged, and the page continues without it',
  (_name, make) => {
    const logged: unknown[] = [];
    const store = makeLocalStore(make, (...parts) => logged.push(parts[2]));
    expect(store.set(LOCAL.previewFileId, 'F1')).toBe(false);
    expect(store.get(LOCAL.previewFileId)).toBeNull();
    store.remove(LOCAL.previewFileId);
    expect(logged).toContain('pp_preview_file_id');
  },
);
