import { expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { thing, world } from '../drive-fixture.ts';
import { ACTION_TTL_MS, type NamedActionDeps, runAction } from './named-actions.ts';

const refused = (error: string) => new ApiError({ error, error_code: 16 }, 'test');

function file(id: string, parentId: string, more: Partial<FileObject> = {}): FileObject {
  return {
    id,
    parent_id: parentId,
    name: id.toUpperCase(),
    kind: 'drive#file',
    size: '1',
    trashed: false,
    phase: 'PHASE_TYPE_COMPLETE',
    modified_time: '',
    user_modified_time: '',
    delete_time: '',
    mime_type: '',
    file_category: '',
    starred: false,
    ...more,
  } as FileObject;
}

function setUp(start: { place?: 'all' | 'trash'; files?: FileObject[]; known?: boolean } = {}) {
  const drive = world(start.place);
  const { state, actions, browser } = drive;
  const files = new Map((start.files ?? []).map((one) => [one.id, one]));
  const seen: string[] = [];
  let nowMs = 0;
  const ports: NamedActionDeps = {
    state,
    actions,
    browser: { go: browser.go, nowMs: () => nowMs },
    api: {
      detail: async (id) => {
        const found = files.get(id);
        if (!found) throw refused('file_not_found');
        return found;
      },
      measure: async () => ({ sizeBytes: 0, files: 0, folders: 0, path: [{ id: 'f', name: 'F' }] }),
    },
    text: (key) => key,
    isSignedIn: () => start.known ?? true,
    ensureSession: vi.fn(async () => undefined),
    storedPath: () => [],
    storedPreview: () => null,
    showSidebar: () => seen.push('sidebar'),
    storeShown: (id) => seen.push(`shown ${id}`),
    reveal: (id, index) => seen.push(`reveal ${id} ${index}`),
    log: (...parts) => seen.push(parts.join(' ')),
  };
  return {
    ...drive,
    seen,
    ports,
    run: (query: string, change: Partial<NamedActionDeps> = {}) =>
      runAction(new URLSearchParams(query), { ...ports, ...change }),
    pass: (ms: number) => {
      nowMs += ms;
    },
    dialog: () => (state.dialog.value?.kind === 'named-action' ? state.dialog.value.name : null),
  };
}

test.each([
  ['create_task', 'links'],
  ['show_storage_dialog', 'storage'],
  ['open_feedback', 'feedback'],
  ['show_beginner_dialog', 'guide'],
])('%s opens its dialog', async (action, dialog) => {
  const { run, dialog: open } = setUp();
  await run(`action=${action}`);
  expect(open()).toBe(dialog);
});

test.each(['open_redeem_box', 'show_traffic_dialog', 'show_activity_dialog', 'show_popup_window'])(
  '%s without what it shows is ignored silently',
  async (action) => {
    const { run, seen, state, toasts } = setUp();
    await run(`action=${action}`);
    expect([state.dialog.value, seen, toasts()]).toEqual([null, [], []]);
  },
);

const ACTIVITY = { id: 'activity.spring', title: 'Spring', lead: '', href: '/activity/spring', isNew: true };

test('the window of an activity opens by itself once, and by a link again', async () => {
  const { run, seen, state, actions, dialog } = setUp();
  state.activity.value = ACTIVITY;
  await run('action=show_popup_window');
  expect([dialog(), seen]).toEqual(['activity', ['shown activity.spring']]);
  actions.ask(null);
  await run('action=show_popup_window');
  expect(dialog()).toBeNull();
  await run('action=show_activity_dialog');
  expect([dialog(), seen]).toEqual(['activity', ['shown activity.spring']]);
});

test('a window that was closed in this browser opens by a link alone', async () => {
  const { run, state, dialog } = setUp();
  state.activity.value = { ...ACTIVITY, isNew: false };
  await run('action=show_popup_window');
  expect(dialog()).toBeNull();
  await run('action=show_activity_dialog');
  expect(dialog()).toBe('activity');
});

test('show_invite_dialog leads to the page of invitations', async () => {
  const { run, browser, dialog } = setUp();
  await run('action=show_invite_dialog');
  expect([dialog(), browser.go.mock.calls]).toEqual([null, [['/referral']]]);
});

test.each(['dance', '', 'constructor'])('the unknown action %j is logged, and nothing happens', async (action) => {
  const { run, seen, state } = setUp();
  await run(`action=${action}`);
  expect(seen).toEqual([`unknown action ${action}`]);
  expect(state.dialog.value).toBeNull();
});

test('named actions show the places, and start a search', async () => {
  const { run, seen, state } = setUp();
  await run('action=show_mobile_sidebar');
  expect(seen).toEqual(['sidebar']);
  await run('action=search&q=%20cats%20');
  expect([state.place.value, state.query.value]).toEqual(['search', 'cats']);
});

test('after a new sign-in the same named action continues', async () => {
  const { run, ports, dialog } = setUp({ known: false });
  await run('action=show_storage_dialog');
  expect(ports.ensureSession).toHaveBeenCalledOnce();
  expect(dialog()).toBe('storage');
});

test('an action for visitors asks for no sign-in', async () => {
  const { run, ports, dialog } = setUp({ known: false });
  await run('action=show_beginner_dialog');
  expect(ports.ensureSession).not.toHaveBeenCalled();
  expect(dialog()).toBe('guide');
});

test('without a sign-in the action shows the error unauthenticated, and no dialog', async () => {
  const { run, state } = setUp({ known: false });
  await run('action=show_storage_dialog', {
    ensureSession: async () => {
      throw refused('unauthenticated');
    },
  });
  expect(state.status.value).toBe('ended');
  expect(state.dialog.value).toBeNull();
});

test('an action that expired during sign-in is dropped with a message', async () => {
  const { run, pass, dialog, toasts, seen } = setUp({ known: false });
  await run('action=show_storage_dialog', { ensureSession: async () => pass(ACTION_TTL_MS + 1) });
  expect(dialog()).toBeNull();
  expect(toasts()).toEqual(['drive.late']);
  expect(seen).toEqual(['the action has expired show_storage_dialog']);
});

test('open_file goes to the folder, selects the file, scrolls to it and opens it', async () => {
  const { run, state, seen, entries } = setUp({ files: [file('in-f', 'f')] });
  await run('action=open_file&id=in-f');
  expect(state.folderId.value).toBe('f');
  expect(state.path.value).toEqual([{ id: 'f', name: 'F' }]);
  expect(entries.at(-1)?.address).toBe('/drive/all/f');
  expect([...state.selection.value.ids]).toEqual(['in-f']);
  expect(seen).toEqual(['reveal in-f 0']);
  expect(state.previewed.value).toBe('in-f');
});

test('open_file without an id opens the file that the viewer showed last', async () => {
  const { run, state } = setUp({ files: [file('in-f', 'f')] });
  await run('action=open_file', { storedPreview: () => 'in-f' });
  expect(state.previewed.value).toBe('in-f');
});

test('open_file of a folder opens it', async () => {
  const { run, state, seen } = setUp({ files: [file('f', '', { kind: 'drive#folder', name: 'F' })] });
  await run('action=open_file&id=f');
  expect([state.folderId.value, state.path.value, seen]).toEqual(['f', [{ id: 'f', name: 'F' }], []]);
});

test('highlight_files selects the files in the folder of the first one, and skips missing ones', async () => {
  const { run, state, seen } = setUp({ files: [file('b', ''), file('a', ''), file('in-f', 'f')] });
  await run('action=highlight_files&ids=gone,b,a,in-f');
  expect(state.folderId.value).toBe('');
  expect([...state.selection.value.ids].sort()).toEqual(['a', 'b']);
  expect(seen).toEqual(['reveal b 2']);
  expect(state.dialog.value).toBeNull();
});

test('from the trash a named action loads the page of the folder, with the action in its address', async () => {
  const { run, browser } = setUp({ place: 'trash', files: [file('in-f', 'f')] });
  await run('action=open_file&id=in-f');
  expect(browser.go).toHaveBeenCalledWith('/drive/all/f?action=open_file&ids=in-f');
});

test.each([
  ['a file that is gone', [], 'drive.file.gone'],
  ['a file in the trash', [file('a', '', { trashed: true })], 'drive.file.trashed'],
])('a named action reports %s', async (_, files, said) => {
  const { run, toasts, state } = setUp({ files });
  await run('action=open_file&id=a');
  expect(toasts()).toEqual([said]);
  expect(state.selection.value.ids.size).toBe(0);
});

test('a file beyond the rows that are read is opened by the viewer', async () => {
  const { run, toasts, state } = setUp({ files: [file('z', '')] });
  await run('action=open_file&id=z');
  expect([toasts(), state.previewed.value]).toEqual([[], 'z']);
});

test('move_files asks for the destination of the existing files', async () => {
  const { run, state } = setUp({ files: [file('a', ''), file('b', '', { trashed: true })] });
  await run('action=move_files&ids=a,b,gone');
  expect(state.dialog.value).toMatchObject({ kind: 'pick', mode: 'move', rows: [{ id: 'a' }] });
});

test('where the path cannot be loaded, the stored path is used if it contains the folder', async () => {
  const { run, state, shown } = setUp({ files: [file('in-g', 'g')] });
  shown.set('g', [thing('in-g')]);
  const failing = async () => {
    throw refused('unreachable');
  };
  const { ports } = setUp({ files: [file('in-g', 'g')] });
  const way = [
    { id: 'f', name: 'F' },
    { id: 'g', name: 'G' },
    { id: 'h', name: 'H' },
  ];
  await run('action=highlight_files&ids=in-g', { api: { ...ports.api, measure: failing }, storedPath: () => way });
  expect(state.path.value).toEqual(way.slice(0, 2));
  expect([...state.selection.value.ids]).toEqual(['in-g']);
});

test.each([
  ['show_traffic_dialog', 'traffic'],
  ['open_redeem_box', 'redeem'],
])('%s opens its dialog where this installation sells, and does nothing elsewhere', async (action, name) => {
  const selling = setUp();
  selling.state.sells.value = true;
  await selling.run(`action=${action}`);
  expect(selling.state.dialog.value).toEqual({ kind: 'named-action', name });
  const other = setUp();
  await other.run(`action=${action}`);
  expect(other.state.dialog.value).toBeNull();
});
