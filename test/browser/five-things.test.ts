/**
 * The five things of a drive (put in, find, look, send, take) without a pointer: by the keyboard alone, and by the accessibility tree alone,
 * as a screen reader does. The second acts on what the tree names, and reads results from it.
 */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright';
import { expect, test } from 'vitest';
import { pngOf } from '#test/seed/pictures.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { copiedText, emptyClipboard, openAs, untilAlive, visit, type Watched } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const server = await sharedServer(ALICE, BOB);
const FILE = { name: 'seagull.png', mimeType: 'image/png', buffer: Buffer.from(pngOf(300, 200)) };

async function open(email: string): Promise<Watched> {
  const watched = await visit();
  await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await openAs(watched.page, email, `${server.origin}/drive/all`);
  for (const island of ['browser', 'search', 'upload']) await untilAlive(watched.page, `drive/${island}`);
  return watched;
}

async function chosen(page: Page, act: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
  await chooser.setFiles(FILE);
}

async function taken(page: Page, act: () => Promise<void>): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  expect(await readFile(await download.path())).toEqual(FILE.buffer);
}

test('the keyboard alone puts a file in, finds it, looks at it, sends a link and takes it', async () => {
  const { page, complaints } = await open(ALICE.email);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: now } = document;
      return (now?.getAttribute('aria-label') ?? now?.textContent ?? '').trim();
    });
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  await tabTo('Upload');
  await chosen(page, () => page.keyboard.press('Enter'));
  await page.getByText('1 item', { exact: true }).waitFor();

  await page.keyboard.press('/');
  // Rows of the folder stay under the new heading until the answer.
  const answer = page.waitForResponse((response) => new URL(response.url()).search.includes('gull'));
  await page.keyboard.type('gull');
  await page.getByRole('heading', { name: 'Search: gull' }).waitFor();
  await answer;
  await page.getByRole('button', { name: FILE.name, exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toContain('seagull');

  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: FILE.name }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Viewer' }).waitFor({ state: 'detached' });
  await expect.poll(focused).toContain('seagull');

  await emptyClipboard(page);
  await page.keyboard.press('Shift+L');
  await expect.poll(() => copiedText(page)).toMatch(/\/s\/V[\w-]{25}$/);

  await taken(page, () => page.keyboard.press('Shift+D'));
  expect(complaints).toEqual([]);
});

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly backendDOMNodeId?: number;
}

/** The tree that the browser gives to assistive programs. */
function makeTree(devtools: CDPSession) {
  /** Waits until the tree has it. @returns its node in the document */
  async function wait(role: string, name: string | RegExp): Promise<number> {
    const found = async () => {
      const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
      const isNamed = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
      const node = nodes.find((one) => !one.ignored && one.role?.value === role && isNamed(one.name?.value ?? ''));
      return node?.backendDOMNodeId ?? 0;
    };
    await expect.poll(found, { message: `${role} ${name}` }).toBeGreaterThan(0);
    return found();
  }

  return {
    wait,
    /** The default action, as a screen reader runs it. */
    async act(role: string, name: string | RegExp): Promise<void> {
      const { object } = await devtools.send('DOM.resolveNode', { backendNodeId: await wait(role, name) });
      await devtools.send('Runtime.callFunctionOn', {
        objectId: object.objectId ?? '',
        functionDeclaration: 'function () { this.focus(); this.click(); }',
        userGesture: true,
      });
    },
    async write(role: string, name: string, text: string): Promise<void> {
      await devtools.send('DOM.focus', { backendNodeId: await wait(role, name) });
      await devtools.send('Input.insertText', { text });
    },
  };
}

test('the accessibility tree alone is enough to put a file in, find it, look at it, send a link and take it', async () => {
  const { page, context, complaints } = await open(BOB.email);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Accessibility.enable');
  await devtools.send('DOM.enable');
  const tree = makeTree(devtools);
  await chosen(page, () => tree.act('button', 'Upload'));
  await tree.wait('button', FILE.name);

  await tree.write('searchbox', 'Search all folders', 'gull');
  await tree.wait('heading', 'Search: gull');
  await tree.wait('button', FILE.name);

  await tree.act('button', FILE.name);
  await tree.wait('dialog', 'Viewer');
  await tree.wait('image', FILE.name);
  await tree.act('button', 'Close');

  await tree.act('button', `More for ${FILE.name}`);
  await emptyClipboard(page);
  await tree.act('menuitem', /^Copy link/);
  await tree.wait('StaticText', /^Link copied/);
  expect(await copiedText(page)).toMatch(/\/s\/V[\w-]{25}$/);

  await tree.act('button', `More for ${FILE.name}`);
  await taken(page, () => tree.act('menuitem', /^Download/));
  expect(complaints).toEqual([]);
});
