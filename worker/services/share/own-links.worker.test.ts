import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { asNodeId } from '#shared/ids.ts';
import type { LinkSort, ShareStatus } from '#shared/share/model.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { onLinksUnread, onShareStatus } from './events.ts';
import { type ChangeShareInput, change } from './link/change.ts';
import { changeMany } from './link/change-many.ts';
import { type OwnLinksQuery, ownLink, ownLinks } from './link/own-links.ts';
import { nextEnd, ownLinksSql, ownLinks as selectLinks, takeEnding, unreadLinks } from './registry/own-links.store.ts';
import type { ShareBookObject } from './registry/share-book.object.ts';
import { restore } from './save/restore.ts';
import {
  changeTree,
  claimsOf,
  foldViews,
  shareTest as it,
  makeWorld,
  NOW_MS,
  objects,
  type World,
} from './share-fixture.ts';
import type { ShareObject } from './state/share.object.ts';
import { batchFileInfo } from './visit/batch-file-info.ts';
import { fileInfo } from './visit/file-info.ts';
import { openContent } from './visit/open-content.ts';
import { makeSharedRoots, zipShare } from './visit/zip.ts';

function mine(world: World, query: Partial<OwnLinksQuery> = {}) {
  const all: OwnLinksQuery = { limit: 0, pageToken: '', search: '', status: '', sort: 'created', fileIds: [] };
  return ownLinks(world.parts, world.owner, { ...all, ...query }, world.call());
}

const idsOf = (page: { data: readonly { share_id: string }[] }) => page.data.map((link) => link.share_id);

function edit(world: World, shareId: string, terms: Partial<ChangeShareInput>) {
  const input = { shareId: shareId as never, passCode: 'keep', customPassCode: '', ...terms } as const;
  return change(world.parts, world.owner, input, world.call());
}

function act(world: World, ids: readonly string[], name: 'close' | 'reopen' | 'extend', days = 7) {
  return changeMany(world.parts, world.owner, { ids: ids as never, act: name, days }, world.call());
}

function inRegistry<T>(world: World, work: (sql: SqlStorage, registry: ShareBookObject) => T): Promise<T> {
  return runInDurableObject(objects.shareRegistries.getByName(world.owner.userId), (registry: ShareBookObject, state) =>
    work(state.storage.sql, registry),
  );
}

const eventOf = (event: string, payload: Record<string, unknown>) => ({
  id: newWireId(),
  event,
  source: 'test',
  payload,
});

it('every link is on one page of the list, also of links of the same moment, in each order', async ({ world }) => {
  const made: string[] = [];
  for (let n = 0; n < 7; n += 1) made.push((await world.create([world.drive.add(`file ${n}`)])).shareId);
  await inRegistry(world, (sql) => sql.exec('UPDATE links SET created_ms = 5'));
  for (const sort of ['created', 'ends', 'views', 'saves'] satisfies LinkSort[]) {
    const found: string[] = [];
    for (let pageToken = ''; ; ) {
      const page = await mine(world, { sort, limit: 3, pageToken });
      found.push(...idsOf(page));
      pageToken = page.next_page_token;
      if (pageToken === '') break;
    }
    expect(found).toHaveLength(7);
    expect(new Set(found)).toEqual(new Set(made));
  }
  const { next_page_token: token } = await mine(world, { limit: 1 });
  await expect(mine(world, { sort: 'views', pageToken: token })).rejects.toMatchObject({
    errorName: 'invalid_argument',
  });
});

it('a search takes every character as it is, in any letter case', async ({ world }) => {
  const names = ['100% done_now.pdf', 'O\'Neil "x" \\ *.txt', 'ПРИВЕТ мир', 'ＡＢＣ全角', 'plain'];
  const ids = new Map<string, string>();
  for (const name of names) ids.set(name, (await world.create([world.drive.add(name)])).shareId);
  const titled = (await world.create([world.drive.add('inner-name.bin')], { title: 'Outer' })).shareId;
  const found = async (search: string) => idsOf(await mine(world, { search }));
  expect(await found('%')).toEqual([ids.get(names[0] ?? '')]);
  expect(await found('done_N')).toEqual([ids.get(names[0] ?? '')]);
  expect(await found('\'neil "X" \\ *')).toEqual([ids.get(names[1] ?? '')]);
  expect(await found('привет')).toEqual([ids.get('ПРИВЕТ мир')]);
  expect(await found('abc全')).toEqual([ids.get('ＡＢＣ全角')]);
  expect(await found('INNER-name')).toEqual([titled]);
  expect(await found('outer')).toEqual([titled]);
  expect(await found('__')).toEqual([]);
});

