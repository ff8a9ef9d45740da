import { expect, test } from 'vitest';
import { kindOfFile, mimeOf, storedType } from './file-kind.ts';

test.each([
  ['a.7z', '', 'ARCHIVE'],
  ['a.ZIP', '', 'ARCHIVE'],
  ['a.rar', '', 'ARCHIVE'],
  ['a', 'application/zip', 'ARCHIVE'],
  ['a.epub', 'application/zip', 'DOCUMENT'],
  ['a', 'application/epub+zip', 'DOCUMENT'],
  ['a.tar.gz', '', 'OTHER'],
  ['a.webp', 'video/webp_pipe', 'IMAGE'],
  ['a', 'video/webp_pipe', 'IMAGE'],
  ['a.MP4', '', 'VIDEO'],
  ['a', 'Video/MP4; codecs=x', 'VIDEO'],
  ['a.flac', '', 'AUDIO'],
  ['a', 'audio/unheard-of', 'AUDIO'],
  ['a.heic', '', 'IMAGE'],
  ['a', 'image/png', 'IMAGE'],
  ['a.pdf', '', 'DOCUMENT'],
  ['a.txt', 'video/mp4', 'VIDEO'],
  ['a.json', 'image/png', 'IMAGE'],
  ['a.pdf', 'audio/mpeg', 'AUDIO'],
  ['a.mp4', 'image/png', 'VIDEO'],
  ['a.zip', 'image/png', 'ARCHIVE'],
  ['a.txt', 'application/zip', 'DOCUMENT'],
  ['.mp4', '', 'OTHER'],
  ['a.constructor', '', 'OTHER'],
  ['a.__proto__', '', 'OTHER'],
  ['', '', 'OTHER'],
])('the file %s of type "%s" counts as %s', (name, mime, category) => {
  expect(kindOfFile(name, mime)).toBe(category);
});

test('the type follows the extension in any case, or says nothing', () => {
  expect(mimeOf('Photo.JPG')).toBe('image/jpeg');
  expect(mimeOf('photo')).toBe('application/octet-stream');
  expect(mimeOf('a.toString')).toBe('application/octet-stream');
});

test.each([
  ['main.ts', 1_037, 'application/typescript', 'OTHER'],
  ['empty.mts', 0, 'application/typescript', 'OTHER'],
  ['film.ts', 188 * 4_000, 'video/mp2t', 'VIDEO'],
  ['camera.MTS', 192 * 4_001, 'video/mp2t', 'VIDEO'],
  ['ts', 5, 'application/octet-stream', 'OTHER'],
])('%s of %i bytes is stored as %s', (name, bytes, mime, category) => {
  expect(storedType(name, bytes)).toEqual({ mime, category });
});
