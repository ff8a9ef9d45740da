/** The frame of the drive's pages as the server writes it: the same everywhere, and without its header where that was asked for. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { ask, type Browsing, cookieOf, VISITOR } from '#test/contract/page-visits.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { freshName, makeFile, makeFolder, makePeople, ok, trash } from '#test/contract/world.ts';

const page = async (path: string): Promise<string> => {
  const answer = await ask(browsing, path);
  expect(answer.status).toBe(200);
  return answer.text();
};

const { alice: person } = await makePeople();
const browsing = await cookieOf(person.email, 'magpie-demo');

const PAGES = [
  '/drive/all',
  '/drive/trash',
  '/drive/storage',
  '/drive/duplicates',
  '/drive/account',
  '/drive/account/security',
  '/drive/account/mail',
  '/drive/payment/storage',
];

test.each(PAGES)('%s has the search, the upload link and the storage meter', async (path) => {
  const html = await page(path);
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? '';
  expect(header).toContain('action="/drive/search"');
  expect(header).toContain('name="q"');
  expect(/id="upload" class="main-action">.*?Upload/s.test(html)).toBe(true);
  expect(html).toContain('href="/drive/storage"');
});

test('an unknown address has the frame for a person, and none for a visitor or in place of a picture or script', async () => {
  const frameOf = async ({ cookie }: Browsing, headers: Record<string, string> = {}) => {
    const answer = await visit('/no-such-page', { headers: { ...headers, ...(cookie === '' ? {} : { cookie }) } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
    return (await answer.text()).includes('action="/drive/search"');
  };
  expect(await frameOf(browsing)).toBe(true);
  expect(await frameOf(browsing, { 'sec-fetch-dest': 'empty' })).toBe(true);
  expect(await frameOf(VISITOR)).toBe(false);
  expect(await frameOf(browsing, { 'sec-fetch-dest': 'image' })).toBe(false);
  expect(await frameOf(browsing, { 'sec-fetch-dest': 'script' })).toBe(false);
});

test('a refused page keeps the frame for a person, with the drive as the way on', async () => {
  const refused = async ({ cookie }: Browsing) => {
    const headers = {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      ...(cookie === '' ? {} : { cookie }),
    };
    const answer = await visit('/drive/account/security', { method: 'POST', headers });
    return [answer.status, (await answer.text()).includes('action="/drive/search"')];
  };
  expect(await refused(browsing)).toEqual([403, true]);
  expect(await refused(VISITOR)).toEqual([403, false]);
});

/** Addresses in the drive that a page leads or posts to. */
function waysOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  return [...body.matchAll(/<(?:a|form)\s[^>]*?(?:href|action)="(\/drive[^"]*)"/g)].flatMap(([tag, to = '']) =>
    tag.startsWith('<form') && !tag.includes('method="post"') ? [] : [to.replaceAll('&amp;', '&')],
  );
}

test('links, posted forms and redirects of a drive without header keep the header hidden', async () => {
  const folder = await makeFolder(person, '', freshName('Bare'));
  for (const path of ['/drive/all', `/drive/all/${folder}`, '/drive/storage', '/drive/duplicates']) {
    const plain = waysOf(await page(path));
    expect(plain.length).toBeGreaterThan(5);
    expect(plain.filter((way) => way.includes('hide_header'))).toEqual([]);
    const html = await page(`${path}?hide_header=1`);
    expect(html).toContain('data-bare');
    expect(waysOf(html).filter((way) => new URL(way, ORIGIN).searchParams.get('hide_header') !== '1')).toEqual([]);
  }
  const answer = await ask(browsing, '/drive/storage?kind=image&page=x&hide_header=1');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/drive/storage?kind=image&hide_header=1']);
  const outside = await ask(browsing, '/drive?hide_header=true');
  expect(outside.headers.get('location')).toBe('/drive/all?hide_header=true');
});

test('starred and trash show one kind when the address asks for it', async () => {
  const [image, text] = [freshName('kind'), freshName('kind')];
  const ids = [await makeFile(person, freshName(), `${image}.jpg`), await makeFile(person, freshName(), `${text}.txt`)];
  const has = async (path: string): Promise<boolean[]> => {
    const html = await page(path);
    return [html.includes(`${image}.jpg`), html.includes(`${text}.txt`)];
  };
  await ok(driveContract.star, { token: person.token, body: { ids } });
  expect(await has('/drive/starred')).toEqual([true, true]);
  expect(await has('/drive/starred?kind=image')).toEqual([true, false]);
  for (const id of ids) await trash(person, id);
  expect(await has('/drive/trash?kind=document')).toEqual([false, true]);
  expect(await has('/drive/trash?kind=folder')).toEqual([false, false]);
});

test.each(['', '?hide_header=1'])('the page of a deleted folder says so and links to all files%s', async (query) => {
  const html = await page(`/drive/all/VNoSuchFolder${query}`);
  expect(html).toMatch(/<h1[^>]*>This folder is no longer here</);
  expect(waysOf(html)).toContain(`/drive/all${query}`);
});
