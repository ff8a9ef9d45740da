/** The web app manifest: what it names is there, and it says it in every language as the pages do. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RECEIVE_PATH } from '#client/navigation/received-files.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { matchRoute } from '#shared/route-table.ts';

const PUBLIC = path.resolve(import.meta.dirname, '../../client/public');

interface Named {
  readonly name: string;
  readonly name_localized: Readonly<Record<string, string>>;
  readonly url: string;
}

const manifest = JSON.parse(readFileSync(path.join(PUBLIC, 'site.webmanifest'), 'utf8')) as {
  readonly description: string;
  readonly description_localized: Readonly<Record<string, string>>;
  readonly start_url: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  readonly shortcuts: readonly Named[];
  readonly share_target: { readonly action: string };
  readonly file_handlers: readonly { readonly action: string }[];
};

/** Width of a PNG: bytes 16 to 19. */
function widthOf(src: string): number {
  return readFileSync(path.join(PUBLIC, src)).readUInt32BE(16);
}

test('every icon is a file of the size it claims, and one may be cut to any shape', () => {
  for (const { src, sizes } of manifest.icons) {
    expect(existsSync(path.join(PUBLIC, src))).toBe(true);
    if (sizes !== 'any') expect(`${widthOf(src)}x${widthOf(src)}`).toBe(sizes);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test('start and shortcuts lead to pages', () => {
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((one) => one.url)])
    expect(matchRoute(url)).not.toBeNull();
});

test('shared files go where the service worker takes them, and opened ones to its question', () => {
  expect(manifest.share_target.action).toBe(RECEIVE_PATH);
  expect(matchRoute(RECEIVE_PATH)).not.toBeNull();
  expect(manifest.file_handlers.map(({ action }) => action)).toEqual([actionHref('store_received')]);
});

test('description and shortcuts are the words of the pages in each language', () => {
  const [files, trash] = manifest.shortcuts;
  for (const tag of LOCALES) {
    const texts = loadMessages(tag);
    const said =
      tag === DEFAULT_LOCALE
        ? [manifest.description, files?.name, trash?.name]
        : [manifest.description_localized[tag], files?.name_localized[tag], trash?.name_localized[tag]];
    expect(said).toEqual(['ui.shell.footer', 'ui.sidebar.all_files', 'ui.sidebar.trash'].map((key) => texts[key]));
  }
});
