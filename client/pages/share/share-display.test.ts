import { expect, test } from 'vitest';
import { makeSharedDisplayStore } from './share-display.ts';

function browser(cookie = '', stored: Record<string, string> = {}) {
  const texts = new Map(Object.entries(stored));
  const jar = new Map(cookie === '' ? [] : [cookie.split('=') as [string, string]]);
  const page = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [name = '', value = ''] = (line.split('; ')[0] ?? '').split('=');
      jar.set(name, value);
    },
  };
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
  const read = () => {
    const inCookie = JSON.parse(decodeURIComponent(jar.get('pp_shared_display_mode') ?? 'null')) as unknown;
    return { inCookie, inStorage: JSON.parse(texts.get('pp_shared_display_mode') ?? 'null') as unknown };
  };
  return { display: makeSharedDisplayStore(page, () => storage), read };
}

const DEFAULTS = { orderType: 'mod_desc', pinFoldersTop: true, viewType: 'grid' };

test('a visitor who has chosen nothing has no record', () => {
  expect(browser().read()).toEqual({ inCookie: null, inStorage: null });
});

test('a choice is stored in the cookie and in local storage, and keeps the other choices', () => {
  const { display, read } = browser();
  display.choose({ viewType: 'list' });
  display.choose({ orderType: 'size_asc' });
  display.choose({ pinFoldersTop: false });
  const record = { orderType: 'size_asc', pinFoldersTop: false, viewType: 'list' };
  expect(read()).toEqual({ inCookie: record, inStorage: record });
});

test('an empty cookie is filled from local storage, and the cookie counts where there are both', () => {
  const list = JSON.stringify({ ...DEFAULTS, viewType: 'list' });
  expect(browser('', { pp_shared_display_mode: list }).read().inCookie).toEqual({ ...DEFAULTS, viewType: 'list' });
  const grid = encodeURIComponent(JSON.stringify(DEFAULTS));
  const both = browser(`pp_shared_display_mode=${grid}`, { pp_shared_display_mode: list });
  expect(both.read()).toEqual({ inCookie: DEFAULTS, inStorage: DEFAULTS });
});

test('a view or an order that cannot be stored becomes the default', () => {
  const { display, read } = browser();
  display.choose({ viewType: 'flow', orderType: 'type_desc' });
  expect(read().inCookie).toEqual(DEFAULTS);
});
