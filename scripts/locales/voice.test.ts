import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPageTexts } from './page-texts.ts';
import { readTree } from './tree.ts';
import { checkVoice } from './voice.ts';

const found = (text: string, key = 'text') =>
  checkVoice({ 'en-US': { x: { [key]: text } } }, {}, new Set(['x.fixed'])).map(({ path }) => path);

it.each([
  ['The file cannot be opened.', 'contraction:x.text'],
  ['You are not signed in.', 'contraction:x.text'],
  ['There is nothing here.', 'contraction:x.text'],
  ['Please sign in.', 'please:x.text'],
  ['This share has expired.', 'share:x.text'],
  ['Too many things are selected.', 'thing:x.text'],
  ['Try again later or contact support.', 'operator:x.text'],
  ['You can object to this.', 'appeal:x.text'],
  ['If nothing happens, press Continue.', 'control:x.text'],
  ['{{name}} was moved.', 'quotes:x.text'],
])('the English voice refuses “%s”', (text, path) => {
  expect(found(text)).toEqual([path]);
});

it.each([
  'The file can’t be opened.',
  'You can share this folder with one link.',
  'If nothing happens, press “{{button}}”.',
  '“{{name}}” was moved.',
  'Select {{name}}',
])('the English voice accepts “%s”', (text) => {
  expect(found(text)).toEqual([]);
});

it('the English voice leaves what the specification gives word for word', () => {
  expect(found('Please log in first', 'fixed')).toEqual([]);
});

it('holds in the texts of the product', () => {
  const root = join(import.meta.dirname, '../../locales');
  expect(checkVoice(readTree(root), readPageTexts(root))).toEqual([]);
});