it('a search finds links by the letters that people type', async ({ world }) => {
  const one = (await world.create([world.drive.add('Ёлка.jpg')], { title: 'Résumé – don’t' })).shareId;
  for (const text of ["resume - DON'T", 'résumé', 'елка', 'ЁЛКА'])
    expect([text, idsOf(await mine(world, { search: text }))]).toEqual([text, [one]]);
  for (const text of ["don't елка", '\u00ad', 'resumes'])
    expect([text, idsOf(await mine(world, { search: text }))]).toEqual([text, []]);
});

it('links that are older than the key for finding are found as before, and by it after a step of the alarm', async () => {
  const world = makeWorld();
  const { shareId } = await world.create([world.drive.add('Résumé.pdf')]);
  await inRegistry(world, (sql) => {
    sql.exec("UPDATE links SET search_text = 'résumé.pdf'");
    sql.exec("INSERT INTO find_fill VALUES ('')");
  });
  expect(idsOf(await mine(world, { search: 'RÉSUMÉ' }))).toEqual([shareId]);
  await runAlarm(objects.shareRegistries.getByName(world.owner.userId));
  for (const search of ['RÉSUMÉ', 'resume']) expect(idsOf(await mine(world, { search }))).toEqual([shareId]);
  expect(await inRegistry(world, (sql) => sql.exec('SELECT * FROM find_fill').toArray())).toEqual([]);
});

