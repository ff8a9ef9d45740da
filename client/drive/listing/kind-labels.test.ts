import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { kindLabel } from './kind-labels.ts';

const translator = makeTranslator('en-US', loadMessages('en-US'));
const file = (name: string, category = 'OTHER') => kindLabel(translator, { folder: false, name, category });

test.each([
  ['sea.jpeg', 'IMAGE', 'JPEG image'],
  ['Sea.JPG', 'IMAGE', 'JPG image'],
  ['song.mp3', 'AUDIO', 'MP3 audio'],
  ['backup.7z', 'ARCHIVE', '7Z archive'],
  ['notes', 'DOCUMENT', 'Document'],
  ['data.json', 'OTHER', 'JSON file'],
  ['.profile', 'OTHER', 'File'],
  ['report 2026.11', 'OTHER', 'File'],
  ['what.somebody typed', 'OTHER', 'File'],
  ['odd.x', 'NEW_ONE', 'X file'],
])('%s of the kind %s is called %s', (name, category, expected) => {
  expect(file(name, category)).toBe(expected);
});

test('a folder is labelled as one, whatever its name ends in', () => {
  expect(kindLabel(translator, { folder: true, name: 'site.com', category: '' })).toBe('Folder');
});
