/** The viewer: one for the drive and for shares, in Chromium. Files are made by script (test/seed/documents.ts). */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { exifBlock } from '#client/preview/picture/exif-fixture.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import {
  docxOf,
  epubOf,
  hostileFiles,
  japanesePdfOf,
  pdfOf,
  pptxOf,
  tiffOf,
  wavOf,
  xlsxOf,
} from '#test/seed/documents.ts';
import { pngOf, withExif } from '#test/seed/pictures.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { tarOfTexts } from '#worker/services/drive/archive/read/tar-fixture.ts';
import { expectSound, openDrive, type Visitor, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @returns ids by name */
async function putAll(parentId: string, files: Readonly<Record<string, Uint8Array>>): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(files)) ids[name] = await alice.put(name, bytes, parentId);
  return ids;
}

const open = (visitor: Visitor, address: string) => openDrive(server, ALICE.email, visitor, address);

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Viewer' });
const inFrame = (page: Page) => page.frameLocator('iframe.viewer-frame');
/** One finger across the middle of the window. @param x  px */
async function swipe(page: Page, x: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at, y: 400 }] });
  await touch('touchStart', 300);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', 300 + x * part);
  await touch('touchEnd', 300 + x);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('a press opens a picture, keys turn the page, and Back closes the viewer where the list was', async () => {
  const folderId = await alice.makeFolder('Pictures');
  const ids = await putAll(folderId, {
    'a.png': withExif(pngOf(1200, 800), exifBlock()),
    'b.png': pngOf(300, 600),
    'c.txt': bytesOf('third'),
  });
  const watched = await open({}, `/drive/all/${folderId}?view=list&order=name_asc`);
  const { page } = watched;
  await page.getByRole('button', { name: 'a.png', exact: true }).click();
  await viewer(page).getByRole('img', { name: 'a.png' }).waitFor();
  await viewer(page).getByText('1 of 3').waitFor();
  expect(new URL(page.url()).searchParams.get('preview')).toBe(ids['a.png']);
  await expectSound(watched);
  // Where a picture was taken is hidden until it is asked for.
  await page.keyboard.press('i');
  const facts = viewer(page).getByRole('complementary', { name: 'Details' });
  await facts.getByText('Alpha One').waitFor();
  expect(await facts.textContent()).not.toContain('64.14');
  await facts.getByRole('button', { name: 'Show location' }).click();
  await facts.getByText('64.14667, -21.94000').waitFor();
  await page.keyboard.press('i');
  await facts.waitFor({ state: 'hidden' });
  // Zoom, then an arrow moves the picture; at its own size it turns the page.
  await page.keyboard.press('+');
  await page.locator('.viewer-picture-stage[data-zoomed]').waitFor();
  await page.keyboard.press('ArrowRight');
  await viewer(page).getByText('1 of 3').waitFor();
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await viewer(page).getByRole('img', { name: 'b.png' }).waitFor();
  await page.keyboard.press('End');
  await inFrame(page).getByText('third').waitFor();
  await page.keyboard.press('i');
  await viewer(page).getByText('Checksum').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('pp_preview_file_id'))).toBe(ids['c.txt']);
  await page.reload();
  await inFrame(page).getByText('third').waitFor();
  await page.keyboard.press('Home');
  await viewer(page).getByRole('img', { name: 'a.png' }).waitFor();
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).not.toContain('preview');
  // Who is used to desktops presses twice.
  await page.getByRole('button', { name: 'a.png', exact: true }).dblclick();
  await viewer(page).getByRole('img', { name: 'a.png' }).waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'b.png', exact: true }).press('Enter');
  await viewer(page).getByRole('img', { name: 'b.png' }).waitFor();
  await page.goBack();
  await viewer(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('b.png');
  await page.goForward();
  await viewer(page).getByRole('img', { name: 'b.png' }).waitFor();
  expect(watched.complaints).toEqual([]);
});

