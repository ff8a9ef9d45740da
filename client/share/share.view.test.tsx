import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { RefusedStatus } from './refused.view.tsx';
import { ShareView, type ShareViewProps } from './share.view.tsx';
import type { ShareContentProps } from './share-content.view.tsx';
import type { ShareRow } from './share-row.view.tsx';

const REFUSED: readonly RefusedStatus[] = [
  'MAX_RESTORE_COUNT',
  'EXPIRED',
  'DELETED',
  'SENSITIVE_RESOURCE',
  'SENSITIVE_WORD',
  'AUDITING',
  'NOT_FOUND',
  'PROHIBITED',
];

const OPEN: ShareViewProps = {
  status: 'OK',
  title: 'Lake <b>',
  titleForm: 'name',
  sender: { name: 'alice', picture: '' },
  counts: { fileCount: 2, folderCount: 0 },
  expiresAtMs: null,
  rows: [
    { id: 'a', name: 'Photos', kind: 'folder', modifiedMs: 0, href: '/s/x/a' },
    { id: 'b', name: 'song.mp3', kind: 'audio', sizeBytes: 1536, modifiedMs: 0, downloadHref: 'http://127.0.0.1/c/b' },
  ],
  tools: { order: 'mod_desc', view: 'list', foldersFirst: true, hrefWith: (name, value) => `/s/x?${name}=${value}` },
  save: { kind: 'ready' },
};

function html(props: ShareViewProps): string {
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  return renderToString(
    <I18nProvider translator={translator}>
      <ShareView {...props} />
    </I18nProvider>,
  );
}

test('lists folders and files in the first HTML, each with its link', () => {
  const page = html(OPEN);
  expect(page).toContain('href="/s/x/a"');
  expect(page).toContain('href="http://127.0.0.1/c/b"');
  expect(page).toContain('1.5 KB');
  expect(page).toContain('Lake &lt;b&gt;');
});

test('never writes a style attribute, which the content policy refuses', () => {
  for (const props of [OPEN, { status: 'PASS_CODE_ERROR' } as const]) expect(html(props)).not.toMatch(/ style=/);
});

test.each(REFUSED)('the page of a share states in a heading and a sentence why it is %s', (status) => {
  const page = html({ status, homeHref: '/' });
  expect(page).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  expect(page).not.toContain('share.refused');
});

test('asks for the passcode by a form that posts and says when it was wrong', () => {
  const page = html({ status: 'PASS_CODE_ERROR' });
  expect(page).toContain('method="post"');
  expect(page).toContain('name="pass_code"');
  expect(page).toContain('aria-invalid="true"');
});

test('keeps a wrong passcode in its field, to be corrected', () => {
  expect(html({ status: 'PASS_CODE_ERROR', typed: 'ab12' })).toContain('value="ab12"');
});

test('a save lists the new names of renamed files, and counts those beyond the list', () => {
  const names = Array.from({ length: 9 }, (_, at) => ({ from: `${at}.txt`, to: `${at}(1).txt` }));
  const page = html({ ...OPEN, save: { kind: 'saved', taskId: '', saved: 12, renamed: 9, names } } as ShareViewProps);
  expect(page).toMatch(
    /12 items saved to your drive\..*9 items were renamed .*“0\.txt” is now “0\(1\)\.txt”.*and 6 more/,
  );
  const plain = html({
    ...OPEN,
    save: { kind: 'saved', taskId: '', saved: 12, renamed: 0, names: [] },
  } as ShareViewProps);
  expect(plain).toContain('Saved to your drive.');
  expect(plain).not.toContain('renamed');
});

test('leads owners to the terms of their link and to its files, and offers no save of it', () => {
  const page = html({ ...OPEN, save: { kind: 'own', manageHref: '/m', folderHref: '/f' } } as ShareViewProps);
  expect(page).toContain('href="/m"');
  expect(page).toContain('href="/f"');
  expect(page).not.toMatch(/value="(save|plan|follow)"/);
});

