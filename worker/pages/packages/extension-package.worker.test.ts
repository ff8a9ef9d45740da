/** The browser extension that an installation offers: its package, and the page that leads to it. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { EXTENSION_PACKAGE } from './extension-package.ts';
import { makePackageState } from './package-files.ts';

const get = (path: string): Promise<Response> => visit(path);

async function packaged(): Promise<Record<string, string>> {
  const answer = await get('/downloads/browser_extension');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

it('the package reaches this installation alone, with few permissions and no code from elsewhere', async () => {
  const files = await packaged();
  const manifest = JSON.parse(files['manifest.json'] ?? '');
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ['activeTab', 'contextMenus', 'storage'],
    host_permissions: [`${ORIGIN}/*`],
    content_scripts: [{ matches: [`${ORIGIN}/*`], all_frames: false }],
  });
  expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(manifest.content_security_policy).toBeUndefined();
  const scripts = Object.entries(files).filter(([name]) => name.endsWith('.js'));
  expect(scripts.map(([name]) => name).toSorted()).toEqual([
    'background.js',
    'call.js',
    'content.js',
    'popup.js',
    'saving.js',
    'session.js',
  ]);
  for (const [name, text] of scripts) {
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g))
      expect([name, Object.hasOwn(files, from.slice(2))]).toEqual([name, true]);
    expect(text).not.toMatch(/\beval\(|new Function|innerHTML|importScripts|https?:\/\/(?!\*)/);
  }
});

it('the package speaks every language, and each message that its files use is there', async () => {
  const files = await packaged();
  const folders = Object.keys(files).filter((name) => name.startsWith('_locales/'));
  expect(folders).toHaveLength(12);
  const used = new Set([
    ...[...(files['popup.html'] ?? '').matchAll(/data-message="(\w+)"/g)].map(([, name = '']) => name),
    'save_link',
    'save_picture',
    'save_page',
    'signed_in',
    'started',
    'saved',
    'failed',
    'description',
  ]);
  for (const folder of folders) {
    const messages = JSON.parse(files[folder] ?? '') as Record<string, { message: string; placeholders?: object }>;
    for (const name of used)
      expect([folder, name, (messages[name]?.message ?? '') === '']).toEqual([folder, name, false]);
    expect(messages['saved']).toMatchObject({ placeholders: { name: { content: '$1' } } });
    expect(messages['saved']?.message).toContain('$NAME$');
  }
});

it('the page of the extension leads to the package in the language of the visitor', async () => {
  const page = await (await get('/ja/browser-extension')).text();
  expect(page).toContain('href="/downloads/browser_extension"');
  expect(page).toContain('拡張機能をインストール');
  expect(page.match(/<h1/g)).toHaveLength(1);
});

it('the package is made once for an address; a failure is tried again', async () => {
  let asked = 0;
  const manifest = btoa('{"host_permissions":["ORIGIN/*"]}');
  const clientFiles = {
    fetch: async () => {
      asked += 1;
      return asked === 1 ? new Response(null, { status: 503 }) : Response.json({ 'manifest.json': manifest });
    },
  };
  const state = makePackageState();
  const zipOf = (appOrigin: string) => state.bytesOf(EXTENSION_PACKAGE, { clientFiles, config: { appOrigin } });
  await expect(zipOf('https://a.example')).rejects.toThrow('503');
  const first = await zipOf('https://a.example');
  expect(await zipOf('https://a.example')).toBe(first);
  expect(asked).toBe(2);
  expect(await zipOf('https://b.example')).not.toEqual(first);
});
