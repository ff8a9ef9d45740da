import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { BELL_KINDS, BELL_MOST, type BellData, type BellKind } from '#shared/drive/bell/bell-kinds.ts';
import { bellPath, bellTexts } from '#shared/drive/bell/bell-texts.ts';
import { unwrap } from '#shared/errors.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';
import { deliverEvents, eventRoutes } from '#worker/events.ts';
import { objectsOf } from '#worker/objects.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import type { DriveTx } from '../core/tx.ts';
import { makeDrive, txOf } from '../drive-fixture.ts';
import { addBellItem, markRead } from './bell.store.ts';
import { onAccountLetter, onExpiryDue, onNewDevice, onPaid, onRenewalFailed, onRewarded } from './events.ts';

async function opened() {
  const drive = makeDrive();
  unwrap(await drive.stub.space(drive.caller));
  const list = async () => unwrap(await drive.stub.bellItems(drive.caller));
  const notifyPerson = (id: string, kind: BellKind = 'invited', data: BellData = {}) =>
    drive.stub.notifyPerson({ id, kind, data });
  return { drive, list, notifyPerson };
}

it('a fact is notified once, newest first, and unread until it is marked', async () => {
  const { drive, list, notifyPerson } = await opened();
  await notifyPerson('one', 'new-device', { about: 'Firefox · Linux' });
  await notifyPerson('two', 'invited', { person: 'Anna', name: 'Holiday' });
  await notifyPerson('one', 'new-device', { about: 'Firefox · Linux' });
  const { items, unread } = await list();
  expect([items.map(({ kind }) => kind), unread]).toEqual([['invited', 'new-device'], 2]);
  const newest = items[0]?.id ?? '';
  expect(unwrap(await drive.stub.markBellRead(drive.caller, { ids: [newest, 'noise'], upTo: '' }))).toBe(1);
  expect((await list()).items.map(({ isRead }) => isRead)).toEqual([true, false]);
  // One that came after the page was shown stays unread.
  await notifyPerson('three');
  expect(unwrap(await drive.stub.markBellRead(drive.caller, { ids: [], upTo: newest }))).toBe(1);
  expect(unwrap(await drive.stub.unreadBell(drive.caller))).toBe(1);
});

it('sign-ins of one kind of device are one notification until it is read', async () => {
  const { drive, list, notifyPerson } = await opened();
  const devices = async () => (await list()).items.map(({ data, isRead }) => `${data.about}${isRead ? ' read' : ''}`);
  for (let at = 0; at < 22; at += 1) await notifyPerson(`in ${at}`, 'new-device', { about: 'Chrome · Linux' });
  await notifyPerson('other', 'new-device', { about: 'Safari · iOS' });
  expect(await devices()).toEqual(['Safari · iOS', 'Chrome · Linux']);
  const { items, unread } = await list();
  expect(unread).toBe(2);
  unwrap(await drive.stub.markBellRead(drive.caller, { ids: [items[1]?.id ?? ''], upTo: '' }));
  await notifyPerson('later', 'new-device', { about: 'Chrome · Linux' });
  expect(await devices()).toEqual(['Chrome · Linux', 'Safari · iOS', 'Chrome · Linux read']);
});

it('a notification writes one row, two once there are a hundred, and one when it is read', async () => {
  const { drive, notifyPerson } = await opened();
  const written = (work: (tx: DriveTx) => void): Promise<number> =>
    drive.inside((_, sql) => {
      const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
      const exec = (text: string, ...values: SqlStorageValue[]) => {
        const cursor = sql.exec(text, ...values);
        cursors.push(cursor);
        return cursor;
      };
      work(txOf({ exec } as unknown as SqlStorage, Date.now()));
      return cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0);
    });
  const add = (id: string) => written((tx) => addBellItem(tx, { id, kind: 'invited', data: {} }));
  expect(await add('first')).toBe(1);
  for (let at = 1; at < BELL_MOST; at += 1) await notifyPerson(`fact ${at}`);
  expect(await add('last')).toBe(2);
  const [newest] = unwrap(await drive.stub.bellItems(drive.caller)).items;
  expect(await written((tx) => markRead(tx, { ids: [newest?.id ?? ''], upTo: '' }))).toBe(1);
});

