/**
 * Two windows of one person and several programs act on the same files at the same time; a third window is offline,
 * a fourth shows the trash. Whichever change wins, all of them end with the server's listing, without a reload.
 */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { inLanes } from '#test/flow/lanes.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { serverOfFile } from '#test/server.ts';
import { openAs, untilAlive, untilHeard, visit, type Watched } from './browser.ts';

const FILES = 9;
const PROGRAM_ACTS = 240;
const HAND_ACTS = 8;
/** How long a busy page may take to answer one press before the person does something else, ms. */
const PATIENCE_MS = 4_000;
/** How long windows may take to come to rest, ms. */
const REST_MS = 30_000;

const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');

async function make(name: string, parentId: string, kind: 'file' | 'folder'): Promise<string> {
  const body = { kind: `drive#${kind}`, name, parent_id: parentId, ...(kind === 'file' && { size: '0' }) };
  const made = await wire.call('POST', '/drive/v1/files', { token: alice.token, body });
  return made.body.file.id;
}

/** A window that receives changes from now on. */
async function open(address: string, width: number): Promise<Watched> {
  const watched = await visit({ width });
  const { page } = watched;
  const heard = untilHeard(page);
  await openAs(page, 'alice@example.com', `${server.origin}${address}`);
  await heard;
  await untilAlive(page);
  return watched;
}

/** The listed ids, names and stars of a window, from the top. */
function shownIn(page: Page): Promise<string[]> {
  return page.locator('[data-row]').evaluateAll((rows) =>
    rows
      .map((row) => ({ row, top: row.getBoundingClientRect() }))
      .sort((a, b) => a.top.top - b.top.top || a.top.left - b.top.left)
      .map(
        ({ row }) =>
          `${row.getAttribute('data-row')} ${row.querySelector('[data-name]')?.getAttribute('title')} ${row.textContent?.includes('Starred') ? 'starred' : ''}`,
      ),
  );
}

async function listed(query: Record<string, string>): Promise<string[]> {
  const page = await wire.call('GET', '/drive/v1/files', { token: alice.token, query: { limit: '1000', ...query } });
  return page.body.files.map(
    (file: { id: string; name: string; starred: boolean }) =>
      `${file.id} ${file.name} ${file.starred ? 'starred' : ''}`,
  );
}

/** One action of a program. The order of arrival decides which of them are refused. */
async function act(at: number, ids: readonly string[], folders: readonly string[]): Promise<number> {
  const one = (list: readonly string[], salt: number) => list[(at * salt + (at >> 2)) % list.length] ?? '';
  const id = one(ids, 7);
  const batch = (name: string, body: object = {}) =>
    wire.call('POST', `/drive/v1/files:${name}`, { token: alice.token, body: { ids: [id], ...body } });
  const acts = [
    () => wire.call('PATCH', `/drive/v1/files/${id}`, { token: alice.token, body: { name: `name ${at % 20}.txt` } }),
    () => batch('batchMove', { to: { parent_id: one(folders, 5) } }),
    () => batch('batchTrash'),
    () => batch('batchUntrash'),
    () => batch('star'),
    () => batch('batchUntrash'),
    () => batch('unstar'),
  ];
  const answer = await acts[at % acts.length]?.();
  return answer?.status ?? 0;
}

/** The actions of a person in a window: delete, restore, rename. The target may have disappeared before. */
async function byHand(page: Page, at: number): Promise<boolean> {
  const options = { timeout: PATIENCE_MS };
  const names = page.locator('[data-row] [data-name]');
  try {
    await names.nth(at % 4).focus(options);
    await page.keyboard.press('Space');
    if (at % 3 === 0) await page.keyboard.press('Delete');
    else if (at % 3 === 1) await page.keyboard.press('Control+z');
    else {
      await page.keyboard.press('F2');
      const name = page.getByRole('dialog').getByRole('textbox').first();
      await name.fill(`by hand ${at}.txt`, options);
      await name.press('Enter', options);
      await page.getByRole('dialog').waitFor({ state: 'detached', ...options });
    }
    return true;
  } catch {
    await page.keyboard.press('Escape');
    return false;
  }
}

test("two windows that act on the same files end with the server's listing, and so do the others", async () => {
  const top = await make('Together', '', 'folder');
  const inner = await make('inner', top, 'folder');
  const other = await make('other', top, 'folder');
  const files = await inLanes([...Array(FILES).keys()], 3, (at) => make(`file ${at}.txt`, top, 'file'));
  const address = `/drive/all/${top}?order=name_asc`;
  const hands = [await open(address, 1440), await open(address, 390)];
  const offline = await open(address, 1440);
  const trash = await open('/drive/trash', 1440);
  await offline.context.setOffline(true);

  const things = [...files, other];
  const programs = inLanes([...Array(PROGRAM_ACTS).keys()], 4, (at) => act(at, things, [top, inner, top, other]));
  const done = await Promise.all(
    hands.map(async ({ page }, hand) => {
      let count = 0;
      for (let at = hand; at < HAND_ACTS; at += 1) if (await byHand(page, at)) count += 1;
      return count;
    }),
  );
  const statuses = await programs;
  expect(done.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(PROGRAM_ACTS / 4);
  expect(statuses.filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);

  await offline.context.setOffline(false);
  // One file stays listed, and the last change is one that every window must receive.
  await wire.call('POST', '/drive/v1/files:batchUntrash', { token: alice.token, body: { ids: files.slice(0, 3) } });
  const standing = { parent_id: top, order: 'name_asc', folders_first: 'true' };
  const thrown = { parent_id: '*', filters: JSON.stringify({ trashed: { eq: true } }) };
  for (const { page } of [...hands, offline])
    await expect
      .poll(async () => ({ shown: await shownIn(page), listed: await listed(standing) }), { timeout: REST_MS })
      .toSatisfy(({ shown, listed }) => listed.length > 0 && JSON.stringify(shown) === JSON.stringify(listed));
  await expect
    .poll(async () => ({ shown: await shownIn(trash.page), listed: await listed(thrown) }), { timeout: REST_MS })
    .toSatisfy(({ shown, listed }) => JSON.stringify(shown) === JSON.stringify(listed));
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

test('a hundred moves at once, folders into each other among them, leave one tree', async () => {
  const top = await make('Tangle', '', 'folder');
  const folders = await inLanes([...Array(12).keys()], 4, (at) => make(`folder ${at}`, top, 'folder'));
  const files = await inLanes([...Array(12).keys()], 4, (at) => make(`file ${at}.txt`, top, 'file'));
  const statuses = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const [from = '', to = ''] = [folders[(at * 5) % 12], folders[(at * 7 + 1) % 12]];
      const ids = at % 4 === 0 ? [from, files[at % 12]] : [from];
      const moved =
        at % 5 === 4
          ? await wire.call('PATCH', `/drive/v1/files/${from}`, {
              token: alice.token,
              body: { name: `name ${at % 6}` },
            })
          : await wire.call('POST', '/drive/v1/files:batchMove', {
              token: alice.token,
              body: { ids, to: { parent_id: to } },
            });
      return moved.status;
    }),
  );
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  // Everything is reached from the top, once.
  const seen: string[] = [];
  const waiting = [top];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const page = await wire.call('GET', '/drive/v1/files', {
      token: alice.token,
      query: { parent_id: id, limit: '1000' },
    });
    for (const file of page.body.files) {
      seen.push(file.id);
      if (file.kind === 'drive#folder') waiting.push(file.id);
    }
    expect(seen.length).toBeLessThanOrEqual(24);
  }
  expect(seen.toSorted()).toEqual([...folders, ...files].toSorted());
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});
