/** Playlists of live streaming. */
import { expect, test } from 'vitest';
import { segmentsOf, withLinks } from './playlist.rules.ts';

const LIST = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nfilm%200.ts\r\n#EXTINF:9,\n./film1.ts\n#EXT-X-ENDLIST\n';

test('segments are files of the same folder, and their links take their places', () => {
  expect(segmentsOf(LIST)).toEqual(['film 0.ts', 'film1.ts']);
  const links = new Map([
    ['film 0.ts', 'https://content.test/0'],
    ['film1.ts', 'https://content.test/1'],
  ]);
  const lines = withLinks(LIST, links).split('\n');
  expect([lines[3], lines[5]]).toEqual(['https://content.test/0', 'https://content.test/1']);
});

test.each([
  ['another server', '#EXTM3U\nhttps://example.com/a.ts'],
  ['a path of the server', '#EXTM3U\n/f/a.ts'],
  ['a folder above', '#EXTM3U\n../a.ts'],
  ['a key from elsewhere', '#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="https://example.com/k"\na.ts'],
  ['a query', '#EXTM3U\na.ts?x'],
  ['no playlist', '<html>a.ts</html>'],
  ['nothing', '#EXTM3U\n'],
  ['too many segments', `#EXTM3U\n${'a.ts\n'.repeat(501)}`],
])('a playlist with %s is refused', (_, text) => {
  expect(segmentsOf(text)).toBeNull();
});
