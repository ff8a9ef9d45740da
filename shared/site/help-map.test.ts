import { expect, test } from 'vitest';
import { HELP_DIRECTORIES, HELP_SLUGS, helpPlaceOf } from './help-map.ts';

test('every slug of the help centre names its place', () => {
  for (const slug of HELP_SLUGS) {
    const place = helpPlaceOf(slug);
    expect([place?.directory.slug, place?.article].filter(Boolean).join('/')).toBe(slug);
    expect(place?.movedTo).toBeUndefined();
  }
});

test('an article alone leads to its directory', () => {
  expect(helpPlaceOf('share-a-link')).toMatchObject({ movedTo: 'sharing/share-a-link' });
});

test('no two articles have one name, so that an article alone is never doubtful', () => {
  const names = HELP_DIRECTORIES.flatMap(({ slug, articles }) => [slug, ...articles]);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  '',
  'nothing',
  'sharing/nothing',
  'sharing/upload-files',
  'sharing/share-a-link/x',
  'share-a-link/x',
  '../x',
])('the help centre does not hold %j', (slug) => {
  expect(helpPlaceOf(slug)).toBeNull();
});
