/** The head of a share, and the status of addresses below it. */
import { expect, test, vi } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { ask, cookieOf } from '#test/contract/page-visits.ts';
import { makeServer, ORIGIN } from '#test/contract/send.ts';
import { addressesIn, linkOver } from '#test/contract/share-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { makeFile, makeLink, makePeople, ok } from '#test/contract/world.ts';

const world = await makePeople();

const get = (address: string, cookie = ''): Promise<Response> => visit(address, { headers: { cookie } });

const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll('\u2068', '').replaceAll('\u2069', '');

test('the head of a share says what all pages of its list hold', async () => {
  const { shareId, folder } = await linkOver(world.alice, 101);
  const file = await makeFile(world.alice);
  await ok(driveContract.batchMove, { token: world.alice.token, body: { ids: [file], to: { parent_id: folder } } });
  for (const order of ['name_desc', 'type_desc']) {
    const first = await (await get(`/s/${shareId}/${folder}?order=${order}`)).text();
    const next = addressesIn(first).find((address) => address.includes('page=')) ?? '';
    const second = await (await get(next)).text();
    for (const html of [first, second]) expect(plain(html)).toContain('<span>1 file</span><span>101 folders</span>');
    // A card is made of the same facts.
    expect(plain(second)).toMatch(/og:description" content="[^"]*1 file · 101 folders"/);
  }
  const russian = await (await get(`/s/${shareId}/${folder}`, 'pp_locale=ru')).text();
  expect(plain(russian)).toContain('<span>1 файл</span><span>101 папка</span>');
});

test('a folder that is not in the share, and a page that its list never had, are not found', async () => {
  const { shareId, folder } = await linkOver(world.alice, 1);
  const known = await get(`/s/${shareId}/${folder}`);
  expect(known.status).toBe(200);
  for (const address of [
    `/s/${shareId}/${'V'.repeat(26)}`,

    `/s/${shareId}?page=garbage`,
    `/s/${shareId}/${folder}?page=garbage`,
  ]) {
    const answer = await get(address);
    expect([address, answer.status]).toEqual([address, 404]);
    expect(await answer.text()).toContain(`href="/s/${shareId}`);
  }
});

test('a page script learns what the account saved of this share before; the page itself says nothing', async () => {
  const file = await makeFile(world.alice);
  const { shareId } = await makeLink(world.alice, { fileIds: [file] });
  const other = await makeLink(world.alice, { fileIds: [file] });
  const bob = await cookieOf(world.bob.email, 'magpie-demo');
  const { cookie } = bob;
  const idsAt = async (address: string, as = cookie) => {
    const answer = await get(`${address}?saved=1`, as);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    return ((await answer.json()) as { ids: string[] }).ids;
  };
  expect(await idsAt(`/s/${shareId}`)).toEqual([]);
  const save = await (await ask(bob, `/s/${shareId}`, { intent: 'save' })).text();
  expect(await idsAt(`/s/${shareId}`)).toEqual([file]);
  expect(await idsAt(`/s/${other.shareId}`)).toEqual([]);
  expect(await idsAt(`/s/${shareId}`, '')).toEqual([]);
  const [page, before] = await Promise.all([get(`/s/${shareId}`, cookie), get(`/s/${shareId}`)]);
  expect(await page.text()).toContain('data-saved-label="Saved before"');
  expect(await before.text()).toContain('data-saved-label="Saved before"');
  const [, task = ''] = /name="task" value="([^"]+)"/.exec(save) ?? [];
  await ask(bob, `/s/${shareId}`, { intent: 'undo', task });
  expect(await idsAt(`/s/${shareId}`)).toEqual([]);
});

test('a page that a list never had is no failure in the log', async () => {
  const { shareId } = await linkOver(world.alice, 1);
  const log = vi.spyOn(console, 'error');
  const headers = { host: new URL(ORIGIN).host, accept: 'text/html' };
  const answer = await visit(`/s/${shareId}?page=garbage`, { headers, server: makeServer({}) });
  expect([answer.status, (await answer.text()).length > 0]).toEqual([404, true]);
  expect(log.mock.calls.flat().filter((line) => String(line).includes('page.slot'))).toEqual([]);
  log.mockRestore();
});
