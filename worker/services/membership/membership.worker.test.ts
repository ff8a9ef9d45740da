/** The ledger of a person: each grant once, reversals in any order, and the limits that reach the drive. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import { foldLedger } from '#shared/membership/fold.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { timelineOf } from '#shared/membership/timeline.ts';
import { DAY_MS, GIB, TIB } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { systemClock } from '#worker/platform/clock.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { onAccountClosed } from './events.ts';
import type { MemberObject } from './member.object.ts';
import { makeOrderLedger } from './orders/ledger.ts';
import type { Order } from './orders/order-row.ts';
import { makeMembershipService } from './service.ts';

const env = bound as unknown as Env;
const { members, drives } = objectsOf(env);
const { limits } = readConfig(env);
const ACTOR = { id: 'V-olga', name: 'Olga' };
const MONTH: GrantItem = { type: 'premium', region: 'global', months: 1, days: 0 };
const PACK: GrantItem = { type: 'storage', bytes: TIB, months: 1, days: 0 };

const parsed = catalogueDocument.parse(catalogueDocument.initial);
if (!parsed.ok) throw new Error('the catalogue of the build does not parse');
const live = async (name: string) => (name === 'groups' ? { groups: [] } : parsed.value);
const documents = { live } as unknown as Pick<ConfigService, 'live'>;
const service = makeMembershipService({ members, documents, limits, clock: systemClock });

const newUser = (): string => `V${newHexId().slice(0, 25)}`;

const grantTo = (userId: string, key: string, item: GrantItem = MONTH) =>
  service.grant(userId, {
    source: 'order',
    key,
    product: 'premium-month',
    item,
    startsMs: null,
    reason: '',
    actor: ACTOR,
  });
const reverseOf = (userId: string, key: string) =>
  service.reverse(userId, { source: 'order', key, reason: 'refund', actor: ACTOR });

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: unknown) => `${asAppError(error).errorName}/${asAppError(error).detail?.reason ?? ''}`,
  );
}

/** The timeline that the drive has; null without one. */
function pushedTo(userId: string): Promise<{ version: number; timeline: unknown } | null> {
  return runInDurableObject(drives.getByName(userId), (_object, { storage: { sql } }) => {
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'entitlement'").toArray().length === 0) return null;
    const row = sql
      .exec<{ version: number; timeline: string }>('SELECT version, timeline FROM entitlement')
      .toArray()[0];
    return row ? { version: row.version, timeline: JSON.parse(row.timeline) as unknown } : null;
  });
}

it('a grant: counts once, however often and however many at once it is asked for, and answers the first entry', async () => {
  const user = newUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => grantTo(user, 'order-1')));
  expect(new Set(answers.map(({ entry }) => entry.id)).size).toBe(1);
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  const { entries, timeline } = await service.ledgerOf(user);
  expect(entries).toHaveLength(1);
  expect(timeline.premium).toHaveLength(1);
  expect(await service.membershipOf(user)).toMatchObject({ status: 'ok', type: 'platinum' });
});

it('a grant has reached the drive when it is answered', async () => {
  const user = newUser();
  await grantTo(user, 'a', PACK);
  const { timeline } = await service.ledgerOf(user);
  expect(await pushedTo(user)).toEqual({ version: 1, timeline });
  expect((await service.limitsOf(user)).storageBytes).toBe(limits.freeStorageBytes + TIB);
});

it.each<[string, Partial<Parameters<typeof service.grant>[1]>]>([
  ['item', { item: { ...MONTH, months: -1 } }],
  ['item', { item: { ...MONTH, months: 0 } }],
  ['item', { item: { ...PACK, bytes: 1.5 } as GrantItem }],
  ['item', { item: { ...PACK, bytes: -GIB } as GrantItem }],
  ['key', { key: '' }],
  ['key', { key: 'x'.repeat(201) }],
  ['key', { key: 'a b' }],
])('a grant: with a malformed %s is refused and leaves nothing', async (_field, change) => {
  const user = newUser();
  const input = {
    source: 'order' as const,
    key: 'k',
    product: '',
    item: MONTH,
    startsMs: null,
    reason: '',
    actor: ACTOR,
  };
  expect(await refusalOf(service.grant(user, { ...input, ...change }))).toBe('invalid_argument/malformed');
  expect((await service.ledgerOf(user)).entries).toEqual([]);
});

it('a reversal takes exactly its grant back, once', async () => {
  const user = newUser();
  await grantTo(user, 'a');
  await grantTo(user, 'b');
  const answers = await Promise.all(Array.from({ length: 20 }, () => reverseOf(user, 'a')));
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  const { entries, timeline } = await service.ledgerOf(user);
  expect(entries).toHaveLength(3);
  const counted = entries.find(({ key, kind }) => key === 'b' && kind === 'grant');
  expect(timeline.premium.map(({ entryId }) => entryId)).toEqual([counted?.id]);
});

it('a reversal: that comes before its grant cancels it', async () => {
  const user = newUser();
  expect(await reverseOf(user, 'a')).toMatchObject({ hasGrant: false });
  expect(await grantTo(user, 'a')).toMatchObject({ isReversed: true });
  expect(await service.membershipOf(user)).toMatchObject({ status: 'invalid' });
  expect((await pushedTo(user))?.timeline).toMatchObject({ premium: [] });
});

