/** The list of one's own links: its island begins as the server's page, and each state has its cause. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { startScope } from '#client/scope.ts';
import { I18nProvider } from '#client/ui/i18n.tsx';
import type { DriveSharesProps } from '#shared/islands.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { linksHref, readLinkFilter } from '#shared/share/links-address.ts';
import { SHARE_STATUSES } from '#shared/share/model.ts';
import { CAUSES } from './labels.ts';
import MyLinksIsland from './my-links.island.tsx';
import { MyLinksView } from './my-links.view.tsx';

const NOW_MS = Date.UTC(2026, 2, 9, 14, 5);
const translator = makeTranslator('en-US', loadMessages('en-US'));

function html(node: ReactNode): string {
  return renderToString(<I18nProvider translator={translator}>{node}</I18nProvider>, { identifierPrefix: 'i1' });
}

const LINK: OwnLinkView = {
  share_id: 'Vlink',
  share_url: 'https://app.test/s/Vlink',
  share_status: 'OK',
  share_status_text: '',
  title: 'Lake <b>',
  icon_link: '',
  thumbnail_link: '',
  pass_code: '',
  share_to: 'publiclink',
  file_num: '2',
  file_id: 'Vfile',
  file_kind: 'drive#folder',
  file_size: '10',
  restore_limit: '5',
  limit_count: '5',
  expiration_days: '-1',
  expiration_at: '-1',
  expiration_left: '-1',
  expiration_left_seconds: '-1',
  restore_count: '3',
  view_count: '1',
  create_time: '2026-03-09T14:05:00.000Z',
  user_info: { user_id: 'Valice', nickname: 'alice' },
  phrase: '',
  params: {},
  link_status: 'OK',
  paused: false,
  view_only: false,
  previews_hidden: false,
  note: '',
  file_name: 'Lake <b>',
  share_text: 'see https://app.test/s/Vlink',
};

const PAGE: DriveSharesProps = {
  askedSender: null,
  collects: [],
  links: [LINK],
  filter: { search: '', status: '', sort: 'created' },
  pageToken: '',
  nextPageToken: 'next',
  said: '',
  asked: [],
  opened: null,
  nowMs: NOW_MS,
};

beforeEach(() => {
  startScope({
    locale: 'en-US',
    apiOrigins: ['http://drive.test'],
    clientId: 'web',
    timeZone: 'UTC',
    userId: 'Valice',
    serverTimeMs: NOW_MS,
  });
});

test('the first rendering of the island is the page of the server', () => {
  expect(html(<MyLinksIsland {...PAGE} />)).toBe(html(<MyLinksView {...PAGE} />));
});

test('a link shows its title as text, its figures and the address of its details', () => {
  const text = html(<MyLinksView {...PAGE} />);
  expect(text).toContain('Lake &lt;b&gt;');
  expect(text).toContain('1 view');
  expect(text).toContain('Saves: 3 of 5');
  expect(text).toContain('href="/drive/shares?link=Vlink"');
  expect(text).toContain('href="/drive/shares?page=next"');
});

test.each(SHARE_STATUSES)('the details of a link in the state %s name its cause', (link_status) => {
  const text = html(<MyLinksView {...PAGE} opened={{ ...LINK, link_status }} />);
  expect(text).toContain(translator.t(CAUSES[link_status]).replaceAll("'", '&#x27;'));
});

test('links that collect files are on the first page of all links, each with the way to its folder', () => {
  const collects = [
    { id: 'c1', folderId: 'Vfolder', folderName: 'Homework', title: 'Class 4', state: 'open', files: 2 },
    { id: 'c2', folderId: 'Vgone', folderName: 'Lost', title: '', state: 'gone', files: 0 },
  ] as const;
  for (const links of [[LINK], []]) {
    const text = html(<MyLinksView {...PAGE} links={links} collects={collects} />);
    expect(text).toContain('href="/drive/collect/Vfolder">Homework</a>');
    expect(text).toContain('Class 4 · Open · 2 files');
    expect(text).not.toContain('/drive/collect/Vgone');
    expect(text).not.toContain(translator.t('share.my_links.empty.title'));
  }
  const found = html(<MyLinksView {...PAGE} collects={collects} filter={{ ...PAGE.filter, search: 'x' }} />);
  expect(found).not.toContain('Homework');
});

test('without script the page asks once more before it deletes', () => {
  const text = html(<MyLinksView {...PAGE} asked={['Va', 'Vb']} />);
  expect(text).toContain('Delete 2 links?');
  expect(text).toMatch(/name="step" value="delete"\/><input type="hidden" name="id" value="Va"\/>/);
});

test('a link that an operator closed leads to the decision, any other does not', () => {
  for (const link_status of SHARE_STATUSES) {
    const isJudged = ['AUDITING', 'SENSITIVE_RESOURCE', 'SENSITIVE_WORD', 'PROHIBITED'].includes(link_status);
    const text = html(<MyLinksView {...PAGE} links={[{ ...LINK, link_status }]} />);
    expect([link_status, text.includes('href="/drive/decisions/Vlink"')]).toEqual([link_status, isJudged]);
  }
});

test('a link that its owner stopped says so, not that its files are gone', () => {
  const text = html(<MyLinksView {...PAGE} links={[{ ...LINK, link_status: 'DELETED', paused: true }]} />);
  expect(text).toContain(translator.t('share.my_links.cause.paused'));
  expect(text).not.toContain(translator.t('share.my_links.cause.DELETED'));
});

test('an address of the page keeps search, state and order, and leaves out nonsense', () => {
  const filter = { search: '100% & more', status: 'EXPIRED', sort: 'views' } as const;
  const query = new URL(linksHref(filter, { page: 'p' }), 'http://x').searchParams;
  expect(readLinkFilter(query)).toEqual(filter);
  expect(query.get('page')).toBe('p');
  expect(readLinkFilter(new URLSearchParams('state=BURNED&sort=x'))).toEqual(PAGE.filter);
});
