import { expect, test } from 'vitest';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { SAVES_FOLDER_NAME, shownName, shownNames, shownPath } from './shown-name.ts';

const english = makeTranslator('en-US', loadMessages('en-US'));
const folder = { name: SAVES_FOLDER_NAME, parentId: '', folder: true };

test('a sign that turns letters round is not shown, so that no program looks like a picture', () => {
  expect(shownName({ name: 'holiday\u202Egnp.exe', parentId: '', folder: false }, english)).toBe('holidaygnp.exe');
});

test.each([
  ['en-US', 'Saved from links'],
  ['ru', 'Сохранено по ссылкам'],
] as const)('the folder that saves from links go to is drawn with its label in %s', (locale, label) => {
  expect(shownName(folder, makeTranslator(locale, loadMessages(locale)))).toBe(label);
});

test('the folder that saves from links go to is drawn with its label at the top of a path only', () => {
  const path = [
    { id: 'a', name: SAVES_FOLDER_NAME },
    { id: 'b', name: SAVES_FOLDER_NAME },
  ];
  expect(shownPath(path, english).map(({ name }) => name)).toEqual(['Saved from links', SAVES_FOLDER_NAME]);
  expect(shownNames([SAVES_FOLDER_NAME, SAVES_FOLDER_NAME], english)).toEqual(['Saved from links', SAVES_FOLDER_NAME]);
});

test.each([
  ['renamed', { ...folder, name: 'Trips' }],
  ['in another folder', { ...folder, parentId: 'f1' }],
  ['a file', { ...folder, folder: false }],
])('the folder that saves from links go to shows the stored name when it is %s', (_, row) => {
  expect(shownName(row, english)).toBe(row.name);
});

test('a path without it stays the same object', () => {
  const path = [{ id: 'a', name: 'Trips' }];
  expect(shownPath(path, english)).toBe(path);
  expect(shownPath([], english)).toEqual([]);
});
