import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DriveContext } from '../drive.context.ts';
import { world } from '../drive-fixture.ts';
import { shortcutOf, watchShortcuts } from './shortcuts.ts';

test.each([
  ['move', false, 'Ctrl+X', 'Control+X'],
  ['move', true, '⌘X', 'Meta+X'],
  ['rename', true, 'F2', 'F2'],
  ['trash', false, 'Del', 'Delete'],
  ['trash', true, '⌘⌫', 'Meta+Backspace'],
] as const)('the menu shows the key of %s', (action, isMac, shown, named) => {
  expect(shortcutOf(action, isMac)).toEqual({ shown, named });
});

test('an action without a key has no shortcut', () => {
  expect(shortcutOf('details', false)).toBeNull();
});

describe('a selection without focus', () => {
  let page: EventTarget;

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('document', { activeElement: null });
    vi.stubGlobal('HTMLElement', class {});
  });

  afterEach(() => vi.unstubAllGlobals());

  function press(keys: string): boolean {
    const key = keys.replace(/^(Meta|Control|Shift)\+/, '');
    const event = Object.assign(new Event('keydown', { cancelable: true }), {
      key,
      code: key,
      ctrlKey: keys.startsWith('Control+'),
      metaKey: keys.startsWith('Meta+'),
      shiftKey: keys.startsWith('Shift+'),
    });
    page.dispatchEvent(event);
    return event.defaultPrevented;
  }

  test.each([
    ['all', 'F2', 'rename'],
    ['all', 'Delete', 'trash'],
    ['trash', 'Delete', 'delete'],
    ['all', 'Meta+Backspace', 'trash'],
    ['all', 'Shift+S', 'star'],
    ['all', 'Shift+D', 'download'],
    ['all', 'Shift+L', 'link'],
    ['all', 'Shift+A', 'share'],
  ] as const)('a selection without focus in %s handles %s as %s', (place, key, action) => {
    const { state, actions } = world(place);
    const run = vi.spyOn(actions, 'run').mockReturnValue();
    watchShortcuts({ state, actions } as unknown as DriveContext, new AbortController().signal);
    expect(press(key)).toBe(false);
    state.selection.value = { ids: new Set(['a']), anchor: 'a' };
    expect(press(key)).toBe(true);
    expect(run.mock.calls.map(([meant, rows]) => [meant, rows.map(({ id }) => id)])).toEqual([[action, ['a']]]);
  });

  test.each(['Control+D', 'Control+S', 'Control+K', 'Meta+D', 'Meta+S', 'Meta+K'])(
    'the shortcut %s is left to the browser',
    (key) => {
      const { state, actions } = world();
      const run = vi.spyOn(actions, 'run').mockReturnValue();
      watchShortcuts({ state, actions } as unknown as DriveContext, new AbortController().signal);
      state.selection.value = { ids: new Set(['a']), anchor: 'a' };
      expect(press(key)).toBe(false);
      expect(run).not.toHaveBeenCalled();
    },
  );

  test('? opens the list of shortcuts', () => {
    const { state, actions } = world();
    watchShortcuts({ state, actions } as unknown as DriveContext, new AbortController().signal);
    expect(press('Shift+?')).toBe(true);
    expect(state.dialog.value?.kind).toBe('keys');
  });
});