test.each(['PASS_CODE_EMPTY', 'EXPIRED'] as const)('a share that is %s leads its owner to its terms', (status) => {
  expect(html({ status, homeHref: '/', manageHref: '/m' } as ShareViewProps)).toContain('href="/m"');
  expect(html({ status, homeHref: '/' } as ShareViewProps)).not.toContain('Manage link');
});

test('offers to follow a share with a folder, and not one of files alone, in which nothing new can come', () => {
  const offers = (more: Partial<ShareViewProps>) => html({ ...OPEN, canFollow: true, ...more } as ShareViewProps);
  expect(offers({})).toContain('value="follow"');
  const [, file] = OPEN.status === 'OK' ? OPEN.rows : [];
  expect(offers({ rows: file ? [file] : [] } as Partial<ShareViewProps>)).not.toContain('value="follow"');
  // Nothing of it could be fetched.
  expect(offers({ viewOnly: true } as Partial<ShareViewProps>)).not.toContain('value="follow"');
});

test('no list of folders counts as a choice of files: the words of the buttons look at checkboxes alone', () => {
  expect(html(OPEN)).not.toMatch(/group-has-checked:/);
});

const FILE: ShareRow = {
  id: 'b',
  name: 'b',
  kind: 'video',
  sizeBytes: 9,
  modifiedMs: 0,
  previewHref: '?preview=b',
  downloadHref: '?download=b',
};
const STAGE: NonNullable<ShareContentProps['stage']> = { imageHref: '', imageSize: null, textStart: '', mime: '' };

function stage(row: Partial<ShareRow>, more: Partial<typeof STAGE>): string {
  const rows: ShareRow[] = [{ ...FILE, ...row }];
  return html({ ...OPEN, rows, stage: { ...STAGE, ...more } } as ShareViewProps);
}

test('a link to one picture shows it large, at its size, and to one whose size is unknown in a place that stays', () => {
  const known = stage(
    { kind: 'image' },
    { imageHref: '/t/l', imageSize: { width: 1024, height: 400 }, mime: 'image/png' },
  );
  expect(known).toMatch(/<img src="\/t\/l" alt="" width="1024" height="400"/);
  expect(known).not.toContain('stage-guess');
  expect(stage({ kind: 'image' }, { imageHref: '/t/l', mime: 'image/png' })).toMatch(
    /stage-guess[^>]*width="4" height="3"/,
  );
});

test('a link to one film or sound plays it in the page, loads nothing before, and one that is view only does not', () => {
  const film = stage({ kind: 'video' }, { imageHref: '/t/l', mime: 'video/mp4' });
  expect(film).toMatch(/<video[^>]*src="\?download=b"[^>]*poster="\/t\/l"[^>]*preload="none"/);
  expect(stage({ kind: 'audio' }, { mime: 'audio/mpeg' })).toMatch(/<audio[^>]*src="\?download=b"[^>]*preload="none"/);
  const { downloadHref: _none, ...viewed } = FILE;
  const viewOnly = html({
    ...OPEN,
    rows: [viewed],
    stage: { ...STAGE, mime: 'video/mp4' },
    viewOnly: true,
  } as ShareViewProps);
  expect(viewOnly).not.toMatch(/<video|download=b/);
  expect(stage({ kind: 'video' }, { mime: 'video/x-matroska' })).not.toContain('<video');
});

test('a link to one text shows its beginning as text, and any other file a tile of its type', () => {
  const text = stage({ kind: 'document' }, { textStart: '<img src=x onerror=alert(1)>', mime: 'text/html' });
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(stage({ kind: 'archive' }, { mime: 'application/zip' })).toContain('stage-tile kind kind-archive');
});

test('a link that ends names the moment, in a zone that every reader can convert', () => {
  const page = html({ ...OPEN, expiresAtMs: Date.UTC(2026, 11, 6, 13, 19) });
  expect(page).toContain('Available until December 6, 2026 at 1:19 PM UTC');
});