it('the oldest go when there are a hundred', async () => {
  const { list, notifyPerson } = await opened();
  for (let at = 0; at < BELL_MOST + 3; at += 1) await notifyPerson(`fact ${at}`, 'invited', { name: `${at}` });
  const { items, unread } = await list();
  expect([items.length, unread, items.at(-1)?.data.name]).toEqual([BELL_MOST, BELL_MOST, '3']);
});

it('notifications of a drive: results of own acts, which the bell does not list, take the place of nothing that it lists', async () => {
  const { list, notifyPerson } = await opened();
  await notifyPerson('device', 'new-device', { about: 'Firefox · Linux' });
  for (let at = 0; at < BELL_MOST; at += 1) await notifyPerson(`fetch ${at}`, 'fetch-done', { name: `${at}` });
  const { items, unread } = await list();
  expect([items.map(({ kind }) => kind), unread]).toEqual([['new-device'], 1]);
});

it('a category that is off adds nothing; security cannot be switched off', async () => {
  const { drive, list, notifyPerson } = await opened();
  unwrap(await drive.stub.saveBellChoices(drive.caller, { off: ['sharing'], pushOff: [] }));
  await notifyPerson('one', 'invited');
  await notifyPerson('two', 'new-device');
  expect((await list()).items.map(({ kind }) => kind)).toEqual(['new-device']);
  unwrap(await drive.stub.saveBellChoices(drive.caller, { off: [], pushOff: [] }));
  await notifyPerson('three', 'invited');
  expect((await list()).unread).toBe(2);
});

it('a person without a drive gets none by it, and a closed one is not notified', async () => {
  const { drive, notifyPerson } = await opened();
  const drives = objectsOf(env as unknown as Env).drives;
  const userId = newWireId();
  const event = { id: newHexId(), event: 'auth.new-device', source: '', payload: { userId, agent: 'Firefox' } };
  await onNewDevice({ drives }, event);
  unwrap(await drive.stub.erase());
  await notifyPerson('late');
  const rows = await drive.inside((_, sql) => sql.exec('SELECT 1 FROM bell').toArray().length);
  expect(rows).toBe(0);
});

