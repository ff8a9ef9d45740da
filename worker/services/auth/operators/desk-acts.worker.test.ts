/** A lost second factor: its removal waits for its time or for a link, and no operator gets into an account alone. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskActKind } from '#shared/auth/desk-acts.ts';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { guardAlice } from '../factor/factor-fixture.ts';
import { errorOf, makeSettingsWorld, refusal, type SettingsWorld } from '../settings-fixture.ts';
import { onFactorsDue, onFactorsLeaving } from './desk-acts.ts';

let world: SettingsWorld;
let userId: UserId;
/** The outcome of the warning of a removal. */
let post: 'accepted' | 'refused' | 'dropped';
let received: DomainEvent[];
beforeEach(async () => {
  post = 'accepted';
  received = [];
  world = await makeSettingsWorld();
  userId = (await guardAlice(world)).caller.userId;
  const { time } = world;
  await runInDurableObject(world.accounts.getByName(userId), (object) => {
    Object.assign(object, { clock: { nowMs: () => time.nowMs }, deliver: take });
  });
});

const deliver = () =>
  post === 'refused' ? Promise.reject(new Error('refused')) : Promise.resolve(post === 'accepted');

async function take(items: readonly DomainEvent[]): Promise<string[]> {
  const taken: string[] = [];
  for (const item of items) {
    try {
      const mail = { ...world.parts.mail, ready: world.post.ready, textReady: world.post.textReady, deliver };
      if (item.event === 'auth.factors-leaving') await onFactorsLeaving({ ...world.parts, mail }, item);
      if (item.event === 'auth.factors-due') await onFactorsDue(world.parts, item);
      received.push(item);
      taken.push(item.id);
    } catch {
      // It stays in the outbox.
    }
  }
  return taken;
}

const by = (id: string) => ({ id, name: id, via: 'page' }) as const;

async function ask(kind: DeskActKind, operator = 'helen', role: OperatorRole = 'help_desk', id = newHexId()) {
  const prepared = await world.auth.prepareDeskAct(userId, { id, kind, role });
  const link = await world.auth.beginDeskAct(userId, prepared, { by: by(operator), role, reason: 'lost phone' });
  return { id, isAsked: prepared.isAsked, link };
}

async function confirm(id: string, operator: string) {
  const asked = await world.auth.askedDeskAct(userId, id);
  if (!asked) throw new AppError('not_found', { reason: 'no_such_act' });
  return world.auth.confirmDeskAct(userId, asked.prepared, { by: by(operator), reason: 'I spoke to her' });
}

const account = async () => {
  const found = await world.auth.deskAccount(userId);
  if (!found) throw new Error('no account');
  return found;
};
/** Twice: the second alarm delivers what the first one published. */
async function ringAt(ms: number): Promise<void> {
  await world.ringAt(userId, ms);
  await world.ringAt(userId, ms);
}
const ring = (afterMs = 0) => ringAt(world.time.nowMs + afterMs);
const stateOf = async (id: string) => (await account()).acts.find((act) => act.id === id)?.state;
const factors = async () => (await account()).factors.map(({ kind }) => kind);
const signInError = async () => (await errorOf(world.signIn()))?.errorName ?? 'in';
const tokenIn = (text: string | undefined): string =>
  new URL(text ?? '', 'https://drive.example.com').searchParams.get('token') ?? '';
const mailCameBack = (atMs: number, byOperator = false) =>
  Object.assign(world.parts.mail, {
    returned: async () => ({ atMs, reason: '550', byOperator }),
    lastReturn: async () => atMs,
  });
/** Moves every act back in time. */
const age = (ms: number) =>
  runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) => {
    storage.sql.exec('UPDATE desk_acts SET at_ms = at_ms - ?', ms);
  });
const stored = (query: string, ...values: SqlStorageValue[]) =>
  runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) => {
    storage.sql.exec(query, ...values);
  });

