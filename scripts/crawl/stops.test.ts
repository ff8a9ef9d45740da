import { expect, test } from 'vitest';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { stopsIn } from './stops.ts';

const paths = stopsIn().map(({ path, locale, as }) => `${as} ${locale} ${path}`);

test('a crawl visits every document and section of the operators, as one of them', () => {
  expect(paths).toContain('operator en-US /ops');
  for (const name of [...Object.keys(DOCUMENTS), 'log', 'members'])
    expect(paths).toContain(`operator en-US /ops/${name}`);
  expect(paths.filter((path) => path.startsWith('operator')).every((path) => path.includes(' en-US '))).toBe(true);
});

test('a crawl visits in every language what browser tests visit in some', () => {
  for (const locale of LOCALES) {
    for (const path of ['help', 'faq', 'tv', 'tv-help', 'check-in', 'check-in-guide', 'help-center', 'nothing/here'])
      expect(paths).toContain(`visitor ${locale} /${locale}/${path}`);
    for (const path of ['auth', 's/VnoSuchShare_noSuchShare_0']) expect(paths).toContain(`visitor ${locale} /${path}`);
  }
});

test('a crawl has a value for every parameter of an address', () => {
  expect(stopsIn(['en-US']).filter(({ path }) => /\/\/|.\/$/.test(path))).toEqual([]);
});
