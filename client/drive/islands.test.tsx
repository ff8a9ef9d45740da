/** The first rendering of every island is its view with the same props, so that hydration matches the server's HTML. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { scope, startScope } from '#client/scope.ts';
import { I18nProvider } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveBrowserProps, DriveTasksProps } from '#shared/islands.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import BrowserIsland from './browser.island.tsx';
import { BrowserView } from './browser.view.tsx';
import { thing } from './drive-fixture.ts';
import { Large } from './preview/large.view.tsx';
import StorageIsland from './storage/storage.island.tsx';
import { StorageView } from './storage/storage.view.tsx';
import TasksIsland from './tasks/tasks.island.tsx';
import { TasksPageView } from './tasks/tasks-page.view.tsx';
import UploadIsland from './upload/upload.island.tsx';
import { UploadButtonView } from './upload/upload-button.view.tsx';

const NOW_MS = Date.UTC(2026, 2, 9, 14, 5);

function row(id: string, folder: boolean): DriveRow {
  return thing(id, folder, {
    name: folder ? 'Photos & <more>' : 'song.mp3',
    sizeBytes: folder ? 0 : 3_145_728,
    modifiedMs: NOW_MS,
    mime: folder ? '' : 'audio/mpeg',
    category: folder ? '' : 'AUDIO',
  });
}

const BROWSER: DriveBrowserProps = {
  place: 'all',
  query: '',
  folderId: 'Vfolder',
  path: [{ id: 'Vfolder', name: 'Holiday' }],
  rows: [row('Va', true), row('Vb', false)],
  nextPageToken: 'next',
  order: 'name_asc',
  view: 'list',
  kind: 'all',
  foldersFirst: true,
  isOrderGlobal: true,
  isViewGlobal: true,
  isCompact: false,
  columns: ['size', 'modified'],
  serverTimeMs: NOW_MS,
};

const translator = makeTranslator('en-US', loadMessages('en-US'));

function html(node: ReactNode): string {
  return renderToString(<I18nProvider translator={translator}>{node}</I18nProvider>, { identifierPrefix: 'i1' });
}

beforeEach(() => {
  startScope({
    locale: 'en-US',
    apiOrigins: ['http://drive.test'],
    clientId: 'web',
    timeZone: 'UTC',
    userId: 'me',
    serverTimeMs: NOW_MS,
  });
});

test.each([
  ['a folder as a list', BROWSER],
  ['a folder as a grid', { ...BROWSER, view: 'grid' as const }],
  ['an empty drive', { ...BROWSER, folderId: '', path: [], rows: [], nextPageToken: '' }],
  ['the trash', { ...BROWSER, place: 'trash' as const, folderId: '', path: [] }],
  ['a deep folder', { ...BROWSER, path: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: id.repeat(3) })) }],
])('the first rendering of an island equals its view: drive/browser: %s', (_, props) => {
  expect(html(<BrowserIsland {...props} />)).toBe(html(<BrowserView {...props} />));
});

test.each(['single', 'flow'] as const)('drive/browser: the view %s, whose code was loaded first', (view) => {
  scope().drive().state.large.value = Large;
  const props = { ...BROWSER, view };
  const text = html(<BrowserView {...props} large={Large} />);
  expect(html(<BrowserIsland {...props} />)).toBe(text);
  expect(text).toContain('1 of more than 2');
});

test('the first rendering of an island equals its view: drive/storage', () => {
  const props = { usageBytes: 1_500_000, limitBytes: 10_000_000 };
  expect(html(<StorageIsland {...props} />)).toBe(html(<StorageView {...props} />));
});

test('the first rendering of an island equals its view: drive/tasks', () => {
  const props: DriveTasksProps = {
    tasks: [
      {
        id: 'Va',
        type: 'offline',
        phase: 'PHASE_TYPE_RUNNING',
        progress: 40,
        name: 'a.bin',
        sizeBytes: 100,
        doneBytes: 40,
        bytesPerSecond: 10,
        error: '',
        isRetryable: false,
        stage: '',
        fileId: 'Vf',
        url: 'https://files.example/a.bin',
        group: null,
      },
    ],
    filter: { state: 'all', type: 'all' },
    pageToken: '',
    nextPageToken: '',
    left: 3,
    limit: 5,
    said: '',
    marked: '',
    isAdding: false,
  };
  // Ids are numbered by their place, and the island is one place deeper.
  const text = html(<TasksIsland {...props} />).replace(/_i1R_\w+_/g, 'id');
  expect(text).toBe(html(<TasksPageView {...props} />).replace(/_i1R_\w+_/g, 'id'));
  expect(text).toContain('40 B of 100 B');
});

test('the first rendering of an island equals its view: drive/upload', () => {
  expect(html(<UploadIsland />)).toBe(html(<UploadButtonView />));
});

test('a folder is a link that works before any script', () => {
  expect(html(<BrowserView {...BROWSER} />)).toContain('href="/drive/all/Va"');
});

test('names are shown as text, whatever they hold', () => {
  const text = html(<BrowserView {...BROWSER} />);
  expect(text).toContain('Photos &amp; &lt;more&gt;');
  expect(text).not.toContain('<more>');
});

test('after signing out the drive shows neither files nor a message', () => {
  const fired: string[] = [];
  for (const name of ['close-video-player', 'close-picture-player'] as const)
    scope().events.on(name, () => void fired.push(name));
  scope().drive().end();
  expect(fired).toEqual(['close-video-player', 'close-picture-player']);
  const text = html(<BrowserIsland {...BROWSER} rows={[]} nextPageToken="" />);
  expect(text).not.toContain(loadMessages('en-US')['drive.ended.title']);
  expect(text).not.toContain(loadMessages('en-US')['drive.empty.all.title']);
});