it('the person gets a letter, and a day later the factors are gone, once, with every session', async () => {
  const { isAsked, link, id } = await ask('factor');
  await ring();
  expect([isAsked, link, await factors()]).toEqual([false, null, ['code']]);
  const letter = world.letters.at(-1);
  expect(letter).toMatchObject({ kind: 'factors-leaving', to: 'alice@example.com' });
  expect(await refusal(ask('factor'))).toBe('removal_waits');
  const dueMs = letter?.dateMs ?? 0;
  expect(dueMs - world.time.nowMs).toBe(DAY_MS);

  await ringAt(dueMs - 1);
  expect([await factors(), await signInError()]).toEqual([['code'], 'two_factor_required']);
  await ringAt(dueMs);
  await ringAt(dueMs + 1);
  expect([await factors(), await stateOf(id), await signInError()]).toEqual([[], 'done', 'in']);
  expect(received.filter(({ event }) => event === 'auth.factors-removed')).toHaveLength(1);
  expect(received.filter(({ event }) => event === 'auth.sessions-ended')).toHaveLength(1);
  expect(await refusal(ask('factor'))).toBe('no_factor');
  // The letter has ended too.
  expect(await world.auth.answerRemoval(tokenIn(letter?.path), null)).toBeNull();
});

it('the person stops it by the letter without a session, or signed in without the letter', async () => {
  const first = await ask('factor');
  await ring();
  const { path } = world.letters.at(-1) ?? {};
  expect(await world.auth.seenRemoval(tokenIn(path), null)).toMatchObject({ way: 'keep' });
  expect(await stateOf(first.id)).toBe('waits');
  expect(await world.auth.answerRemoval(tokenIn(path), null)).toBe('keep');
  expect([await stateOf(first.id), await world.auth.answerRemoval(tokenIn(path), null)]).toEqual(['stopped', null]);

  // Who stopped it did not want it: another one is the work of two, for seven days.
  const second = await ask('factor');
  expect(second.isAsked).toBe(true);
  await confirm(second.id, 'hugo');
  await ring();
  // A letter of before stops no other one.
  expect(await world.auth.answerRemoval(tokenIn(path), null)).toBeNull();
  const bob = await world.enter('bob@example.com');
  expect(await world.auth.answerRemoval('', bob.caller)).toBeNull();
  expect(await world.auth.answerRemoval('', null)).toBeNull();
  expect(await stateOf(second.id)).toBe('waits');
  const alice = await runInDurableObject(world.accounts.getByName(userId), (_object, { storage }) =>
    storage.sql.exec<{ family_id: string }>('SELECT family_id FROM families WHERE revoked_ms IS NULL LIMIT 1').one(),
  );
  const caller = { ...bob.caller, userId, sessionId: alice.family_id, epoch: 99 };
  expect(await world.auth.answerRemoval('', caller)).toBe('keep');
  await ringAt(world.time.nowMs + 2 * DAY_MS);
  expect([await factors(), await stateOf(second.id)]).toEqual([['code'], 'stopped']);
});

