import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type ShareContentProps, ShareContentView } from '#client/share/share-content.view.tsx';
import type { ShareRow } from '#client/share/share-row.view.tsx';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { isolated } from '#shared/locale/isolated.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { slimIcons } from '../render/template.ts';
import { shareContentHtml } from './share-rows.tsx';

const HOSTILE = [
  'plain.txt',
  '<script>alert(1)</script>.html',
  `"quotes" & 'apostrophes' &amp; &lt;.txt`,
  '{{name}} $& $1 $$ %s \\.zip',
  '<!-- --> <!---->',
  '\u2068\u202etxt.exe\u2069',
  'שלום.pdf',
  '💩 \u0301 \ud800 lone',
  'first last id name time date size bytes',
  '</a></li><li>',
  ' spaces  and\nlines\t',
  'a'.repeat(255),
  '\u0000\u0001\u007f',
];

const EACH: Partial<ShareRow>[] = [
  { kind: 'folder', href: '/s/x/y?order=a&view=grid' },
  { kind: 'pdf', sizeBytes: 0, previewHref: '?preview=1&a="', downloadHref: 'https://c.example/f/t/%22?expire=1' },
  { kind: 'image', sizeBytes: 1_536, previewHref: '?a', imageHref: 'https://c.example/t/1', hasImage: true },
  {
    kind: 'image',
    sizeBytes: 9_007_199_254_740_991,
    previewHref: '?a',
    imageHref: 'https://c.example/t/1',
    hasImage: false,
  },
  { kind: 'other', sizeBytes: 8_765_432_109_876_543, previewHref: '?a', downloadHref: 'x', mime: 'a/"<b>&' },
  { kind: 'video', sizeBytes: 10 },
  { kind: 'pdf', sizeBytes: 0, previewHref: '?a', downloadHref: 'x', place: '<b> / {{name}} & "c"' },
];

const ROWS: ShareRow[] = HOSTILE.flatMap((name, at) =>
  EACH.map(
    (one, index): ShareRow => ({
      id: `id-${at}-${index}`,
      name: isolated(name),
      kind: 'other',
      modifiedMs:
        [0, -1, 1_700_000_000_123, Date.UTC(4_567, 10, 23, 1, 2, 3, 456), 1_709_164_800_000][(at + index) % 5] ?? 0,
      ...one,
    }),
  ),
);

function rendererOf(translator: Translator) {
  return (view: ReactNode): string => renderToString(<I18nProvider translator={translator}>{view}</I18nProvider>);
}

function propsOf(rows: readonly ShareRow[], view: 'list' | 'grid', title: string): ShareContentProps {
  return {
    title,
    titleForm: 'items',
    sender: { name: title, picture: '' },
    counts: { fileCount: rows.length, folderCount: 1 },
    expiresAtMs: null,
    rows,
    nextHref: `?page=${title}`,
    crumbs: [{ name: title, href: '/s/x' }],
    tools: { order: 'name_asc', view, foldersFirst: true, hrefWith: (name, value) => `?${name}=${value}` },
    save: { kind: 'ready' },
  };
}

describe.each(LOCALES)('the list of a share in %s', (locale) => {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages('en-US'));
  const render = rendererOf(translator);

  test.each(['list', 'grid'] as const)(`the filled ${locale} %s of hostile names is what the view renders`, (view) => {
    for (const title of locale === 'en-US' ? HOSTILE : HOSTILE.slice(0, 3)) {
      const props = propsOf(ROWS, view, title);
      expect(shareContentHtml(props, translator, render)).toBe(slimIcons(render(<ShareContentView {...props} />)));
    }
  });
});

test.each([0, 1, 2])('a share of %i rows is what the view renders', (count) => {
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  const render = rendererOf(translator);
  const props = propsOf(ROWS.slice(0, count), 'list', 'a share');
  expect(shareContentHtml(props, translator, render)).toBe(slimIcons(render(<ShareContentView {...props} />)));
});

test('a share with titles that look like rows is what the view renders', () => {
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  const render = rendererOf(translator);
  const props = propsOf(ROWS, 'list', '\uE000first\uE001');
  expect(shareContentHtml(props, translator, render)).toBe(slimIcons(render(<ShareContentView {...props} />)));
});

test('a list with a folder offers to follow it, as the view does', () => {
  const translator = makeTranslator('en-US', loadMessages('en-US'));
  const render = rendererOf(translator);
  const rows = ROWS.filter(({ kind }) => kind === 'folder');
  const props = { ...propsOf(rows, 'list', 'a share'), crumbs: [], canFollow: true };
  const html = shareContentHtml(props, translator, render);
  expect(html).toBe(slimIcons(render(<ShareContentView {...props} />)));
  expect(html).toContain('value="follow"');
});

test.each([true, false])(
  'the rows of a share that is view only: %s are filled in, not rendered one by one',
  (viewOnly) => {
    const translator = makeTranslator('en-US', loadMessages('en-US'));
    const plain = rendererOf(translator);
    const props = { ...propsOf(ROWS, 'list', 'a share'), viewOnly };
    const rendered: string[] = [];
    const html = shareContentHtml(props, translator, (view) => {
      const one = plain(view);
      rendered.push(one);
      return one;
    });
    expect(html).toBe(slimIcons(plain(<ShareContentView {...props} />)));
    expect(rendered.some((one) => one.includes('שלום.pdf'))).toBe(false);
  },
);
