/** The viewer says what it does not show: spreadsheets, songs, texts, and pictures beside a text, in Chromium. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { bytesOfText, id3Of } from '#client/preview/media/tags/song-fixture.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { damagedPdfOf, pptxOf, xfaFormOf } from '#test/seed/documents.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { officeWorkbook } from '#test/seed/workbook.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');

const server = await sharedServer(ALICE);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);

/** Half a second of silence. */
function mp3Of(title: string, artist: string): Uint8Array {
  const text = (value: string) => [3, ...bytesOfText(value)];
  const tags = id3Of([
    ['TIT2', text(title)],
    ['TPE1', text(artist)],
    ['APIC', [0, ...bytesOfText('image/png'), 0, 3, 0, ...pngOf(120, 120)]],
  ]).subarray(0, -2);
  const frame = Uint8Array.from({ length: 417 }, (_, at) => [0xff, 0xfb, 0x90, 0x64][at] ?? 0);
  return Uint8Array.from([...tags, ...Array.from({ length: 20 }, () => [...frame]).flat()]);
}

const MARKDOWN =
  '# Diary\n\n![the bay](bay%201.png)\n\n![far away](https://example.com/far.png)\n\n![not here](gone.png)\n\n![deeper](img/a.png)\n';

interface Folder {
  readonly folderId: string;
  /** By name. */
  readonly ids: Readonly<Record<string, string>>;
}

async function putFolder(name: string, files: Readonly<Record<string, Uint8Array>>): Promise<Folder> {
  const folderId = await alice.makeFolder(name);
  const ids: Record<string, string> = {};
  for (const [fileName, bytes] of Object.entries(files)) ids[fileName] = await alice.put(fileName, bytes, folderId);
  return { folderId, ids };
}

const encoded = (text: string) => Uint8Array.from(bytesOfText(text));
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Viewer' });
const inFrame = (page: Page) => page.frameLocator('iframe.viewer-frame');
const line = (page: Page) => viewer(page).locator('.viewer-shortfall');

test('a spreadsheet, a song, a text and slides show what they hold, and one line says what is missing', async () => {
  const { folderId, ids } = await putFolder('Office', {
    'a.xlsx': officeWorkbook(),
    'b.mp3': mp3Of('Море', 'Ada'),
    'bay 1.png': pngOf(200, 100),
    'c.md': encoded(MARKDOWN),
    'd.txt': Uint8Array.from([...bytesOfText('Grüße aus Köln und München, '), 0xff, ...bytesOfText(' bis später.')]),
    'e.pptx': pptxOf('Plan', [], '<p:pic><p:blipFill/></p:pic><p:graphicFrame/>'),
  });
  const watched = await visit({ width: 390 });
  const { page } = watched;
  await openAs(page, ALICE.email, `${server.origin}/drive/all/${folderId}?order=name_asc&preview=${ids['a.xlsx']}`);
  const cell = (name: string) => inFrame(page).getByRole('cell', { name, exact: true });
  for (const value of ['25.6%', '€1,234,567.89', '2026-08-01', '36:00:00', '1.23E+04', '2 3/4', 'TRUE', '#DIV/0!'])
    await cell(value).waitFor();
  await cell('=SUM(B1:B8)').waitFor();
  expect(await cell('Secret').count()).toBe(0);
  expect(await cell('7').count()).toBe(0);
  await line(page)
    .getByText(
      'Not shown: 2 hidden sheets, 1 hidden row, 1 hidden column, the result of 1 formula, and 1 chart or drawing.',
    )
    .waitFor();
  await expectSound(watched);
  await inFrame(page).getByRole('button', { name: 'Notes' }).click();
  await line(page).getByText('Not shown: 2 hidden sheets.', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await line(page).getByRole('button', { name: 'Download the whole file' }).click();
  expect((await download).suggestedFilename()).toBe('a.xlsx');

  const next = viewer(page).getByRole('button', { name: 'Next file' });
  await next.click();
  await viewer(page).getByText('Море').waitFor();
  await viewer(page).locator('.viewer-track').getByText('Ada').waitFor();
  await viewer(page).locator('.viewer-cover img').waitFor();
  await expect.poll(() => line(page).isVisible()).toBe(false);

  await next.click();
  await viewer(page).getByRole('img', { name: 'bay 1.png' }).waitFor();
  await next.click();
  await inFrame(page).getByRole('img', { name: 'the bay' }).waitFor();
  for (const name of ['far away', 'not here', 'deeper']) await inFrame(page).getByRole('link', { name }).waitFor();
  await line(page).getByText('Pictures in other folders aren’t shown. Open their folder to see them.').waitFor();
  // No download brings them.
  expect(await line(page).getByRole('button').count()).toBe(0);

  await next.click();
  await line(page).getByText('Not shown: 1 unreadable character.').waitFor();
  await next.click();
  await inFrame(page).getByText('Plan').waitFor();
  await line(page).getByText('Not shown: 1 picture and 1 chart or drawing.').waitFor();
  await expectSound(watched);
});

test('a PDF whose first page is damaged shows the others, and a form or a page that is not shown is named', async () => {
  const files = {
    'a.pdf': damagedPdfOf('Second page'),
    'b.pdf': xfaFormOf('Please wait'),
    'c.pdf': damagedPdfOf('Second page', 'gone'),
  };
  const { folderId, ids } = await putFolder('Papers', files);
  const { page } = await visit({ width: 1_200 });
  await openAs(page, ALICE.email, `${server.origin}/drive/all/${folderId}?order=name_asc&preview=${ids['a.pdf']}`);
  await line(page).getByText('Not shown: 1 damaged part.', { exact: true }).waitFor();
  await inFrame(page).locator('.pdf-holder').nth(1).scrollIntoViewIfNeeded();
  await inFrame(page).getByText('Second page').waitFor();
  await viewer(page).getByRole('button', { name: 'Next file' }).click();
  await inFrame(page).getByText('Please wait').waitFor();
  await line(page)
    .getByText('The form in this file isn’t shown. Download it and open it in Adobe Reader.', { exact: true })
    .waitFor();
  await viewer(page).getByRole('button', { name: 'Next file' }).click();
  await line(page).getByText('Not shown: 1 damaged part.', { exact: true }).waitFor();
});

test('of two subtitle files one is shown, and a third that holds none is named with its download', async () => {
  const cues = (text: string) => encoded(`1\n00:00:00,000 --> 00:00:03,000\n${text}\n`);
  const { folderId, ids } = await putFolder('Films', {
    'film.webm': readFileSync(path.join(import.meta.dirname, '../seed/small-film.webm')),
    'film.ru.srt': cues('Привет'),
    'film.en.srt': cues('Hello'),
    'film.fr.srt': encoded('nothing'),
  });
  const { page } = await visit({ dark: true });
  await openAs(page, ALICE.email, `${server.origin}/drive/all/${folderId}?preview=${ids['film.webm']}`);
  const shown = () =>
    page.evaluate(() =>
      [...(document.querySelector('video')?.textTracks ?? [])]
        .filter(({ mode, cues: read }) => mode === 'showing' && read !== null && read.length > 0)
        .map(({ label }) => label),
    );
  await expect.poll(shown).toEqual(['English']);
  await line(page).getByText('These subtitles can’t be read: film.fr.srt').waitFor();
  expect(await shown()).toEqual(['English']);
  const download = page.waitForEvent('download');
  await line(page).getByRole('button', { name: 'Download the whole file' }).click();
  expect((await download).suggestedFilename()).toBe('film.fr.srt');
});