it('one who has become an operator since then keeps the factors', async () => {
  const { id } = await ask('factor');
  await ring();
  await world.auth.setRole(userId, 'money');
  await ring(2 * DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([['code'], 'ended']);
});

it('the day begins when the letter is accepted', async () => {
  post = 'refused';
  const { id } = await ask('factor');
  await ring();
  await ring(HOUR_MS);
  expect((await account()).acts[0]).toMatchObject({ state: 'waits', dueMs: 0 });
  post = 'accepted';
  await ring(20 * HOUR_MS);
  await ring(DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([['code'], 'waits']);
  await ring(20 * HOUR_MS + DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([[], 'done']);
});

it('a letter that cannot be sent ends the removal', async () => {
  post = 'dropped';
  const { id } = await ask('factor');
  await ring();
  await ring(2 * DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([['code'], 'ended']);
});

it('a warning that comes back within the day ends the removal, and the next one gives a link by hand', async () => {
  const { id } = await ask('factor');
  await ring();
  mailCameBack(world.time.nowMs + HOUR_MS);
  await ring(DAY_MS);
  await ring(2 * DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([['code'], 'returned']);
  expect((await ask('factor')).link?.url).toContain('token=');
});

it('mail that came back before the removal was asked does not end it', async () => {
  const { id } = await ask('factor');
  await ring();
  mailCameBack(world.time.nowMs - HOUR_MS);
  await ring(DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([[], 'done']);
});

it('a person whose mail comes back gets a link by hand', async () => {
  mailCameBack(0);
  expect((await ask('factor')).link?.url).toContain('token=');
});

it('an operator who says that mail comes back gets no link alone, and the day of the letter stays', async () => {
  mailCameBack(0, true);
  const { id, isAsked, link } = await ask('factor', 'olga', 'all');
  expect([isAsked, link]).toEqual([true, null]);
  expect(await refusal(confirm(id, 'olga'))).toBe('same_operator');
  expect((await confirm(id, 'hugo'))?.url).toContain('token=');
});

it('mail that is resumed within the day does not let the removal take effect', async () => {
  const { id } = await ask('factor');
  await ring();
  mailCameBack(world.time.nowMs + HOUR_MS);
  Object.assign(world.parts.mail, { returned: async () => null });
  await ring(DAY_MS);
  await ring(2 * DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([['code'], 'returned']);
});

describe('where no mail works', () => {
  beforeEach(() => Object.assign(world.post, { ready: false, textReady: false }));

  it('a link from hand to hand removes them at its press, once, and ends after a day', async () => {
    const first = await ask('factor');
    expect(first.link?.to).toBe('a***e@example.com');
    const token = tokenIn(first.link?.url);
    expect(await world.auth.seenRemoval(token, null)).toMatchObject({ way: 'remove' });
    // The alarm of then ends it, and does not remove anything.
    await ringAt(world.time.nowMs + DAY_MS);
    expect([await factors(), await stateOf(first.id)]).toEqual([['code'], 'ended']);
    expect(await world.auth.answerRemoval(token, null)).toBeNull();

    const second = await ask('factor', 'olga', 'all');
    await world.auth.endDeskAct(userId, second.id);
    expect(await world.auth.answerRemoval(tokenIn(second.link?.url), null)).toBeNull();
  });

  it('the press ends every session', async () => {
    const { link, id } = await ask('factor');
    expect(await world.auth.answerRemoval(tokenIn(link?.url), null)).toBe('remove');
    expect(await world.auth.answerRemoval(tokenIn(link?.url), null)).toBeNull();
    expect([await factors(), await stateOf(id), await signInError()]).toEqual([[], 'done', 'in']);
    expect(received.map(({ event }) => event)).toContain('auth.sessions-ended');
  });

  it('a help desk gives no link for a password alone, however it is tried', async () => {
    const { isAsked, link, id } = await ask('link');
    expect([isAsked, link]).toEqual([true, null]);
    expect(await refusal(confirm(id, 'helen'))).toBe('same_operator');
    // Not by asking again, and not by a demand.
    expect(await refusal(ask('link'))).toBe('second_asked');
    expect(await refusal(ask('reset'))).toBe('no_way_back');
    expect((await account()).passwordMs).toBeLessThanOrEqual(world.time.nowMs);
    const given = await confirm(id, 'hugo');
    expect(given?.url).toContain('/auth/reset?');
    // With that link out, the second factor is the work of two again.
    expect((await ask('factor')).isAsked).toBe(true);
  });

  it('a link that is made once more is decided once more', async () => {
    const first = await ask('link', 'olga', 'all');
    await age(6 * DAY_MS);
    const again = await ask('link', 'olga', 'all', first.id);
    expect([again.link === null, (await account()).acts.length]).toEqual([false, 1]);
    // It counts from the newest link.
    await age(6 * DAY_MS);
    const removal = await ask('factor', 'olga', 'all');
    expect(removal.isAsked).toBe(true);
    await confirm(removal.id, 'hugo');
    expect(await refusal(ask('link', 'olga', 'all', first.id))).toBe('other_act');
  });

  it('what waits is listed before many that are done', async () => {
    const { id } = await ask('link', 'helen');
    for (let made = 0; made < 12; made += 1) {
      await age(1);
      await ask('link', 'olga', 'all');
    }
    expect((await account()).acts[0]?.id).toBe(id);
  });
});

it.each(['help_desk', 'all'] as const)(
  'password and factors of one person within seven days need a second operator in either order: %s',
  async (role) => {
    const first = await ask('factor', 'helen', role);
    const reset = await ask('reset', 'helen', role);
    expect([first.isAsked, reset.isAsked, (await account()).status]).toEqual([false, true, 'ACTIVE']);
    expect(await refusal(confirm(reset.id, 'helen'))).toBe('same_operator');
    await confirm(reset.id, 'hugo');
    expect([(await account()).status, await stateOf(reset.id)]).toEqual(['FROZEN', 'done']);
  },
);

it('also a week less a minute later, and no longer after it', async () => {
  expect((await ask('reset')).isAsked).toBe(false);
  await age(7 * DAY_MS - MINUTE_MS);
  const { id, isAsked } = await ask('factor');
  expect(isAsked).toBe(true);
  await world.auth.endDeskAct(userId, id);
  await age(MINUTE_MS);
  expect((await ask('factor')).isAsked).toBe(false);
});

it('one that an operator took back counts for nothing', async () => {
  const { id } = await ask('factor');
  await world.auth.endDeskAct(userId, id);
  expect((await ask('reset')).isAsked).toBe(false);
});

it('an id stands for one act of one operator, and what ended does not begin again', async () => {
  const { id } = await ask('reset');
  expect(await refusal(ask('factor', 'helen', 'help_desk', id))).toBe('other_act');
  expect(await refusal(ask('reset', 'olga', 'all', id))).toBe('other_act');
  expect(await refusal(ask('reset', 'helen', 'help_desk', id))).toBe('no refusal');
  const asked = await ask('factor', 'hugo');
  await world.auth.endDeskAct(userId, asked.id);
  expect(await refusal(ask('factor', 'hugo', 'help_desk', asked.id))).toBe('other_act');
});

it('of two operators who confirm at once one does it, and a request ends after seven days', async () => {
  await ask('factor');
  const { id } = await ask('reset');
  const both = await Promise.all(['hugo', 'olga'].map((operator) => refusal(confirm(id, operator))));
  expect(both.toSorted()).toEqual(['no refusal', 'no_such_act']);

  await stored("UPDATE account SET status = 'ACTIVE'");
  const again = await ask('reset', 'hugo');
  await age(7 * DAY_MS);
  await ringAt(world.time.nowMs);
  expect([again.isAsked, await stateOf(again.id)]).toEqual([true, 'ended']);
  expect(await world.auth.askedDeskAct(userId, again.id)).toBeNull();
});

it('what another act changed since the log had it is refused, and nothing happens', async () => {
  const asked = { id: newHexId(), kind: 'reset', role: 'help_desk' } as const;
  const prepared = await world.auth.prepareDeskAct(userId, asked);
  await ask('factor', 'hugo');
  const late = world.auth.beginDeskAct(userId, prepared, { by: by('helen'), role: 'help_desk', reason: 'late' });
  expect([await refusal(late), (await account()).status]).toEqual(['other_act', 'ACTIVE']);
});

it('the factors of an operator are removed by one with every right alone, and never the password', async () => {
  await world.auth.setRole(userId, 'all');
  expect(await refusal(ask('factor', 'helen', 'help_desk'))).toBe('is_operator');
  expect(await refusal(ask('reset', 'olga', 'all'))).toBe('is_operator');
  const { id } = await ask('factor', 'olga', 'all');
  await ring();
  await ring(DAY_MS);
  expect([await factors(), await stateOf(id)]).toEqual([[], 'done']);
});