test('the viewer grows from the tile of a file, and does not where motion is off', async () => {
  const folderId = await alice.makeFolder('Tiles');
  await putAll(folderId, { 'a.png': pngOf(900, 600) });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page, context } = await open({}, `/drive/all/${folderId}?view=grid`);
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        moved.push(this.className);
        return animate.apply(this, args);
      };
    });
    await page.getByRole('button', { name: 'a.png', exact: true }).click();
    await viewer(page).getByRole('img', { name: 'a.png' }).waitFor();
    await page.keyboard.press('Escape');
    await viewer(page).waitFor({ state: 'detached' });
    await page.locator('.viewer-ghost').waitFor({ state: 'detached' });
    const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
    expect(moved.filter((name) => name.startsWith('viewer-'))).toEqual(
      reducedMotion === 'reduce' ? [] : ['viewer-body', 'viewer-ghost'],
    );
    await context.close();
  }
});

test('documents are drawn in a frame that has no origin and no way out', async () => {
  const folderId = await alice.makeFolder('Documents');
  const ids = await putAll(folderId, {
    'a.pdf': pdfOf('Hello from a page'),
    'b.md': bytesOf('# Title\n\n**bold** <b>raw</b>'),
    'c.csv': bytesOf('name,size\n"Ada, B",1'),
    'd.docx': docxOf('A letter'),
    'e.xlsx': xlsxOf([['Total', '12']]),
    'f.pptx': pptxOf('First slide'),
    'g.epub': epubOf('<h1>Chapter one</h1>'),
    'h.py': bytesOf('def hello():\n    return 1\n'),
    'i.tif': tiffOf(40, 30),
    'j.zip': zipSync({ 'inside/letter.txt': bytesOf('hello') }),
    'k.tar': tarOfTexts({ 'letters/one.txt': 'hello' }),
    'l.bin': new Uint8Array(100),
  });
  const watched = await open({ width: 390 }, `/drive/all/${folderId}?order=name_asc&preview=${ids['a.pdf']}`);
  const { page } = watched;
  await inFrame(page).locator('.pdf-page canvas').waitFor();
  await inFrame(page).locator('.textLayer').getByText('Hello from a page').waitFor();
  const next = viewer(page).getByRole('button', { name: 'Next file' });
  const folder = viewer(page).getByRole('button', { name: 'letters' });
  const seen = [
    inFrame(page).getByText('<b>raw</b>'),
    inFrame(page).getByRole('cell', { name: 'Ada, B' }),
    inFrame(page).getByText('A letter'),
    inFrame(page).getByRole('cell', { name: 'Total' }),
    inFrame(page).getByText('First slide'),
    inFrame(page).getByRole('heading', { name: 'Chapter one' }),
    inFrame(page).locator('.hljs-keyword').first(),
    viewer(page).getByRole('img', { name: 'i.tif' }),
    viewer(page).getByText('inside/letter.txt'),
    folder,
    viewer(page).getByText('There’s no preview for this type of file.'),
  ];
  for (const part of seen) {
    await next.click();
    await part.waitFor();
    // The server lists a tar file one folder at a time.
    if (part !== folder) continue;
    await folder.click();
    await viewer(page).getByText('one.txt').waitFor();
  }
  await expectSound(watched);
  const frame = await fetch(`${server.contentOrigin}/preview/frame`);
  expect(frame.headers.get('content-security-policy')).toContain("sandbox allow-scripts; default-src 'none'");
  expect((await fetch(`${server.origin}/preview/frame`)).status).toBe(404);
});

