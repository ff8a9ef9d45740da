/** Notices of a ledger: published once by the alarm, mailed once, and a ledger of the version before opens. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DeliverEvents, DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import { onExpiryDue } from './events.ts';
import { grant } from './ledger/grants.ts';
import { makeOrderLedger } from './orders/ledger.ts';
import type { Order } from './orders/order-row.ts';
import { makeShop } from './purchases/orders-fixture.ts';
import { isExpiryDue, mailExpiry } from './receipts/expiry-letter.ts';

const env = bound as unknown as Env;
const membersNow = () => objectsOf(env).members;
const stubOf = (userId: string) => membersNow().getByName(userId);

function give(userId: string, item: GrantItem, startsMs: number) {
  const actor = { id: '', name: '' };
  return grant({ members: membersNow() }, userId, {
    source: 'operator' as const,
    key: newHexId(),
    product: '',
    item,
    startsMs,
    reason: '',
    actor,
  });
}

/** @returns what its object publishes from now on */
async function published(userId: string): Promise<DomainEvent[]> {
  const seen: DomainEvent[] = [];
  await runInDurableObject(stubOf(userId), (object) => {
    const deliver: DeliverEvents = async (items) => {
      seen.push(...items);
      return items.map(({ id }) => id);
    };
    Object.assign(object, { deliver });
  });
  return seen;
}

/** Runs the alarm and returns the notices that it published. */
async function announced(userId: string): Promise<{ kind: string; stage: string }[]> {
  const seen = await published(userId);
  await runAlarm(stubOf(userId));
  return seen
    .filter(({ event }) => event === 'membership.expiry-due')
    .map(({ payload }) => ({ kind: String(payload['kind']), stage: String(payload['stage']) }));
}

const days = (count: number): GrantItem => ({ type: 'premium', region: 'global', months: 0, days: count });

it('the alarm is set to the next notice, and publishes each once', async () => {
  const userId = newWireId();
  const nowMs = Date.now();
  await give(userId, days(30), nowMs - 24 * DAY_MS);
  expect(await announced(userId)).toEqual([{ kind: 'premium', stage: 'week' }]);
  expect(await announced(userId)).toEqual([]);
  const alarmMs = await runInDurableObject(stubOf(userId), (_object, { storage }) => storage.getAlarm());
  expect(alarmMs).toBe(nowMs + 5 * DAY_MS);
  // A longer membership has notices of its own end.
  await give(userId, days(30), nowMs);
  expect(await announced(userId)).toEqual([]);
});

it('premium that an invitation makes longer in the same alarm is not announced', async () => {
  const userId = newWireId();
  await give(userId, days(30), Date.now() - 24 * DAY_MS);
  const terms = { inviterDays: 10, invitedDays: 7, waitHours: 1, perMonth: 10, inAll: 10 };
  const invited = { userId: newWireId(), atMs: Date.now() - DAY_MS, reason: '' as const, terms };
  await stubOf(userId).recordInvited({ ...invited, device: newHexId(), network: newHexId() });
  expect(await announced(userId)).toEqual([]);
});

it('an ended pack is announced, and nothing of a closed account', async () => {
  const userId = newWireId();
  const pack: GrantItem = { type: 'storage', bytes: 10, months: 0, days: 20 };
  await give(userId, pack, Date.now() - 21 * DAY_MS);
  await give(userId, days(40), Date.now());
  expect(await announced(userId)).toEqual([{ kind: 'storage', stage: 'ended' }]);
  const closed = newWireId();
  await give(closed, pack, Date.now() - 21 * DAY_MS);
  await give(closed, days(40), Date.now());
  await stubOf(closed).erase();
  expect(await announced(closed)).toEqual([]);
});

