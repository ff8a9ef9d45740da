/** A drive for tests of its actions: state, calls that answer at once, and a fake browser. */
import { vi } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { DEFAULT_DISPLAY } from '#shared/drive/display.ts';
import { makeFileObject } from '#shared/drive/file-fixture.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { type DriveRow, rowOf } from '#shared/drive/rows.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { BrowserApi } from './browser-api.ts';
import type { ArchiveApi } from './changes/archive.api.ts';
import { makeDriveActions } from './drive.actions.ts';
import type { DriveApi, ListRequest } from './drive.api.ts';
import { makeDriveState } from './drive.state.ts';
import type { CopiedLink } from './sharing/link-copier.ts';

export function thing(id: string, folder = false, change: Partial<DriveRow> = {}): DriveRow {
  const file = makeFileObject({ kind: folder ? 'drive#folder' : 'drive#file', id, name: id.toUpperCase(), size: '1' });
  return { ...rowOf(file), ...change };
}

const START = {
  place: 'all' as const,
  query: '',
  folderId: '',
  path: [],
  rows: [thing('f', true), thing('a'), thing('b')],
  nextPageToken: '',
  order: 'mod_desc' as const,
  view: 'grid' as const,
  kind: 'all' as const,
  foldersFirst: true,
  isOrderGlobal: true,
  isViewGlobal: true,
  isCompact: false,
  columns: DEFAULT_DISPLAY.columns,
  serverTimeMs: 0,
};

export function world(place: 'all' | 'trash' | 'starred' = 'all', isWide = false) {
  const state = makeDriveState();
  state.startBrowser({ ...START, place });
  const shown = new Map<string, DriveRow[]>([
    ['', [thing('f', true), thing('a'), thing('b')]],
    ['f', [thing('in-f')]],
  ]);
  let listing: (request: ListRequest) => Promise<{ rows: readonly DriveRow[]; nextPageToken: string }> = async (
    request,
  ) => ({
    rows: shown.get(request.folderId) ?? [],
    nextPageToken: '',
  });
  const api = {
    list: vi.fn((request: ListRequest) => listing(request)),
    detail: vi.fn(async (id: string) => ({ web_content_link: `http://content.test/${id}` })),
    measure: vi.fn(async () => ({ sizeBytes: 9, files: 2, folders: 1, path: [{ id: 'p', name: 'P' }] })),
    renameMany: vi.fn(async () => 'task'),
    createFolder: vi.fn(async (_: string, name: string) => ({ ...thing('new', true), name })),
    rename: vi.fn(async (id: string, name: string) => ({ ...thing(id), name })),
    move: vi.fn(async () => 'task'),
    copy: vi.fn(async () => 'task'),
    trash: vi.fn(async () => 'task'),
    untrash: vi.fn(async () => 'task'),
    remove: vi.fn(async () => 'task'),
    emptyTrash: vi.fn(async () => 'task'),
    star: vi.fn(async () => 'task'),
    recordEvent: vi.fn(async () => undefined),
    zip: vi.fn(async (_ids: readonly string[]) => ({ url: 'http://content.test/z', name: 'Trip.zip' })),
    task: vi.fn(async () => ({ phase: 'PHASE_TYPE_COMPLETE', message: '' }) as TaskObject),
    storage: vi.fn(async () => ({ usageBytes: 7, limitBytes: 10 })),
  };
  let travel: (entry: unknown) => void = () => undefined;
  const entries: { address: string | null; entry: unknown }[] = [];
  const browser = {
    address: () => '/drive/all',
    push: vi.fn((address: string, entry: unknown) => void entries.push({ address, entry })),
    replace: vi.fn((..._: readonly unknown[]) => undefined),
    onHistoryEntry: (listener: (entry: unknown) => void) => {
      travel = listener;
    },
    isViewerStep: () => false,
    setTitle: vi.fn((..._: readonly unknown[]) => undefined),
    scrollPosition: vi.fn(() => ({ top: 120, index: 2, offset: 70, focus: '' })),
    scrollTo: vi.fn((..._: readonly unknown[]) => undefined),
    restoreScroll: vi.fn(async (..._: readonly unknown[]) => undefined),
    focusHeading: vi.fn((..._: readonly unknown[]) => undefined),
    focusRow: vi.fn((..._: readonly unknown[]) => undefined),
    readDisplay: () => null,
    isDisplayUnsaved: () => false,
    writeDisplay: vi.fn((..._: readonly unknown[]) => undefined),
    readFolderDisplays: () => [],
    writeFolderDisplays: vi.fn((..._: readonly unknown[]) => undefined),
    entry: () => null,
    isWide: () => isWide,
    readPanel: () => false,
    writePanel: vi.fn((..._: readonly unknown[]) => undefined),
    focusPanel: vi.fn((..._: readonly unknown[]) => undefined),
    isOnline: () => true,
    onOnline: () => undefined,
    go: vi.fn((..._: readonly unknown[]) => undefined),
    isVisible: () => true,
    onWake: () => undefined,
    download: vi.fn((..._: readonly unknown[]) => undefined),
    copy: vi.fn(async (text: Promise<string>) => void (await text)),
    nowMs: () => 0,
    after: vi.fn((_ms: number, _run: () => void) => () => undefined),
    wait: async () => undefined,
  } satisfies BrowserApi;
  const copier = {
    linkOf: vi.fn(async (_fileId: string): Promise<CopiedLink> => Promise.reject(new Error('no link'))),
    remove: vi.fn(async (_shareId: string) => undefined),
    turnOff: vi.fn(async (_fileId: string): Promise<readonly string[]> => []),
    turnOn: vi.fn(async (_shareIds: readonly string[]) => undefined),
    playerLinkOf: () => Promise.reject(new Error('no link')),
  };
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  const actions = makeDriveActions({
    state,
    client: {} as ApiClient,
    browser,
    translator: () => translator,
    loadLinkCopier: async () => copier,
    api: api as unknown as DriveApi & ArchiveApi,
  });
  actions.listing.settle();
  return {
    state,
    api,
    browser,
    copier,
    actions,
    shown,
    entries,
    get travel() {
      return travel;
    },
    setListing: (next: typeof listing) => {
      listing = next;
    },
    ids: () => state.rows.value.map((row) => row.id),
    toasts: () => state.toasts.value.map((toast) => toast.text),
  };
}
