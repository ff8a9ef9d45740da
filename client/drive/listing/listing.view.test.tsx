/** Number of rows that are drawn at once. */
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import type { ViewType } from '#shared/islands.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { BrowserLive } from '../browser-model.ts';
import { thing, world } from '../drive-fixture.ts';
import { Listing } from './listing.view.tsx';

const ROWS = Array.from({ length: 120 }, (_, index) => thing(`v${index}`));
const translator = makeTranslator('en-US', loadMessages('en-US'));

function htmlOf(view: ViewType, turn: number): string {
  const live: BrowserLive = {
    status: 'ready',
    problem: '',
    more: 'idle',
    columns: ['size', 'modified'],
    shownListing: { turn, query: '' },
    selected: new Set(),
    selecting: null,
    busy: new Set(),
    cut: new Set(),
    marks: new Map(),
    allowed: [],
    on: world().actions.handlers,
    signInHref: '',
    pickFiles: () => undefined,
    isPanelOpen: false,
    at: '',
  };
  const listing = (
    <Listing
      place="all"
      query=""
      folderId=""
      path={[]}
      rows={ROWS}
      nextPageToken="next"
      order="name_asc"
      view={view}
      kind="all"
      foldersFirst
      isOrderGlobal
      isViewGlobal
      isCompact={false}
      columns={['size', 'modified']}
      serverTimeMs={0}
      live={live}
    />
  );
  return renderToString(<I18nProvider translator={translator}>{listing}</I18nProvider>);
}

function drawn(view: ViewType, turn: number) {
  const html = htmlOf(view, turn);
  return {
    rows: html.split('data-row="').length - 1,
    isEnd: /<div[^>]* data-more[^>]*>/.exec(html)?.[0].includes('hidden') === false,
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the first listing of the page is drawn with all its rows', () => {
  expect(drawn('list', 0)).toEqual({ rows: 100, isEnd: true });
});

test.each([
  ['list', 24],
  ['grid', 24],
] as const)(
  'of a new listing as a %s a window of 1200 to 800 px gets %i things first, and no end yet',
  (view, rows) => {
    vi.stubGlobal('innerHeight', 800);
    vi.stubGlobal('innerWidth', 1200);
    expect(drawn(view, 1)).toEqual({ rows, isEnd: false });
  },
);

test('a list of lines is a grid whose heads name each cell and give the order; tiles are none', () => {
  const lines = htmlOf('list', 0);
  const heads = [...lines.matchAll(/role="columnheader"([^>]*)>/g)].map(
    ([, rest]) => /aria-sort="(\w+)"/.exec(rest ?? '')?.[1],
  );
  const [, row] = lines.split('data-row=');
  expect(heads.filter(Boolean)).toEqual(['ascending']);
  expect(row?.match(/role="gridcell"/g)).toHaveLength(heads.length);
  expect(htmlOf('grid', 0)).not.toMatch(/role="(?:grid|row|gridcell|columnheader)"/);
});