test('a text is edited and saved as a new version; a conflict is told, and a draft outlives a reload', async () => {
  const folderId = await alice.makeFolder('Texts');
  const ids = await putAll(folderId, { 'note.md': bytesOf('# One') });
  const id = ids['note.md'] ?? '';
  const watched = await open({ dark: true }, `/drive/all/${folderId}?preview=${id}`);
  const { page } = watched;
  await inFrame(page).getByRole('heading', { name: 'One' }).waitFor();
  await viewer(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const field = viewer(page).getByRole('textbox', { name: 'Text of note.md' });
  await field.fill('# Two');
  await viewer(page).getByRole('button', { name: 'Save', exact: true }).click();
  await viewer(page).getByText('Saved as a new version').waitFor();
  await expectSound(watched);
  await viewer(page).getByRole('button', { name: 'Done' }).click();
  await inFrame(page).getByRole('heading', { name: 'Two' }).waitFor();
  const versions = await wire.call('GET', `/drive/v1/files/${id}/versions`, { token: alice.token });
  expect(versions.body.versions.length).toBe(1);

  await viewer(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await field.fill('# Mine');
  await viewer(page).getByText('Not saved yet').waitFor();
  const query = { parent_id: folderId, name: 'note.md', conflict: 'replace' };
  await wire.call('POST', '/drive/v1/uploads', { token: alice.token, key: 'other', bytes: bytesOf('# Theirs'), query });
  await page.reload();
  await inFrame(page).getByRole('heading', { name: 'Theirs' }).waitFor();
  await viewer(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await viewer(page).getByText('The file has changed since you opened it.').waitFor();
  expect(await field.inputValue()).toBe('# Mine');
  await viewer(page).getByRole('button', { name: 'Save my text over it' }).click();
  await viewer(page).getByText('Saved as a new version').waitFor();
  await viewer(page).getByRole('button', { name: 'Done' }).click();
  await inFrame(page).getByRole('heading', { name: 'Mine' }).waitFor();
});

async function shareOf(fileIds: readonly string[]): Promise<string> {
  const body = { file_ids: fileIds };
  const made = await wire.call('POST', '/drive/v1/share', { token: alice.token, key: fileIds.join(), body });
  return new URL(String(made.body.share_url)).pathname;
}

test('a visitor opens the files of a share: on a phone, by a link to one file, and without script', async () => {
  const folderId = await alice.makeFolder('Holiday');
  const ids = await putAll(folderId, {
    'a.png': pngOf(900, 600),
    'b.wav': wavOf(20),
    'c.md': bytesOf('# Diary'),
    'd.pdf': japanesePdfOf('93FA967B8CEA82CC95B68F91'),
  });
  const address = `${server.origin}${await shareOf([folderId])}/${folderId}?view=list&order=name_asc`;
  const watched = await visit({ width: 390 });
  const { page, context } = watched;
  await page.goto(address);
  await page.getByRole('link', { name: 'a.png', exact: true }).tap();
  await viewer(page).getByRole('img', { name: 'a.png' }).waitFor();
  await viewer(page).getByText('1 of 4').waitFor();
  await expectSound(watched);
  await swipe(page, -200);
  await viewer(page).locator('audio').waitFor();
  await page.goBack();
  await viewer(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('b.wav');
  // A link to one file of the share, as the address bar and the row have it.
  const link = await page.getByRole('link', { name: 'c.md', exact: true }).getAttribute('href');
  await page.goto(`${server.origin}${link}`);
  await inFrame(page).getByRole('heading', { name: 'Diary' }).waitFor();
  expect(await viewer(page).getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  // A document that embeds no font: its text is known by a character map.
  await viewer(page).getByRole('button', { name: 'Next file' }).click();
  await inFrame(page).locator('.textLayer').getByText('日本語の文書').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  expect(watched.complaints).toEqual([]);
  await context.close();

  const plain = await visit({ script: false });
  await plain.page.goto(address);
  for (const [name, part] of [
    ['a.png', 'img'],
    ['b.wav', 'audio'],
    ['c.md', 'iframe'],
  ] as const) {
    await plain.page.getByRole('link', { name, exact: true }).click();
    await plain.page.locator(`[data-previewed="${ids[name]}"] ${part}`).waitFor();
  }
  await plain.page.frameLocator('iframe').getByText('# Diary').waitFor();
  const loaded = await fetch(String(await plain.page.locator('[data-previewed] a[download]').getAttribute('href')));
  expect(loaded.headers.get('content-disposition')).toContain('attachment');
  await plain.page.getByRole('link', { name: 'd.pdf', exact: true }).click();
  await plain.page.locator(`[data-previewed="${ids['d.pdf']}"]`).getByRole('link', { name: 'Download' }).waitFor();
  expect(plain.complaints).toEqual([]);
});

test('an expired link is renewed by itself, and a closed share is told', async () => {
  const folderId = await alice.makeFolder('Fading');
  await putAll(folderId, { 'a.md': bytesOf('# Late') });
  const path = await shareOf([folderId]);
  const { page } = await visit();
  let isExpired = true;
  await page.route(`${server.contentOrigin}/f/**`, async (route) => {
    const wasExpired = isExpired;
    isExpired = false;
    if (wasExpired) await route.fulfill({ status: 403, headers: { 'access-control-allow-origin': server.origin } });
    else await route.continue();
  });
  await page.goto(`${server.origin}${path}/${folderId}?view=list`);
  await page.getByRole('link', { name: 'a.md', exact: true }).click();
  await inFrame(page).getByRole('heading', { name: 'Late' }).waitFor();
  await page.goBack();
  await viewer(page).waitFor({ state: 'detached' });
  await wire.call('POST', '/drive/v1/share:batchDelete', { token: alice.token, body: { ids: [path.split('/')[2]] } });
  isExpired = true;
  await page.getByRole('link', { name: 'a.md', exact: true }).click();
  await viewer(page).getByText('This link no longer opens the file.').waitFor();
});

test('of 69 hostile files none runs anything or contacts anyone, with a script and without', async () => {
  const heard: string[] = [];
  const listener = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const files = hostileFiles(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  expect(files.length).toBeGreaterThanOrEqual(60);
  const folderId = await alice.makeFolder('Hostile');
  for (const { name, bytes } of files) {
    const query = { parent_id: folderId, name };
    const answer = await wire.call('POST', '/drive/v1/uploads', {
      token: alice.token,
      key: encodeURIComponent(name),
      bytes,
      query,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
  const address = `${server.origin}${await shareOf([folderId])}/${folderId}?view=list&order=name_asc`;

  const { page, context, complaints } = await visit();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(address);
  const rows = page.locator('a[data-bytes]');
  const links = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('href') ?? ''));
  const names = await rows.allTextContents();
  expect(links.length).toBe(files.length);
  await rows.first().click();
  const seen = new Set<string>();
  for (let at = 1; at <= files.length; at += 1) {
    await viewer(page).getByText(`${at} of ${files.length}`, { exact: true }).waitFor();
    await expect.poll(() => viewer(page).locator('.viewer-loading').count(), { timeout: 60_000 }).toBe(0);
    seen.add(String(await viewer(page).locator('.viewer-name').textContent()));
    for (const frame of page.frames()) expect(await frame.title()).not.toBe('executed');
    if (at < files.length) await viewer(page).getByRole('button', { name: 'Next file' }).click();
  }
  expect(seen.size).toBe(files.length);
  // The frame's own policy refuses what a parsed document tries; nothing else may be reported.
  // The server refuses to read two of the archives.
  const refused = /\/assets\/ 'wasm-unsafe-eval'|"base-uri 'none'"|responded with a status of 400/;
  expect([complaints.filter((line) => !refused.test(line)), dialogs, heard]).toEqual([[], [], []]);
  expect(context.pages().length).toBe(1);
  await context.close();

  const plain = await visit({ script: false });
  // The server draws these formats itself; all others are a download.
  const drawn = new Set(
    files.filter(({ name }) => /\.(png|svg|mp4|mp3|md|html|csv|txt)$/.test(name)).map(({ name }) => name),
  );
  for (const [at, link] of links.entries()) {
    if (!drawn.has(names[at] ?? '')) continue;
    await plain.page.goto(`${server.origin}${link}`);
    await plain.page.locator('[data-previewed]').waitFor();
    expect(await plain.page.title()).not.toBe('executed');
  }
  expect(heard).toEqual([]);
  await plain.context.close();
  listener.close();
});
