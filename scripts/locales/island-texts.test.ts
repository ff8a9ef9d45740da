import path from 'node:path';
import { expect, it } from 'vitest';
import { IMPORTS, importedWithTexts, keysNamedIn, readReachable, startsOf } from './island-texts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const textsNamedIn = (modules: string[], keys: string[], prefixes: string[]) =>
  startsOf(keysNamedIn(modules, keys, prefixes), keys);

const KEYS = ['x.a.one', 'x.a.other', 'x.b.title', 'x.b.text', 'x.c', 'x.c.more', 'errors.local', 'errors.default'];

it('a page sends the texts its modules name, plural forms included', () => {
  expect(textsNamedIn([`tn('x.a', 2)`, `t("x.c.more")`], KEYS, [])).toEqual(['x.a', 'x.c.more']);
});

it('a group whose texts are all named becomes one start', () => {
  expect(textsNamedIn([`['x.b.title', 'x.b.text']`], KEYS, [])).toEqual(['x.b']);
});

it('a text whose key is the start of another key brings that one along', () => {
  expect(textsNamedIn([`t('x.c')`], KEYS, [])).toEqual(['x.c']);
});

it('a module that builds keys under a prefix needs all of them', () => {
  const code = 'const key = `errors.$' + '{name}`';
  expect(textsNamedIn([code], KEYS, ['errors.'])).toEqual(['errors']);
  expect(textsNamedIn([`'errors.local'`], KEYS, ['errors.'])).toEqual(['errors.local']);
});

it('modules that only other pages load are left out, with all that they alone import', () => {
  const file = 'client/share/my-links/my-links.island.tsx';
  expect(readReachable(ROOT, ['client/entry.ts']).has(file)).toBe(true);
  expect(readReachable(ROOT, ['client/entry.ts'], ['client/late-islands.ts']).has(file)).toBe(false);
});

it('what is imported with later texts is left out of the document', () => {
  const dialogs = 'client/drive/overlay/dialogs.tsx';
  const all = readReachable(ROOT, ['client/entry.ts']);
  expect(all.has(dialogs)).toBe(true);
  expect(readReachable(ROOT, ['client/entry.ts'], [], IMPORTS.withoutLaterTexts).has(dialogs)).toBe(false);
  expect(importedWithTexts(all)).toContain('client/drive/overlay/overlay.tsx');
});
