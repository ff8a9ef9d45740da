/** Pages with a style sheet of their own look as they do with the whole one. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeFile } from '#scripts/bench/harness/bytes.ts';
import { signIn as callAs } from '#scripts/bench/harness/client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { openAs, openDrive, visit } from './browser.ts';

const BOB = newPerson('Bob');

const server = await sharedServer(BOB);

const person = await callAs(server.origin, BOB.email);
const folder = await person.makeFolder('A folder', '');
const sent = await person.send(makeFile(5_000), 'A long name of a file that is shared with others.pdf', '', 1);
await person.untilDone(sent);
const sharePath = `/s/${await person.share([folder, sent.id])}`;

/**
 * Adds the whole sheet and compares every computed style of every element, and of what stands before and after it.
 * @returns elements that have changed
 */
function changedByWhole(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // The same for every element. Custom properties show nothing by themselves; the sheet of a page leaves out those that it does not use.
    const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
    if (!names.includes('color')) throw new Error('the computed style lists no properties');
    const read = (): Map<string, string> =>
      new Map(
        [...document.querySelectorAll('body, body *')].flatMap((element, at) =>
          [undefined, '::before', '::after'].flatMap((part): [string, string][] => {
            const style = getComputedStyle(element, part);
            if (part !== undefined && style.content === 'none') return [];
            const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ');
            return [[`${at} ${element.tagName}.${element.getAttribute('class')}${part ?? ''}`, values]];
          }),
        ),
      );
    const link = document.createElement('link');
    await new Promise<void>((resolve, reject) => {
      link.rel = 'stylesheet';
      link.href = document.documentElement.dataset['styles'] ?? 'no-sheet';
      link.onload = () => resolve();
      link.onerror = () => reject(new Error('the whole sheet did not load'));
      document.head.append(link);
    });
    // Both readings fall into one task, so the page cannot change by itself between them.
    const { sheet } = link;
    if (!sheet) throw new Error('the whole sheet has no rules');
    sheet.disabled = true;
    const before = read();
    sheet.disabled = false;
    return [...read()].filter(([name, values]) => before.get(name) !== values).map(([name]) => name);
  });
}

test.each([
  [390, 'list'],
  [1440, 'list'],
  [390, 'grid'],
  [1440, 'grid'],
])('a share page %i px wide as a %s looks the same with the whole sheet', async (width, view) => {
  const { page } = await visit({ width });
  await page.goto(`${server.origin}${sharePath}?view=${view}`);
  expect(await changedByWhole(page)).toEqual([]);
});

test('a share page that refuses a download looks the same with the whole sheet', async () => {
  const { page } = await visit();
  await page.goto(`${server.origin}${sharePath}?download=none`);
  await page.getByRole('alert').waitFor();
  expect(await changedByWhole(page)).toEqual([]);
});

test.each(['/s/VnoSuchShare_noSuchShare_0'])(
  'the page of a closed share looks the same with the whole sheet',
  async (path) => {
    const { page } = await visit();
    await page.goto(`${server.origin}${path}`);
    expect(await changedByWhole(page)).toEqual([]);
  },
);

test.each([
  [390, '/drive/all?view=list'],
  [1440, '/drive/all?view=list'],
  [390, '/drive/all?view=grid'],
  [1440, '/drive/all?view=grid'],
  [1440, '/drive/all?view=single'],
  [1440, '/drive/trash'],
  [1440, '/drive/tasks'],
])('a page of the drive %i px wide at %s looks the same with the whole sheet', async (width, path) => {
  const { page } = await visit({ width });
  await openAs(page, BOB.email, `${server.origin}${path}`);
  await page.locator('[data-hydrated]').first().waitFor();
  expect(await changedByWhole(page)).toEqual([]);
});

test('dialogs and menus of the drive look the same with the whole sheet', async () => {
  const { page } = await openDrive(server, BOB.email);
  await page.locator('[data-row]').first().click({ button: 'right' });
  await page.locator('[role=menu]').first().waitFor();
  expect(await changedByWhole(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.locator('dialog[open]').waitFor();
  expect(await changedByWhole(page)).toEqual([]);
});

test.each([
  [390, '/en-US'],
  [1440, '/en-US'],
  [1440, '/en-US/help'],
  [1440, '/en-US/help-center/sharing/share-a-link'],
  [390, '/ru/faq'],
  [1440, '/en-US/desktop-app'],
  [1440, '/en-US/policy/privacy-policy'],
  [390, '/auth'],
  [1440, '/auth'],
])('a public page %i px wide at %s looks the same with the whole sheet', async (width, path) => {
  const { page } = await visit({ width });
  await page.goto(`${server.origin}${path}`);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  expect(await changedByWhole(page)).toEqual([]);
});