it('a ledger of the version before opens, and its alarm is set', async () => {
  const userId = newWireId();
  await give(userId, days(30), Date.now() - 24 * DAY_MS);
  await runInDurableObject(stubOf(userId), async (_object, { storage }) => {
    for (const table of ['notices', 'check_ins', 'arrival', 'own_code', 'invited', 'claims'])
      storage.sql.exec(`DROP TABLE ${table}`);
    storage.sql.exec('DELETE FROM _alarm');
    storage.sql.exec('UPDATE _self SET version = 1');
    await storage.deleteAlarm();
  });
  await abortAllDurableObjects();
  await stubOf(userId).balance();
  const alarmMs = await runInDurableObject(stubOf(userId), (_object, { storage }) => storage.getAlarm());
  expect(alarmMs).not.toBeNull();
  expect(await announced(userId)).toEqual([{ kind: 'premium', stage: 'week' }]);
});

it('mails in the language of the last order, and nothing while a subscription renews', async () => {
  const shop = makeShop();
  const letters: { letter: Letter; id: string }[] = [];
  const mail = {
    ready: true,
    prepare: async (letter: Letter) => ({ event: 'mail.send' as const, payload: { sealed: JSON.stringify(letter) } }),
    deliver: async ({ id, sealed }: { id: string; sealed: string }) =>
      letters.push({ id, letter: JSON.parse(sealed) as Letter }) > 0,
  };
  const deps = { db: shop.parts.db, clock: shop.parts.clock, mail, emailOf: async () => 'bob@example.com' };
  const billing = {
    isExpiryDue: (...[userId, expiry]: [string, Parameters<typeof isExpiryDue>[2]]) =>
      isExpiryDue(deps, userId, expiry),
    mailExpiry: (...[userId, expiry]: [string, Parameters<typeof mailExpiry>[2]]) => mailExpiry(deps, userId, expiry),
  };
  const expiry = { key: 'premium.9.ended', kind: 'premium', stage: 'ended', endMs: 9, bytes: 0 };
  const noticeOf = (userId: string): DomainEvent => ({
    id: newHexId(),
    event: 'membership.expiry-due',
    source: `MemberObject ${userId}`,
    payload: { userId, ...expiry },
  });
  const once = newWireId();
  await shop.decide(await shop.order({ userId: once, seenMinor: 799, locale: 'es' }));
  await shop.deliver();
  const announced: string[] = [];
  const announce = async (item: DomainEvent) => void announced.push(String(item.payload['userId']));
  await onExpiryDue(billing, noticeOf(once), announce);
  expect(letters).toMatchObject([
    { id: `expiry-${once}-premium.9.ended`, letter: { kind: 'plan-ended', locale: 'es', to: 'bob@example.com' } },
  ]);
  const renewing = newWireId();
  await shop.decide(await shop.order({ userId: renewing, seenMinor: 799, renews: true }));
  await shop.deliver();
  await onExpiryDue(billing, noticeOf(renewing), announce);
  expect(letters).toHaveLength(1);
  expect(announced).toEqual([once]);
});

it('a payment and a renewal that fails are announced once each, and nothing that went back before it came', async () => {
  const userId = newWireId();
  const seen = await published(userId);
  const nowMs = Date.now();
  const ledger = makeOrderLedger({ members: membersNow(), clock: { nowMs: () => nowMs } });
  const product = JSON.stringify(days(30));
  const order = (id: string) => ({ id, userId, productId: 'p', product, paidAtMs: nowMs }) as Order;
  for (let times = 0; times < 2; times += 1) {
    await ledger.credit(order('first'));
    await ledger.grace(userId, 'invoice', product, nowMs + 7 * DAY_MS);
  }
  await ledger.reverse(order('returned'));
  await ledger.credit(order('returned'));
  const announcements = seen.filter(({ event }) => event !== 'membership.changed');
  expect(announcements.map(({ event, payload }) => [event, payload])).toEqual([
    ['membership.paid', { userId, orderId: 'first', bought: days(30), dateMs: nowMs }],
    ['membership.renewal-failed', { userId, untilMs: nowMs + 7 * DAY_MS }],
  ]);
});