it('the first page of the usual order reads as many rows as it shows, however many links there are', async () => {
  const world = makeWorld();
  await world.create([world.drive.add('a')]);
  const rows = await inRegistry(world, (sql) => {
    const query = ownLinksSql('created', false);
    const first = [0, '', '', Number.MAX_SAFE_INTEGER, '', 50, '[]', ''];
    const plan = sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...first).toArray();
    sql.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO links (share_id, state, root_ids, share_to, pass_seal, expiration_days, restore_limit, created_ms, changed_ms, read_ms)
        SELECT printf('V%025d', i), 'done', '[]', '', '', -1, -1, i, i, 1 FROM n`);
    const cursor = sql.exec(query, ...first);
    const shown = cursor.toArray().length;
    const cursors: { readonly rowsRead: number }[] = [];
    const counting = {
      exec: (...given: Parameters<SqlStorage['exec']>) => {
        const made = sql.exec(...given);
        cursors.push(made);
        return made;
      },
    } as unknown as SqlStorage;
    const all = { search: '', spelled: '', status: '', fileIds: [], after: null, limit: 50 } as const;
    const others = [
      unreadLinks(counting, 1).length,
      nextEnd(counting, 0),
      takeEnding(counting, 0).length,
      selectLinks(counting, { ...all, sort: 'created', isDirect: true }, 0).length,
    ];
    const besides = { others, read: cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
    return { plan: plan.map(({ detail }) => detail).join(), shown, read: cursor.rowsRead, besides };
  });
  expect(rows.plan).toContain('links_by_time');
  expect(rows.plan).not.toContain('TEMP B-TREE');
  expect(rows.shown).toBe(50);
  // An entry of the index and a row for each, and one more entry to see that the page is full.
  expect(rows.read).toBeLessThanOrEqual(102);
  // Calls beside it: links without facts, links that end, direct links.
  expect(rows.besides.others).toEqual([0, null, 0, 0]);
  expect(rows.besides.read).toBeLessThanOrEqual(20);
});

it('a link to several files is found by all of them in any order, and is no link to one of them', async () => {
  const world = makeWorld();
  const [one, other] = [world.drive.add('one'), world.drive.add('other')];
  const { shareId } = await world.create([one]);
  const both = await world.create([one, other]);
  expect(idsOf(await mine(world, { fileIds: [other, one, one] }))).toEqual([both.shareId]);
  expect(idsOf(await mine(world, { fileIds: [one] }))).toEqual([shareId]);
  expect(idsOf(await mine(world, { fileIds: [other] }))).toEqual([]);
});

it('links from before facts were stored are found once their facts are read', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('Old holiday')]);
  await inRegistry(world, (sql) =>
    sql.exec("UPDATE links SET read_ms = 0, title = '', name = '', search_text = '', file_num = 0"),
  );
  expect(idsOf(await mine(world, { search: 'holiday' }))).toEqual([]);
  await onLinksUnread(world.deps, eventOf('share.links-unread', { ownerId: world.owner.userId }));
  expect(idsOf(await mine(world, { search: 'holiday' }))).toEqual([shareId]);
});

it('the list names each state of a link, and finds links by it', async () => {
  const world = makeWorld({ passCodeAttempts: 2 });
  const link = async (terms = {}) => (await world.create([world.drive.add('x')], terms)).shareId;
  const made: Partial<Record<ShareStatus, string>> = {
    OK: await link(),
    PASS_CODE_EMPTY: await link({ passCodeRequired: true }),
    PASS_CODE_ERROR: await link({ passCodeRequired: true }),
    MAX_RESTORE_COUNT: await link({ restoreLimit: 1 }),
    EXPIRED: await link({ expirationDays: 1 }),
    DELETED: await link(),
    SENSITIVE_RESOURCE: await link(),
    SENSITIVE_WORD: await link(),
    AUDITING: await link(),
    PROHIBITED: await link(),
    NOT_FOUND: await link(),
  };
  const id = (status: ShareStatus) => made[status] ?? '';
  for (let n = 0; n < 2; n += 1) await world.open(id('PASS_CODE_ERROR'), { passCode: 'wrong' });
  await restore(
    world.parts,
    world.person(),
    { shareId: id('MAX_RESTORE_COUNT') as never, passCodeToken: '', fileIds: [], parentId: null },
    world.call(),
  );
  await edit(world, id('EXPIRED'), { expiresAtMs: NOW_MS + 1 });
  for (const shareId of [id('EXPIRED')])
    await runInDurableObject(objects.shares.getByName(shareId), (_share, state) => {
      state.storage.sql.exec('UPDATE share SET expires_ms = 1');
    });
  await act(world, [id('DELETED')], 'close');
  for (const status of ['SENSITIVE_RESOURCE', 'SENSITIVE_WORD', 'AUDITING', 'PROHIBITED'] as const)
    await objects.shares.getByName(id(status)).setDecision(world.owner.userId, status);
  await runInDurableObject(objects.shares.getByName(id('NOT_FOUND')), (_share, state) => {
    state.storage.sql.exec('DELETE FROM share');
  });
  const states = new Map((await mine(world)).data.map((one) => [one.share_id, one.link_status]));
  for (const [status, shareId] of Object.entries(made)) {
    expect(states.get(shareId)).toBe(status);
    expect(idsOf(await mine(world, { status: status as ShareStatus }))).toEqual([shareId]);
  }
});

it('a link whose files went is DELETED in the list before it is looked at, and open when they are back', async () => {
  const world = makeWorld();
  const file = world.drive.add('a');
  const { shareId } = await world.create([file]);
  const status = () => inRegistry(world, (sql) => sql.exec('SELECT share_status AS s FROM links').one()['s']);
  const deliver = () => onShareStatus(world.deps, eventOf('share.status', { ownerId: world.owner.userId, shareId }));
  world.drive.node(file).isLive = false;
  await changeTree(world, shareId);
  await deliver();
  expect(await status()).toBe('DELETED');
  world.drive.node(file).isLive = true;
  await changeTree(world, shareId, false);
  await deliver();
  expect(await status()).toBe('OK');
});

it('states of own links: views and saves in the list are at most a minute old', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  await world.open(shareId);
  await foldViews(world, shareId);
  await inRegistry(world, (sql) => sql.exec('UPDATE links SET read_ms = ?', NOW_MS - 2 * MINUTE_MS));
  expect((await mine(world)).data[0]).toMatchObject({ view_count: '1', restore_count: '0' });
});

it('a stopped link shows nothing to visitors until it is opened again, with its passcode and its figures', async () => {
  const world = makeWorld();
  const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  const { pass_code_token } = await world.open(shareId, { passCode });
  await act(world, [shareId], 'close');
  expect(await world.open(shareId, { passCodeToken: pass_code_token })).toMatchObject({
    share_status: 'DELETED',
    files: [],
  });
  expect((await mine(world)).data[0]).toMatchObject({ link_status: 'DELETED', paused: true });
  await act(world, [shareId], 'close');
  await act(world, [shareId], 'reopen');
  expect((await world.open(shareId, { passCodeToken: pass_code_token })).files).toHaveLength(1);
  expect((await mine(world)).data[0]).toMatchObject({ link_status: 'PASS_CODE_EMPTY', paused: false });
});

it('an act on a link of another person changes none', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const other = makeWorld();
  const foreign = await other.create([other.drive.add('b')]);
  await expect(act(world, [shareId, foreign.shareId], 'close')).rejects.toMatchObject({ errorName: 'not_found' });
  expect((await world.open(shareId)).share_status).toBe('OK');
  expect((await other.open(foreign.shareId)).share_status).toBe('OK');
});

it('acts on own links: extending moves an earlier end, and repeating it moves nothing', async ({ world }) => {
  const short = await world.create([world.drive.add('a')], { expirationDays: 1 });
  const endless = await world.create([world.drive.add('b')]);
  for (let n = 0; n < 2; n += 1) await act(world, [short.shareId, endless.shareId], 'extend', 30);
  const ends = new Map((await mine(world)).data.map((one) => [one.share_id, one.expiration_at]));
  expect(Date.parse(ends.get(short.shareId) ?? '')).toBe(NOW_MS + 30 * DAY_MS);
  expect(ends.get(endless.shareId)).toBe('-1');
  expect(Date.parse((await world.open(short.shareId)).expiration_at)).toBe(NOW_MS + 30 * DAY_MS);
});

it('of 200 edits at once the last number holds in the registry and in the link', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      edit(world, shareId, n % 2 === 0 ? { note: `note ${n}` } : { title: `title ${n}`, restoreLimit: n }),
    ),
  );
  const link = await ownLink(world.parts, world.owner, shareId, world.call());
  const stored = await runInDurableObject(objects.shares.getByName(shareId), (_share: ShareObject, state) =>
    state.storage.sql.exec('SELECT change_seq, note, title, restore_limit FROM share').one(),
  );
  expect(stored).toMatchObject({ change_seq: 200, note: link.note, title: link.title });
  expect(String(stored['restore_limit'])).toBe(link.restore_limit);
});

it('terms of a link: visitors read the message of the owner as plain text, and it goes with an empty one', async ({
  world,
}) => {
  const { shareId } = await world.create([world.drive.add('a')], { note: ' Hi\u202e\r\n<b>you</b>\u0007 ' });
  expect((await world.open(shareId)).params).toEqual({ note: 'Hi\n<b>you</b>' });
  await edit(world, shareId, { note: '' });
  expect((await world.open(shareId)).params).toEqual({});
  await expect(edit(world, shareId, { note: 'x'.repeat(501) })).rejects.toMatchObject({
    errorName: 'invalid_argument',
    detail: { field: 'note' },
  });
});

it('a link ends at the date its owner chose, within a year', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { expiresAtMs: NOW_MS + 5_000_000 });
  expect(Date.parse((await world.open(shareId)).expiration_at)).toBe(NOW_MS + 5_000_000);
  for (const expiresAtMs of [NOW_MS, NOW_MS + 366 * DAY_MS])
    await expect(edit(world, shareId, { expiresAtMs })).rejects.toMatchObject({
      detail: { field: 'expiration_at' },
    });
});

it('a link that is view only gives no bytes at any call, and earlier content links end', async ({ world }) => {
  const file = world.drive.add('a.txt');
  const { shareId } = await world.create([file]);
  const query = { shareId, fileId: file, passCodeToken: '' };
  const before = claimsOf((await fileInfo(world.parts, query, world.call())).file?.web_content_link ?? '');
  expect(await openContent(world.parts, before)).not.toBeNull();
  await edit(world, shareId, { viewOnly: true });

  expect(await openContent(world.parts, before)).toBeNull();
  const opened = await world.open(shareId);
  expect(opened.params).toEqual({ view_only: 'true' });
  const shown = [
    ...opened.files,
    (await fileInfo(world.parts, query, world.call())).file,
    ...(await batchFileInfo(world.parts, { shareId, fileIds: [file], passCodeToken: '' }, world.call())).files,
  ];
  expect(shown).toHaveLength(3);
  for (const one of shown) {
    expect(one?.name).toBe('a.txt');
    expect([one?.web_content_link, one?.links, one?.medias]).toEqual(['', {}, []]);
  }
  const { epoch } = await runInDurableObject(objects.shares.getByName(shareId), (_share, state) =>
    state.storage.sql.exec<{ epoch: number }>('SELECT epoch FROM share').one(),
  );
  // Also with claims of the epoch that holds now: the link itself has no file for them.
  expect(await openContent(world.parts, { ...before, shareEpoch: epoch })).toBeNull();
  const roots = makeSharedRoots(world.parts);
  expect(await roots({ ownerId: world.owner.userId, share: { shareId, epoch } } as never)).toBeNull();
  const refused = { errorName: 'link_view_only' };
  await expect(zipShare(world.parts, { ...query, fileIds: [] }, world.call())).rejects.toMatchObject(refused);
  const save = { shareId, passCodeToken: '', fileIds: [asNodeId(file)], parentId: null };
  await expect(restore(world.parts, world.person(), save, world.call())).rejects.toMatchObject(refused);
  expect(world.drive.restores).toBe(0);

  await edit(world, shareId, { viewOnly: false });
  expect((await fileInfo(world.parts, query, world.call())).file?.web_content_link).not.toBe('');
});

it('its owner is told once of an open link that ends within a day', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { expirationDays: 7 });
  const other = await world.create([world.drive.add('endless')]);
  const stopped = await world.create([world.drive.add('b')], { expirationDays: 7 });
  await act(world, [stopped.shareId], 'close');
  const told: unknown[] = [];
  const wake = async (nowMs: number) => {
    await inRegistry(world, (_sql, registry) =>
      Object.assign(registry, {
        clock: { nowMs: () => nowMs },
        deliver: async (items: readonly { id: string; event: string; payload: { links?: unknown[] } }[]) => {
          for (const { event, payload } of items) if (event === 'share.ends-soon') told.push(...(payload.links ?? []));
          return items.map(({ id }) => id);
        },
      }),
    );
    await runAlarm(objects.shareRegistries.getByName(world.owner.userId));
    await inRegistry(world, (_sql, registry) => (registry as unknown as { drain(): Promise<void> }).drain());
  };
  const madeMs = await inRegistry(world, (sql) =>
    Number(sql.exec('SELECT created_ms AS at FROM links WHERE share_id = ?', shareId).one()['at']),
  );
  await wake(madeMs + 5 * DAY_MS);
  expect(told).toEqual([]);
  await wake(madeMs + 6 * DAY_MS + MINUTE_MS);
  await wake(madeMs + 6 * DAY_MS + 2 * MINUTE_MS);
  expect(told).toEqual([{ shareId, title: 'a', expiresAtMs: madeMs + 7 * DAY_MS, locale: 'en-US' }]);
  // An end that its owner has just set to a day or less is not announced; a later one is.
  await wake(NOW_MS);
  await edit(world, other.shareId, { expiresAtMs: NOW_MS + DAY_MS });
  await wake(NOW_MS + MINUTE_MS);
  expect(told).toHaveLength(1);
  await edit(world, other.shareId, { expiresAtMs: NOW_MS + 3 * DAY_MS });
  await wake(NOW_MS + 2 * DAY_MS + MINUTE_MS);
  expect(told).toHaveLength(2);
});
