/** An image in a style sheet has no custom properties: this test compares the colours it repeats. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

test('the sprite of kinds has the colours of the tokens, light and dark', () => {
  const tokens = read('./tokens.css');
  const colours = (name: string) => new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? [];
  const [, muted = '?', mutedDark = '?'] = colours('muted');
  const [, accent = '?', accentDark = '?'] = colours('accent');
  const [, soft = '?', softDark = '?'] = colours('accent-soft');
  const [light = '', dark = ''] = read('./kind-signs.svg').split('prefers-color-scheme:dark');
  for (const colour of [muted, accent, soft]) expect(light).toContain(colour);
  for (const colour of [mutedDark, accentDark, softDark]) expect(dark).toContain(colour);
});
