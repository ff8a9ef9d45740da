/** Without a network: a page that explains it in the person's language, with the list that the person saw last until sign-out. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, untilAlive, visit } from './browser.ts';

/** Interval of a poll, which repeats at once. */
const PATIENCE = { timeout: 20_000 };

const BOB = newPerson('Bob');

const server = await sharedServer(BOB);

function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        found.push(new URL(url).pathname + new URL(url).search);
    return found.sort();
  });
}

/** Waits until the worker has cached the page of this language, and nothing else but its style. */
function untilCached(page: Page, language: string): Promise<void> {
  const pages = async () =>
    (await cachedAddresses(page)).filter((address) => !/^\/assets\/[\w-]+\.css$|^\/offline\/list/.test(address));
  return expect.poll(pages, PATIENCE).toEqual(['/offline/last', `/offline?locale=${language}`]);
}

test.each([
  { locale: 'ja', width: 390, dark: true, heading: 'オフラインです' },
  { locale: 'en-US', width: 1440, dark: false, heading: 'You’re offline' },
])(
  'the offline page replaces a page that the network does not deliver, in $locale',
  async ({ heading, ...visitor }) => {
    const watched = await visit(visitor);
    const { page, context } = watched;
    await openAs(page, BOB.email, `${server.origin}/drive/all`);
    await untilCached(page, visitor.locale);
    // Leave the drive first: its pending requests would log errors too.
    await page.goto('about:blank');
    watched.complaints.length = 0;
    await context.setOffline(true);
    await page.goto(`${server.origin}/drive/all`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(page.url()).toBe(`${server.origin}/drive/all`);
    await expectSound(watched);
    await context.setOffline(false);
    await page.locator('main a').click();
    await untilAlive(page);
  },
);

/** As the system does with what another app shares. */
function share(page: Page, given: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  return page.evaluate(
    ([fields, contents]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/drive/receive' });
      for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('input');
        Object.assign(field, { type: 'hidden', name, value });
        form.append(field);
      }
      const all = new DataTransfer();
      for (const [name, text] of Object.entries(contents)) all.items.add(new File([text], name));
      const field = document.createElement('input');
      Object.assign(field, { type: 'file', name: 'files', multiple: true, files: all.files });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [given, files] as const,
  );
}

test('what another app shares is stored after a question, and a link of ours is opened', async () => {
  const watched = await visit({ width: 390 });
  const { page } = watched;
  await openAs(page, BOB.email, `${server.origin}/drive/all`);
  await untilCached(page, 'en-US');
  await share(page, { title: 'Shared' }, { 'shared-lake.txt': 'wet' });
  const dialog = page.getByRole('dialog', { name: 'Upload to “All files”?' });
  await dialog.getByText('shared-lake.txt').waitFor();
  await expectSound(watched);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await page.locator('[data-listing]').getByRole('button', { name: 'shared-lake.txt', exact: true }).waitFor();
  expect(page.url()).toBe(`${server.origin}/drive/all`);
  expect((await cachedAddresses(page)).filter((address) => address.startsWith('/drive'))).toEqual([]);

  await share(page, { text: `Look at ${server.origin}/s/none` }, {});
  await page.waitForURL('**/s/none');
});

test('the offline page shows the list that the person saw last, and after a sign-out no list is left', async () => {
  const watched = await visit({ width: 390, dark: true });
  const { page, context } = watched;
  await openAs(page, BOB.email, `${server.origin}/drive/all`);
  await untilCached(page, 'en-US');
  await page.reload();
  await untilAlive(page);
  const lists = async () => (await cachedAddresses(page)).filter((address) => address.startsWith('/offline/list'));
  await expect.poll(lists, PATIENCE).toEqual(['/offline/list-owner', '/offline/list?path=%2Fdrive%2Fall']);
  const named = page.locator('[data-listing] [data-name]');
  const names = await named.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
  expect(names.length).toBeGreaterThan(0);
  await page.goto('about:blank');
  watched.complaints.length = 0;
  await context.setOffline(true);
  await page.goto(`${server.origin}/drive/all`);
  await page.getByRole('heading', { level: 2, name: 'All files' }).waitFor();
  for (const name of names) await page.locator('main li').getByText(name, { exact: true }).waitFor();
  await expectSound(watched);
  await context.setOffline(false);
  await page.locator('main a').first().click();
  await untilAlive(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/auth/sign-out' });
    document.body.append(form);
    // Without the page's script, as a browser does that lost it.
    HTMLFormElement.prototype.submit.call(form);
  });
  await page.waitForURL('**/auth**');
  await expect.poll(lists, PATIENCE).toEqual([]);
});

test('looking at one page installs no service worker', async () => {
  const { page } = await visit();
  await page.goto(`${server.origin}/en-US/faq`);
  await page.locator('h1').hover();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a service worker that the server switches off removes itself and its cache', async () => {
  const { page } = await visit();
  await openAs(page, BOB.email, `${server.origin}/drive/all`);
  await untilCached(page, 'en-US');
  await page.route('**/builds/latest.json', (route) =>
    route.fulfill({ json: { id: 'x', at: '', offline_page: false } }),
  );
  await page.reload();
  const left = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length);
  await expect.poll(left, PATIENCE).toBe(0);
});
