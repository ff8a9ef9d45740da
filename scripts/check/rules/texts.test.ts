import { expect, test } from 'vitest';
import { checkTexts } from './texts.ts';

/** Written in pieces, so that this file is not caught itself. */
function joined(...pieces: string[]): string {
  return pieces.join('');
}

test.each([
  joined('"https://registry.', 'npmjs.org/hono"'),
  joined('https://artifactory.', 'example.com/npm/'),
  joined("cd '/wo", "rk/main'"),
  joined('see /wo', 'rk/shared'),
  joined('`npm run ', 'ops people invite ADDRESS --reason TEXT`'),
  joined('npm st', 'art --lan'),
])('the text %s is caught with its line', (text) => {
  expect(checkTexts(new Map([['README.md', `first\n${text}\n`]]))).toMatchObject([{ path: 'README.md', line: 2 }]);
});

test.each([
  'https://example.com/work/a.pdf',
  'the registry of islands',
  './network/',
  "from '#worker/app.ts'",
  '`npm run ops -- people invite ADDRESS --reason TEXT`',
  '`npm run audit [-- --data DIR] [--repair]`',
  '`npm run ops` is it; `--url` names a server',
])('the text %s is fine', (text) => {
  expect(checkTexts(new Map([['README.md', text]]))).toEqual([]);
});
