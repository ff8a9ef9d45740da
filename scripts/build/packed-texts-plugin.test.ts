import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { ALL_TEXTS } from '#shared/locale/all.gen.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { packedModule, packMessages, packPages } from './packed-texts-plugin.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('the packed messages are those of the source, without notes to translators', () => {
  const packs = packMessages(ROOT) as Record<string, unknown>;
  for (const locale of LOCALES) {
    const texts = Object.entries(ALL_TEXTS[locale]).map(([feature, rows]) => [
      feature,
      Object.fromEntries(Object.entries(rows).filter(([key]) => !key.startsWith('@'))),
    ]);
    expect(packs[locale]).toEqual(Object.fromEntries(texts));
  }
});

it('the packed pages are found by area and name', () => {
  const packs = packPages(ROOT) as Record<string, Record<string, string>>;
  for (const locale of LOCALES)
    expect(packs[locale]?.['help/faq']).toBe(
      readFileSync(path.join(ROOT, `locales/${locale}/pages/help/faq.md`), 'utf8'),
    );
});

it('the module of packs names one file for each language and reads it when it is asked for', () => {
  const dir = scratchFolder();
  const packs = Object.fromEntries(LOCALES.map((locale) => [locale, { text: locale }])) as Parameters<
    typeof packedModule
  >[1];
  const code = packedModule('TEXTS', packs, dir);
  for (const locale of LOCALES) {
    expect(code).toContain(`from ${JSON.stringify(path.join(dir, `${locale}.bin`))}`);
    expect(code).toContain(`get ${JSON.stringify(locale)}()`);
    expect(JSON.parse(readFileSync(path.join(dir, `${locale}.bin`), 'utf8'))).toEqual({ text: locale });
  }
});
