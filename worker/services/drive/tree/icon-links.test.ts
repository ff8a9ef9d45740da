import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fillIconLinks } from './icon-links.ts';

const ORIGIN = 'https://drive.example.com';
const DRAWINGS = readdirSync(path.resolve(import.meta.dirname, '../../../../client/public/icons'));

function filled<T>(answer: T): T {
  fillIconLinks(ORIGIN, answer);
  return answer;
}
const iconOf = (thing: object) => filled({ ...thing, icon_link: '' }).icon_link;

it.each([
  ['a folder', { kind: 'drive#folder', name: 'a.mp4', file_category: '' }, 'folder'],
  ['a file by its category', { kind: 'drive#file', name: 'a', file_category: 'ARCHIVE' }, 'archive'],
  ['a task by the name of its file', { kind: 'drive#task', file_name: 'a.mp3', name: 'fetch' }, 'audio'],
  ['an entry of an archive by its type', { kind: 'drive#file', filename: 'a', mime_type: 'image/png' }, 'image'],
  ['a link by what it leads to', { file_kind: 'drive#folder', title: 'a.pdf' }, 'folder'],
  ['a link by its title', { file_kind: 'drive#file', title: 'a.pdf' }, 'document'],
  ['a name that says nothing', { kind: 'drive#file', name: 'a' }, 'other'],
])('the icon of %s', (_what, thing, drawing) => {
  expect(iconOf(thing)).toBe(`${ORIGIN}/icons/${drawing}.svg`);
  expect(DRAWINGS).toContain(`${drawing}.svg`);
});

it('whatever an answer lists has one, and whatever that refers to', () => {
  const file = () => ({ kind: 'drive#file', name: 'a.mp4', file_category: 'VIDEO', icon_link: '' });
  const answer = filled({
    files: [file()],
    events: [{ reference_resource: file() }],
    file_info: file(),
    tasks: [{ kind: 'drive#task', name: 'x', file_name: 'a.zip', icon_link: '', reference_resource: file() }],
    share: { title: 'a.mp4', icon_link: '', files: [file()] },
  });
  const icons = JSON.stringify(answer).match(/"icon_link":"[^"]*"/g) ?? [];
  expect(icons).toHaveLength(7);
  expect(icons).not.toContain('"icon_link":""');
});

it('a link that is refused, and what has an icon, stay as they are', () => {
  expect(iconOf({ title: '', share_status: 'NOT_FOUND' })).toBe('');
  expect(filled({ icon_link: 'own', name: 'a' }).icon_link).toBe('own');
  for (const answer of [null, 'text', 1, [], Object.freeze({ icon_link: '', name: 'a' })])
    fillIconLinks(ORIGIN, answer);
});