it('any order of grants and reversals with repeats ends with the same balance, which is the fold of the entries', async () => {
  const act = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    reverses: fc.boolean(),
    times: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      const user = newUser();
      await Promise.all(
        acts.flatMap(({ key, reverses, times }) =>
          Array.from({ length: times }, () => (reverses ? reverseOf(user, key) : grantTo(user, key, PACK))),
        ),
      );
      const { entries, timeline } = await service.ledgerOf(user);
      const reversed = new Set(acts.filter(({ reverses }) => reverses).map(({ key }) => key));
      const granted = new Set(acts.filter(({ reverses }) => !reverses).map(({ key }) => key));
      expect(entries).toHaveLength(reversed.size + granted.size);
      expect(timeline).toEqual(timelineOf(entries));
      expect(timeline.storage).toHaveLength([...granted].filter((key) => !reversed.has(key)).length);
      expect((await pushedTo(user))?.timeline).toEqual(timeline);
      const plans = await service.plans();
      expect(await service.limitsOf(user)).toEqual(foldLedger(entries, plans, Date.now()).limits);
    }),
    { numRuns: 12 },
  );
});

it('limits that did not reach the drive are delivered by the alarm, in any order of arrival', async () => {
  const user = newUser();
  let isBroken = true;
  let real: DeliverEvents | undefined;
  await runInDurableObject(members.getByName(user), (object: MemberObject) => {
    const holder = object as unknown as { deliver: DeliverEvents };
    real = holder.deliver;
    holder.deliver = (items) =>
      isBroken ? Promise.reject(new Error('no way')) : (real as DeliverEvents)([...items].toReversed());
  });
  await grantTo(user, 'a');
  await grantTo(user, 'b', PACK);
  expect(await pushedTo(user)).toBeNull();
  isBroken = false;
  await runInDurableObject(members.getByName(user), (_object, { storage: { sql } }) =>
    sql.exec('UPDATE _outbox SET due_ms = 0'),
  );
  await runAlarm(members.getByName(user));
  expect((await pushedTo(user))?.version).toBe(2);
});

it('entries are never changed or deleted while the account lives, and all of them go with it', async () => {
  const user = newUser();
  await grantTo(user, 'a');
  await runInDurableObject(members.getByName(user), (_object, { storage: { sql } }) => {
    expect(() => sql.exec("UPDATE entries SET reason = 'x'")).toThrow('never changed');
    expect(() => sql.exec('DELETE FROM entries')).toThrow('never deleted');
  });
  const closed = { id: 'e', event: 'auth.account-closed', source: user, payload: { userId: user } };
  await onAccountClosed({ members }, closed);
  await onAccountClosed({ members }, closed);
  expect(await service.ledgerOf(user)).toMatchObject({ entries: [] });
  expect(await refusalOf(grantTo(user, 'b'))).toBe('failed_precondition/account_closed');
});

it('a closed account of a person without a ledger takes no grant either', async () => {
  const user = newUser();
  await onAccountClosed(
    { members },
    { id: 'e', event: 'auth.account-closed', source: user, payload: { userId: user } },
  );
  expect(await refusalOf(grantTo(user, 'late'))).toBe('failed_precondition/account_closed');
});

it('an order of a closed account is reversed without its ledger, and its renewals keep no plan', async () => {
  const user = newUser();
  await onAccountClosed(
    { members },
    { id: 'e', event: 'auth.account-closed', source: user, payload: { userId: user } },
  );
  const ledger = makeOrderLedger({ members, clock: systemClock });
  await ledger.reverse({ id: 'order-1', userId: user } as Order);
  await ledger.grace(user, 'invoice-1', JSON.stringify(MONTH), systemClock.nowMs() + DAY_MS);
  await ledger.reverseGrace(user, 'invoice-1');
  expect(await service.ledgerOf(user)).toMatchObject({ entries: [] });
});

it('reading the ledger of a person without one creates nothing', async () => {
  const user = newUser();
  expect(await service.ledgerOf(user)).toMatchObject({ entries: [] });
  expect(await service.membershipOf(user)).toMatchObject({
    status: 'invalid',
    type: 'novip',
    expiresMs: 0,
    vipItems: [],
  });
  const tables = await runInDurableObject(members.getByName(user), (_object, { storage: { sql } }) =>
    sql.exec("SELECT name FROM sqlite_master WHERE name = 'entries'").toArray(),
  );
  expect(tables).toEqual([]);
});

it('a preview names the end that a purchase would have, and unknown products and quantities are refused', async () => {
  const user = newUser();
  const { entry } = await grantTo(user, 'a');
  const { span, now, after } = await service.preview(user, { product: 'premium-year', quantity: 1, region: 'global' });
  expect(span.startMs).toBe(now.expiresMs);
  expect(after.expiresMs - entry.startsMs).toBeGreaterThan(365 * DAY_MS);
  const asked = (product: string, quantity: number) =>
    refusalOf(service.preview(user, { product, quantity, region: 'global' }));
  expect(await asked('no-such', 1)).toBe('not_found/product_not_found');
  for (const quantity of [0, -1, 1.5, 101, Number.NaN])
    expect(await asked('premium-year', quantity)).toBe('invalid_argument/out_of_range');
});
