import { expect, test } from 'vitest';
import { ACTIONS, type ActionName, actionOf, idsOf, parentActionOf } from './actions.ts';

const NAMES = Object.keys(ACTIONS) as ActionName[];
const LOCAL_ACTIONS: readonly ActionName[] = ['open_file', 'show_task', 'highlight_files', 'search', 'store_received'];

test('the table holds the eighteen actions of the specification, and one of the installed app', () => {
  expect([...NAMES].sort()).toEqual(
    [
      'show_task',
      'open_file',
      'highlight_files',
      'create_task',
      'show_storage_dialog',
      'show_mobile_sidebar',
      'move_files',
      'open_redeem_box',
      'search',
      'open_feedback',
      'login_required',
      'show_traffic_dialog',
      'show_invite_dialog',
      'show_beginner_dialog',
      'show_activity_dialog',
      'show_popup_window',
      'login_to_drive',
      'show_login',
      'store_received',
    ].sort(),
  );
});

test.each(NAMES)(
  '%s is known by its name, and told to a parent unless it is about files, tasks or what was handed over',
  (name) => {
    expect(actionOf(name)).toBe(name);
    expect(parentActionOf(name)).toBe(LOCAL_ACTIONS.includes(name) ? null : name);
  },
);

test.each([null, '', 'SEARCH', 'search2', 'toString', '__proto__'])('%j is no action', (word) => {
  expect(actionOf(word)).toBeNull();
});

test.each([
  ['show_login_from_menu', 'show_login'],
  ['open_feedback:top', 'open_feedback'],
  ['open_file:1', null],
  ['search_more', null],
  ['please_show_login', null],
  ['', null],
])('a value %j in a frame stands for %j', (value, action) => {
  expect(parentActionOf(value)).toBe(action);
});

test('ids come from both parameters, each once, and nothing else does', () => {
  expect(idsOf(new URLSearchParams('id=a1&ids=b2,a1,%20c-3%20,,no/way,"x"'))).toEqual(['a1', 'b2', 'c-3']);
  expect(idsOf(new URLSearchParams({ ids: Array.from({ length: 300 }, (_, n) => `n${n}`).join() }))).toHaveLength(100);
  expect(idsOf(new URLSearchParams())).toEqual([]);
});
