/** The inbox itself: what it keeps, for how long, and what it never does twice. */
import { runInDurableObject } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { objects } from '#test/contract/world.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import type { MessageBudget } from './desk/budgets.ts';
import type { DeskObject } from './desk.object.ts';
import type { PutMessage } from './inbox/part.ts';
import type { CaseCount } from './reports/counts.store.ts';

const DAY_MS = 86_400_000;
/** A inbox of its own for each test. */
const freshInbox = () => objects.inbox.getByName(`desk-${newHexId(6)}`);
type Inbox = ReturnType<typeof freshInbox>;

function written(more: Partial<PutMessage['message']> = {}, rest: Partial<PutMessage> = {}): PutMessage {
  return {
    message: {
      id: newWireId(),
      kind: 'contact',
      topic: 'question',
      message: 'hello',
      userId: '',
      email: 'ann@example.com',
      locale: 'en-US',
      ...more,
    },
    digest: newHexId(32),
    budgets: [],
    keepMs: 180 * DAY_MS,
    letter: null,
    ...rest,
  };
}

const list = (inbox: Inbox, query = {}) => inbox.list({ beforeSeq: 0, limit: 100, ...query });
const ids = async (inbox: Inbox, query = {}) => {
  const answer = await list(inbox, query);
  return answer.ok ? answer.value.map(({ id }) => id) : answer.error;
};

/** Moves the desk's clock, and runs what it has set for itself. */
async function later(inbox: Inbox, ms: number): Promise<void> {
  await runInDurableObject(inbox, (object: DeskObject) => {
    (object as unknown as { clock: { nowMs(): number } }).clock = { nowMs: () => Date.now() + ms };
  });
  await runAlarm(inbox);
}

