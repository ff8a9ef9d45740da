/** The display mode record as it may be found in a cookie or in storage. */
import { expect, test } from 'vitest';
import { DEFAULT_DISPLAY, displayModeOf, displayOf, folderDisplaysOf, hasDisplay, packFolders } from './display.ts';

test.each([
  ['name_asc', 'name_asc'],
  ['NAME_ASC', 'name_asc'],
  ['nameAscending', 'name_asc'],
  ['name descending', 'name_desc'],
  ['MODIFY_TIME_ASC', 'mod_asc'],
  ['modifyTimeDescending', 'mod_desc'],
  ['SIZE_DESC', 'size_desc'],
  ['TYPE_DESC', 'type_desc'],
  ['typeAscending', 'mod_desc'],
  ['random', 'mod_desc'],
  [7, 'mod_desc'],
])('a stored record: with the order %s has the order %s', (stored, order) => {
  expect(displayModeOf({ orderType: stored }).orderType).toBe(order);
});

test.each(['single', 'flow', 'rows', null])('a stored record: with the view %s is a grid', (viewType) => {
  expect(displayModeOf({ viewType }).viewType).toBe('grid');
});

test.each([null, undefined, '', 'list', [], {}, 3])('a stored record that is %j is none', (value) => {
  expect(hasDisplay(value)).toBe(false);
  expect(displayModeOf(value)).toEqual(DEFAULT_DISPLAY);
});

const folders = [
  { key: 'A', order: 'size_asc' as const },
  { key: '~trash', view: 'list' as const },
];

test('the choices for single folders are read as they were written', () => {
  expect(folderDisplaysOf(JSON.parse(JSON.stringify(packFolders(folders))))).toEqual(folders);
});

test('choices for single folders: that make no sense are left out', () => {
  expect(folderDisplaysOf([['A', 'up', 'flow'], 'x', [1], null])).toEqual([{ key: 'A' }]);
  expect(folderDisplaysOf('A')).toEqual([]);
});

test('count only while the record lets folders have their own', () => {
  expect(displayOf(DEFAULT_DISPLAY, folders, 'A')).toEqual({ order: 'mod_desc', view: 'grid' });
  const own = { ...DEFAULT_DISPLAY, orderSettingGlobal: false, viewSettingGlobal: false };
  expect(displayOf(own, folders, 'A')).toEqual({ order: 'size_asc', view: 'grid' });
  expect(displayOf(own, folders, '~trash')).toEqual({ order: 'mod_desc', view: 'list' });
  expect(displayOf(own, folders, 'B')).toEqual({ order: 'mod_desc', view: 'grid' });
});
