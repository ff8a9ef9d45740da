/**
 * Events of a tree that are lost, doubled, late or out of order by seed: a node whose removal was acknowledged is shown to no
 * visitor, and after all events the link shows the current tree.
 */
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type ShareId } from '#shared/ids.ts';
import { changeDeliver, deliverAll, hideInjectedFaults } from '#worker/platform/faults/deliver-fixture.ts';
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

beforeAll(hideInjectedFaults);

/** @returns how many removals were answered `unavailable` */
async function runSeed(seed: number): Promise<number> {
  const alice = person();
  const names = ['a', 'b'];
  const ids = [await folder(alice, 'a'), await folder(alice, 'b')];
  const rest = { passCodeRequired: false, customPassCode: '', expirationDays: -1, title: '', shareTo: 'publiclink' };
  const { shareId } = await create(parts, alice, { fileIds: ids, restoreLimit: -1, ...rest }, call);
  const live = [true, true];
  const before = await changeDeliver(driveOf(alice), (deliver) => makeFaultyDeliver(deliver, { seed, plan: FAULTS }));
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
  await changeDeliver(driveOf(alice), () => before);
  await deliverAll(driveOf(alice));
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