test('an inbox without messages holds nothing, and reading it creates no storage', async () => {
  const inbox = freshInbox();
  expect([await ids(inbox), (await inbox.downloads()).ok, (await inbox.forget('x')).ok]).toEqual([[], true, true]);
  const tables = await runInDurableObject(inbox, (_object, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'messages'").toArray(),
  );
  expect(tables).toEqual([]);
});

test('the desk keeps messages newest first, a page at a time, by state and by person', async () => {
  const inbox = freshInbox();
  const puts = [written(), written({ userId: 'u1'.padEnd(26, '0') }), written({ userId: 'u1'.padEnd(26, '0') })];
  for (const put of puts) await inbox.put(put);
  const [first = '', second = '', third = ''] = puts.map(({ message }) => message.id);
  expect(await ids(inbox)).toEqual([third, second, first]);
  expect(await ids(inbox, { limit: 2 })).toEqual([third, second]);
  expect(await ids(inbox, { beforeSeq: 2 })).toEqual([first]);
  expect(await ids(inbox, { userId: 'u1'.padEnd(26, '0') })).toEqual([third, second]);
  await inbox.setState(second, 'done', 'op');
  expect(await ids(inbox, { state: 'new' })).toEqual([third, first]);
  await inbox.setState(second, 'new', 'op');
  expect(await ids(inbox, { state: 'done' })).toEqual([]);
  expect(await inbox.setState('nobody', 'done', 'op')).toMatchObject({ ok: false, error: { name: 'not_found' } });
});

test('answers the same words again with the first message, uses no budget for it, and after a day takes them anew', async () => {
  const inbox = freshInbox();
  const budgets: MessageBudget[] = [{ subject: 'a', limit: 1, windowSeconds: 3_600, of: 'caller' }];
  const put = written({}, { budgets });
  const first = await inbox.put(put);
  const again = await inbox.put({ ...put, message: { ...put.message, id: newWireId() } });
  expect(again).toEqual(first);
  expect(await inbox.accepted(put.digest)).toEqual(first);
  await later(inbox, DAY_MS + 1);
  expect(await inbox.accepted(put.digest)).toEqual({ ok: true, value: null });
  expect((await inbox.put({ ...put, message: { ...put.message, id: newWireId() } })).ok).toBe(true);
  expect(await ids(inbox)).toHaveLength(2);
});

test('the desk refuses past a budget with the seconds to wait, writes nothing then, and opens again', async () => {
  const inbox = freshInbox();
  const budgets: MessageBudget[] = [
    { subject: 'a', limit: 5, windowSeconds: 3_600, of: 'caller' },
    { subject: 'all', limit: 1, windowSeconds: 3_600, of: 'crowd' },
  ];
  expect((await inbox.put(written({}, { budgets }))).ok).toBe(true);
  const refused = await inbox.put(written({}, { budgets }));
  expect(refused).toMatchObject({
    ok: false,
    error: { name: 'too_many_requests', detail: { reason: 'desk_full', retryInSeconds: expect.any(Number) } },
  });
  const used = await runInDurableObject(inbox, (_object, state) =>
    state.storage.sql.exec("SELECT used FROM budgets WHERE subject = 'a'").one(),
  );
  expect(used).toEqual({ used: 1 });
  expect(await ids(inbox)).toHaveLength(1);
  await later(inbox, 3_601_000);
  expect((await inbox.put(written({}, { budgets }))).ok).toBe(true);
});

test('the desk lets parallel writers past a budget by no one', async () => {
  const inbox = freshInbox();
  const budgets: MessageBudget[] = [{ subject: 'a', limit: 3, windowSeconds: 3_600, of: 'caller' }];
  const answers = await Promise.all(Array.from({ length: 20 }, () => inbox.put(written({}, { budgets }))));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
});

test('an expired message is erased, with every count of its sender', async () => {
  const inbox = freshInbox();
  await inbox.put(written({}, { budgets: [{ subject: 'a', limit: 9, windowSeconds: 3_600, of: 'caller' }] }));
  await later(inbox, 179 * DAY_MS);
  expect(await ids(inbox)).toHaveLength(1);
  const rows = () =>
    runInDurableObject(inbox, (_object, state) =>
      state.storage.sql.exec('SELECT (SELECT count(*) FROM messages) AS m, (SELECT count(*) FROM budgets) AS b').one(),
    );
  expect(await rows()).toEqual({ m: 1, b: 0 });
  await later(inbox, 180 * DAY_MS + 1);
  expect(await rows()).toEqual({ m: 0, b: 0 });
});

test('the desk writes at most 200 letters a day and keeps what comes after all the same', async () => {
  const inbox = freshInbox();
  await runInDurableObject(inbox, (object: DeskObject) => {
    (object as unknown as { deliver: DeliverEvents }).deliver = async () => [];
    for (let n = 0; n < 205; n += 1) object.put(written({}, { letter: { event: 'mail.send', payload: {} } }));
  });
  const told = await runInDurableObject(inbox, (_object, state) =>
    state.storage.sql.exec('SELECT count(*) AS count FROM _outbox').one(),
  );
  expect(told).toEqual({ count: 200 });
  expect(await ids(inbox, { limit: 1_000 })).toHaveLength(205);
});

test('a closed account erases the messages of that person alone, and a second delivery changes nothing', async () => {
  const inbox = objects.inbox.getByName('desk');
  const [mine, other] = [newWireId(), newWireId()];
  await inbox.put(written({ userId: mine }));
  await inbox.put(written({ userId: other }));
  const item = { id: newHexId(), event: 'auth.account-closed', source: mine, payload: { userId: mine } };
  const { Events } = exports as unknown as { Events: { deliver: DeliverEvents } };
  expect([await Events.deliver([item]), await Events.deliver([item])]).toEqual([[item.id], [item.id]]);
  expect([await ids(inbox, { userId: mine }), (await ids(inbox, { userId: other })) as string[]]).toEqual([
    [],
    [expect.any(String)],
  ]);
});

test('the desk: counts downloads by target', async () => {
  const inbox = freshInbox();
  for (const target of ['windows', 'windows', 'mac_arm'] as const) await inbox.countDownload(target);
  expect(await inbox.downloads()).toEqual({ ok: true, value: { windows: 2, mac_arm: 1 } });
});

const shareId = newWireId();
const link = {
  shareId,
  ownerId: 'u-counted',
  locale: '',
  title: 'Secret title',
  status: 'OK',
  fileNum: 1,
  sizeBytes: 1,
};
const about = { shareId, reason: 'copyright', note: 'a note', fileId: '', email: '', locale: 'en-US' } as const;
const decided = { shareId, status: 'PROHIBITED', ground: 'copyright', note: 'x', nodeIds: [] } as const;
const by = { id: 'olga', name: '', via: 'page' } as const;

test('a report, a decision and an objection are counted once each, and stay counted when their case is erased', async () => {
  const inbox = freshInbox();
  expect(await inbox.caseCounts(12)).toEqual({ ok: true, value: [] });
  for (const reporter of ['ann', 'ann', 'ben']) await inbox.fileReport({ ...about, reporter }, []);
  const counts = async () => unwrap(await inbox.caseCounts(12)) as CaseCount[];
  // A report counts once its link is known to exist.
  expect(await counts()).toEqual([]);
  for (const _ of [1, 2]) await inbox.openCase(link, []);
  const [close, open] = [newHexId(), newHexId()];
  for (const _ of [1, 2]) unwrap(await inbox.decideCase({ ...decided, act: 'restrict', seen: 0, key: close }, by));
  for (const _ of [1, 2]) unwrap(await inbox.appealCase(shareId, link.ownerId, { message: 'mine', atMs: Date.now() }));
  unwrap(await inbox.decideCase({ ...decided, act: 'restore', seen: 1, key: open }, by));
  const seen = await counts();
  expect(seen.map(({ kind, reason, n }) => `${kind} ${reason} ${n}`)).toEqual([
    'appeal copyright 1',
    'report copyright 2',
    'restore copyright 1',
    'restrict copyright 1',
  ]);
  await later(inbox, 400 * DAY_MS);
  expect(unwrap(await inbox.readCase(shareId))).toBeNull();
  expect(await counts()).toEqual(seen);
});