it('events of other features become notifications, each once', async () => {
  const { drive, list } = await opened();
  const drives = objectsOf(env as unknown as Env).drives;
  const userId = drive.caller.userId;
  const eventOf = (event: string, payload: object) => ({
    id: newHexId(),
    event,
    source: userId,
    payload: { userId, ...payload },
  });
  const device = eventOf('auth.new-device', { agent: 'Firefox · Linux' });
  await onNewDevice({ drives }, device);
  await onNewDevice({ drives }, device);
  const changed = eventOf('mail.send', { sealed: 'a letter', kind: 'password-changed', dateMs: 7 });
  await onAccountLetter({ drives }, changed);
  await onAccountLetter({ drives }, changed);
  await onAccountLetter({ drives }, eventOf('mail.send', { sealed: 'a letter' }));
  await onAccountLetter({ drives }, eventOf('mail.send', { sealed: 'a letter', kind: 'welcome', dateMs: 7 }));
  const expiry = { key: 'storage.9.soon', kind: 'storage', stage: 'soon', endMs: 9, bytes: 1_024 };
  await onExpiryDue({ drives }, eventOf('membership.expiry-due', expiry));
  const letters: { kind: string; about?: string; id: string }[] = [];
  const mail = {
    ready: true,
    prepare: async (letter: Letter) => ({ event: 'mail.send' as const, payload: { sealed: JSON.stringify(letter) } }),
    deliver: async ({ id, sealed }: { id: string; sealed: string }) =>
      letters.push({ ...(JSON.parse(sealed) as Letter), id }) > 0,
  };
  const auth = { letterBoxOf: async () => ({ email: 'anna@example.com', locale: 'ja' as const }) };
  const reward = eventOf('membership.rewarded', { days: 5 });
  for (let times = 0; times < 2; times += 1) await onRewarded({ drives, mail, auth, clock: systemClock }, reward);
  // The log of letters has the id of the event: a repeat is the same letter.
  expect(letters).toMatchObject(
    Array(2).fill({ id: reward.id, kind: 'reward-granted', about: '5', to: 'anna@example.com', locale: 'ja' }),
  );
  const bought = { type: 'premium', region: 'global', months: 1, days: 0 };
  const payment = eventOf('membership.paid', { orderId: 'order-1', bought, dateMs: 5 });
  await onPaid({ drives }, payment);
  await onPaid({ drives }, payment);
  await onRenewalFailed({ drives }, eventOf('membership.renewal-failed', { untilMs: 6 }));
  expect((await list()).items.map(({ kind, data }) => [kind, data])).toEqual([
    ['renewal-failed', { dateMs: 6 }],
    ['reward-granted', { count: 5 }],
    ['plan-ends', { about: 'storage', dateMs: 9, limitBytes: 1_024 }],
    ['password-changed', { dateMs: 7 }],
    ['new-device', { about: 'Firefox · Linux' }],
  ]);
});

const DATA: BellData = {
  count: 3,
  person: 'Анна',
  name: 'Holiday',
  about: 'storage',
  usedBytes: 9,
  limitBytes: 10,
  dateMs: 0,
  nodeId: newWireId(),
  shareId: newWireId(),
  orderId: newHexId(),
  months: 1,
  days: 2,
};

it.each(LOCALES)('every kind has a title, a place, and no open placeholder in %s', (locale) => {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  for (const kind of BELL_KINDS) {
    const item = { kind, data: DATA, atMs: 0 };
    const { title, text } = bellTexts(item, translator, 'Asia/Tokyo');
    expect(title).not.toBe('');
    // A title may be shown by a system over a locked screen: strangers do not write it.
    expect(title).not.toContain('Анна');
    expect(`${title}${text}`).not.toMatch(/\{\{|drive\.bell|mail\./);
    expect(bellPath(item)).toMatch(/^\/\w/);
  }
});

it('the letter about the account goes out while the drive fails, and a notification while letters fail', async () => {
  const { drive, list } = await opened();
  const services = servicesOf(env as unknown as Env);
  const sent: string[] = [];
  const payload = { sealed: 'a letter', kind: 'password-changed', dateMs: 7 };
  const event = { id: newHexId(), event: 'mail.send', source: drive.caller.userId, payload };
  const attempt = async (change: object): Promise<{ taken: string[]; failed: number }> => {
    let failed = 0;
    const routes = eventRoutes({ ...services, ...change });
    const taken = await deliverEvents(routes, [event], () => {
      failed += 1;
    });
    return { taken, failed };
  };
  const mail = (work: (id: string) => void) => ({
    mail: { ...services.mail, deliver: async ({ id }: { id: string }) => work(id) },
  });
  const broken = () => {
    throw new Error('out of order');
  };
  const without = { objects: { ...services.objects, drives: { getByName: broken } } };
  expect(await attempt({ ...mail((id) => sent.push(id)), ...without })).toEqual({ taken: [], failed: 1 });
  expect(sent).toEqual([event.id]);
  expect(await attempt(mail(broken))).toEqual({ taken: [], failed: 1 });
  expect(await attempt(mail((id) => sent.push(id)))).toEqual({ taken: [event.id], failed: 0 });
  expect((await list()).items.map(({ kind }) => kind)).toEqual(['password-changed']);
});
