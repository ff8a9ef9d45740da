/**
 * Events of a tree that are lost, doubled, late or out of order by seed: a node whose removal was acknowledged is shown to no
 * visitor, and after all events the link shows the current tree.
 */
import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type ShareId } from '#shared/ids.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DeliverEvents } from '#worker/platform/domain-event.ts';
import { makeFaultyDeliver } from '#worker/platform/faults/events.ts';
import { makeFaults } from '#worker/platform/faults/faults.ts';
import type { Caller } from '#worker/platform/request.ts';
import { create } from './link/create.ts';
import { makeDriveWorld } from './real-drive-fixture.ts';
import { objects } from './share-fixture.ts';
import { open } from './visit/open.ts';

const FAULTS = { lost: 0.15, after: 0.1, twice: 0.15, late: 0.2, shuffled: 0.15 } as const;
const STEPS = 14;

const { drive, parts, call, person, folder } = makeDriveWorld();

async function shown(shareId: ShareId): Promise<{ status: string; names: string[] }> {
  const query = { shareId, parentId: asNodeId(''), passCode: '', passCodeToken: '', limit: 0, pageToken: '' };
  const view = await open(parts, { ...query, order: 'name_asc', foldersFirst: true }, call);
  return { status: view.share_status, names: view.files.map((file) => file.name).sort() };
}

function driveOf(person: Caller) {
  return objects.drives.getByName(person.userId);
}

function takeDeliver(person: Caller, change: (deliver: DeliverEvents) => DeliverEvents): Promise<DeliverEvents> {
  return runInDurableObject(driveOf(person), (instance) => {
    const inside = instance as unknown as { deliver: DeliverEvents };
    const before = inside.deliver;
    inside.deliver = change(before);
    return before;
  });
}

async function tellAll(person: Caller): Promise<void> {
  for (let runs = 0; runs < 20; runs += 1) {
    const left = await runInDurableObject(driveOf(person), async (_object, { storage }) => {
      storage.sql.exec('UPDATE _outbox SET due_ms = 0');
      await storage.setAlarm(Date.now() + 60_000);
      return storage.sql.exec('SELECT 1 FROM _outbox').toArray().length;
    });
    if (left === 0) return;
    await runAlarm(driveOf(person));
  }
  throw new Error('the outbox never empties');
}

beforeAll(() => {
  const { error } = console;
  // Every fault that was injected is logged, as it should be; here only the others are of interest.
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => {
    if (!/"message":"(lost|after): deliver"/.test(String(line))) error(line);
  });
});

/** @returns how many removals were answered `unavailable` */
async function runSeed(seed: number): Promise<number> {
  const alice = person();
  const names = ['a', 'b'];
  const ids = [await folder(alice, 'a'), await folder(alice, 'b')];
  const rest = { passCodeRequired: false, customPassCode: '', expirationDays: -1, title: '', shareTo: 'publiclink' };
  const { shareId } = await create(parts, alice, { fileIds: ids, restoreLimit: -1, ...rest }, call);
  const live = [true, true];
  const before = await takeDeliver(alice, (deliver) => makeFaultyDeliver(deliver, { seed, plan: FAULTS }));
  const dice = makeFaults<never>({ seed, plan: {} });
  let unavailable = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const at = dice.below(ids.length);
    const id = ids[at] ?? asNodeId('');
    if (live[at] && dice.below(3) === 0) {
      names[at] = `${'ab'[at]}${step}`;
      await drive.rename(alice, id, names[at], call);
    } else if (live[at]) {
      live[at] = false;
      const heard = await drive.trash(alice, [id], call).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof AppError && error.errorName === 'unavailable')) throw error;
          unavailable += 1;
          return false;
        },
      );
      if (heard)
        expect([seed, step, (await shown(shareId)).names.includes(names[at] ?? '')]).toEqual([seed, step, false]);
    } else {
      live[at] = true;
      await drive.untrash(alice, [id], call);
    }
    if (dice.below(2) === 0) await shown(shareId);
  }
  await takeDeliver(alice, () => before);
  await tellAll(alice);
  const expected = names.filter((_, at) => live[at]);
  const status = expected.length > 0 ? 'OK' : 'DELETED';
  // A renamed or restored folder is seen when the last lease has ended.
  await expect.poll(async () => [seed, await shown(shareId)]).toEqual([seed, { status, names: expected }]);
  return unavailable;
}

it('fifteen links with faulty events hide removed files at once, and show the current tree in the end', async () => {
  // Each has a person, a drive and a link of its own; most of its time is spent on leases that end.
  const unavailable = await Promise.all(Array.from({ length: 15 }, (_, at) => runSeed(at + 1)));
  expect(unavailable.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
}, 60_000);
