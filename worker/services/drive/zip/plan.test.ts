import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { makeZipPlans, type ZipDrive } from './plan.ts';

const owner = 'Vowner' as UserId;

/** A drive with one page; counts how often it is measured, and how many measure at once. */
function makeDrive() {
  const state = { revision: '1', measured: 0, atOnce: 0, most: 0 };
  const page = { cursor: '', entries: 1, digest: 'd', localBytes: 10, centralBytes: 10 };
  const drive: ZipDrive = async (step) => {
    const answer = { revision: state.revision, ids: [], selection: '', name: '', pages: [], next: null, nodes: [] };
    if (step.do !== 'measure') return answer;
    state.measured += 1;
    state.atOnce += 1;
    state.most = Math.max(state.most, state.atOnce);
    await new Promise((done) => setImmediate(done));
    state.atOnce -= 1;
    return { ...answer, pages: [page] };
  };
  return { state, drive };
}

function makePlans() {
  let nowMs = 0;
  return makeZipPlans({ nowMs: () => nowMs }, async (ms) => {
    nowMs += ms / 100;
    await new Promise((done) => setImmediate(done));
  });
}

it('plans of zip files: measures a tree once for requests at the same time, and again when it has changed', async () => {
  const { state, drive } = makeDrive();
  const plans = makePlans();
  const ask = { ownerId: owner, key: 'a', drive, maxEntries: 9 };
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => plans.of(ask)));
  expect([state.measured, others.every((plan) => plan === first)]).toEqual([1, true]);
  state.revision = '2';
  await plans.of(ask);
  expect(state.measured).toBe(2);
});

it('plans of zip files: measures one drive once at a time, and refuses past its queue', async () => {
  const { state, drive } = makeDrive();
  const plans = makePlans();
  const ended = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => plans.of({ ownerId: owner, key: `${index}`, drive, maxEntries: 9 })),
  );
  expect(state.most).toBe(1);
  const refused = ended.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const end of refused)
    expect(end).toMatchObject({
      reason: { errorName: 'unavailable', detail: { retryInSeconds: 5 } },
    });
});

it('drops the plan that was used least lately, and no other', async () => {
  const { state, drive } = makeDrive();
  const plans = makePlans();
  const of = (index: number) => plans.of({ ownerId: owner, key: `${index}`, drive, maxEntries: 9 });
  for (let index = 0; index < 50; index += 1) await of(index);
  await of(0);
  await of(50);
  expect(state.measured).toBe(51);
  await of(0);
  await of(49);
  expect(state.measured).toBe(51);
  await of(1);
  expect(state.measured).toBe(52);
});

it('plans of zip files begins anew when the tree changes while it is measured, and gives up in time', async () => {
  const { state, drive } = makeDrive();
  let changes = 2;
  const restless: ZipDrive = async (step) => {
    const answer = await drive(step);
    if (step.do !== 'measure') return answer;
    if (step.cursor === '') return { ...answer, next: 'more' };
    changes -= 1;
    if (changes >= 0) throw new AppError('failed_precondition', { reason: 'tree_changed' });
    return answer;
  };
  const ask = { ownerId: owner, key: 'a', drive: restless, maxEntries: 9 };
  expect((await makePlans().of(ask)).directory.entries).toBe(2);
  expect(state.measured).toBe(6);
  changes = 9;
  await expect(makePlans().of(ask)).rejects.toMatchObject({
    errorName: 'unavailable',
    detail: { retryInSeconds: expect.any(Number) },
  });
});

it('plans of zip files keeps a refusal for half a minute while the tree is the same', async () => {
  const { state, drive } = makeDrive();
  let nowMs = 0;
  const plans = makeZipPlans({ nowMs: () => nowMs }, async () => undefined);
  const ask = { ownerId: owner, key: 'a', drive, maxEntries: 0 };
  const refused = () => expect(plans.of(ask)).rejects.toMatchObject({ errorName: 'zip_too_many_files' });
  await refused();
  await refused();
  expect(state.measured).toBe(1);
  state.revision = '2';
  await refused();
  expect(state.measured).toBe(2);
  nowMs += 31_000;
  await refused();
  expect(state.measured).toBe(3);
});
