import { expect, test } from 'vitest';
import { cleanPassCookies } from './pass-cookies.ts';

function page(cookie: string) {
  const lines: string[] = [];
  return {
    lines,
    get cookie() {
      return cookie;
    },
    set cookie(line: string) {
      lines.push(line.split('; ')[0] ?? '');
    },
  };
}

const MANY = 'pp_share_Va=1; pp_share_Vb=1; pp_share_Vc=1; pp_share_Vd=1; pp_locale=ja';

test.each([
  ['/s/Vd', ['pp_share_Va']],
  ['/s/Va/folder', ['pp_share_Vb']],
  ['/drive/all', []],
])('opening %s deletes %j', (path, deleted) => {
  const document = page(MANY);
  cleanPassCookies(document, path);
  expect(document.lines.map((line) => line.split('=')[0])).toEqual(deleted);
});
