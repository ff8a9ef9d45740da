import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

test.each([
  ['move', false, 'Ctrl+X', 'Control+X'],
  ['move', true, '⌘X', 'Meta+X'],
  ['rename', true, 'F2', 'F2'],
  ['trash', false, 'Del', 'Delete'],
] as const)('the menu tells the key of %s', (action, isMac, shown, named) => {
  expect(shortcutOf(action, isMac)).toEqual({ shown, named });
});

test('an action without a key of its own tells none', () => {
  expect(shortcutOf('details', false)).toBeNull();
});
