/** The previewed file in an address. */
import { expect, test } from 'vitest';
import { previewIdOf, withPreview } from './preview.ts';

test('an address names the previewed file, and anything that is no id names none', () => {
  expect(previewIdOf('?order=name_asc&preview=Ab_1-2')).toBe('Ab_1-2');
  expect(previewIdOf('?preview=')).toBe('');
  expect(previewIdOf('?preview=../x')).toBe('');
  expect(previewIdOf(`?preview=${'a'.repeat(65)}`)).toBe('');
});

test('the file is put into an address and taken out without touching the rest', () => {
  expect(withPreview('/drive/all', 'a')).toBe('/drive/all?preview=a');
  expect(withPreview('/drive/all?view=grid&preview=a', 'b')).toBe('/drive/all?view=grid&preview=b');
  expect(withPreview('/s/x?preview=a#top', '')).toBe('/s/x#top');
});
