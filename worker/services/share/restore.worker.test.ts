import { expect } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import { restore } from './save/restore.ts';
import { shareTest as it, makeWorld, type World } from './share-fixture.ts';

interface SaveRequest {
  person?: ReturnType<World['person']>;
  fileIds?: readonly NodeId[];
  parentId?: NodeId | null;
  token?: string;
}

function save(
  world: World,
  shareId: ShareId,
  { person = world.person(), fileIds = [], parentId = null, token = '' }: SaveRequest = {},
) {
  return restore(world.parts, person, { shareId, passCodeToken: token, fileIds, parentId }, world.call());
}

async function count(world: World): Promise<string | undefined> {
  return (await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call())).data[0]
    ?.restore_count;
}

it('a restore answers the task and the folder, and counts one save', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const saved = await save(world, shareId);
  expect(saved).toMatchObject({ share_status: 'OK', restore_status: 'RESTORE_START', file_id: 'Vtarget' });
  expect(saved.restore_task_id).not.toBe('');
  expect(await count(world)).toBe('1');
});

it('saving files of a link: 200 concurrent restores never exceed the limit', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { restoreLimit: 10 });
  const all = await Promise.all(Array.from({ length: 200 }, () => save(world, shareId)));
  expect(all.filter((saved) => saved.restore_status === 'RESTORE_START')).toHaveLength(10);
  expect(all.filter((saved) => saved.share_status === 'MAX_RESTORE_COUNT')).toHaveLength(190);
  expect(world.drive.restores).toBe(10);
  expect(await count(world)).toBe('10');
  expect(await world.open(shareId)).toMatchObject({
    share_status: 'MAX_RESTORE_COUNT',
    files: [],
    restore_count_left: '0',
  });
});

it('saving files of a link: 50 concurrent restores by one person count as one, even for the last save', async ({
  world,
}) => {
  const { shareId } = await world.create([world.drive.add('a')], { restoreLimit: 1 });
  const person = world.person();
  const all = await Promise.all(Array.from({ length: 50 }, () => save(world, shareId, { person })));
  expect(new Set(all.map((saved) => saved.restore_task_id)).size).toBe(1);
  expect(all.every((saved) => saved.share_status === 'OK')).toBe(true);
  expect(world.drive.restores).toBe(1);
  expect(await count(world)).toBe('1');
  expect(await save(world, shareId, { person })).toMatchObject({
    restore_status: 'RESTORE_START',
    restore_task_id: all[0]?.restore_task_id,
  });
  expect((await save(world, shareId)).share_status).toBe('MAX_RESTORE_COUNT');
});

it('a second restore by the same person counts again after the first has finished', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { restoreLimit: 2 });
  const person = world.person();
  const first = await save(world, shareId, { person });
  await save(world, shareId, { person });
  expect(await count(world)).toBe('1');
  for (const restored of world.drive.restored.values()) restored.running = false;
  const second = await save(world, shareId, { person });
  expect(second.restore_task_id).not.toBe(first.restore_task_id);
  expect(await count(world)).toBe('2');
  for (const restored of world.drive.restored.values()) restored.running = false;
  expect((await save(world, shareId, { person })).restore_task_id).toBe(second.restore_task_id);
  expect([world.drive.restores, await count(world)]).toEqual([2, '2']);
});

it('a restore that the drive refuses is not counted', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { restoreLimit: 1 });
  world.drive.refusal = new AppError('file_space_not_enough');
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => save(world, shareId)));
  expect(
    all.some((result) => result.status === 'rejected' && result.reason.errorName === 'file_space_not_enough'),
  ).toBe(true);
  expect(await count(world)).toBe('0');
  world.drive.refusal = null;
  expect((await save(world, shareId)).restore_status).toBe('RESTORE_START');
});

it('a restore with an unclear failure stays counted, and a repeated call continues with it', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')], { restoreLimit: 1 });
  const person = world.person();
  world.drive.refusal = new Error('connection lost') as AppError;
  await expect(save(world, shareId, { person })).rejects.toThrow('connection lost');
  world.drive.refusal = null;
  expect((await save(world, shareId)).share_status).toBe('MAX_RESTORE_COUNT');
  expect((await save(world, shareId, { person })).restore_status).toBe('RESTORE_START');
  expect(await count(world)).toBe('1');
});

it('a restore by the owner or of files outside the link is refused and not counted', async ({ world }) => {
  const locked = await world.create([world.drive.add('a')], { passCodeRequired: true });
  await expect(save(world, locked.shareId, { person: world.owner })).rejects.toMatchObject({
    errorName: 'file_restore_own',
  });
  const world2 = makeWorld();
  const file = world2.drive.add('a');
  const beside = world2.drive.add('beside');
  const { shareId } = await world2.create([file]);
  for (const fileIds of [[beside], [file, beside], [asNodeId(newWireId())]]) {
    await expect(save(world2, shareId, { fileIds })).rejects.toMatchObject({ errorName: 'file_not_found' });
  }
  expect(await count(world2)).toBe('0');
  expect(world2.drive.restores).toBe(0);
});

it('a restore from a closed link answers its status', async ({ world }) => {
  const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  expect(await save(world, asShareId(newWireId()))).toMatchObject({
    share_status: 'NOT_FOUND',
    restore_status: 'RESTORE_UNKNOWN',
  });
  expect(await save(world, shareId)).toMatchObject({
    share_status: 'PASS_CODE_EMPTY',
    restore_task_id: '',
    file_id: '',
  });
  const { pass_code_token: token } = await world.open(shareId, { passCode });
  expect((await save(world, shareId, { token })).share_status).toBe('OK');
  await remove(world.parts, world.owner, [shareId]);
  expect((await save(world, shareId, { token })).share_status).toBe('DELETED');
});
