import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makeDrive, txOf } from '../drive-fixture.ts';
import { insertTask, updateTask } from './task.store.ts';

test('ends of long tasks within an hour are one notification until it is read', async () => {
  const drive = makeDrive();
  unwrap(await drive.stub.space(drive.caller));
  const list = async () => unwrap(await drive.stub.bellItems(drive.caller));
  const end = (phase: 'PHASE_TYPE_COMPLETE' | 'PHASE_TYPE_ERROR', seconds: number) =>
    drive.inside((object, sql) => {
      const id = newWireId();
      const tx = (nowMs: number) => txOf(sql, nowMs);
      const nowMs = Date.now();
      insertTask(tx(nowMs), { id, type: 'offline', phase: 'PHASE_TYPE_RUNNING', fileName: 'film.mkv' });
      updateTask(tx(nowMs + seconds * 1_000), id, { phase });
      return object;
    });
  await end('PHASE_TYPE_COMPLETE', 2);
  await end('PHASE_TYPE_COMPLETE', 20);
  expect((await list()).items).toMatchObject([{ kind: 'fetch-done', data: { name: 'film.mkv' } }]);
  await end('PHASE_TYPE_COMPLETE', 20);
  await end('PHASE_TYPE_ERROR', 0);
  expect((await list()).items.map(({ kind, data }) => [kind, data.count ?? 1])).toEqual(
    expect.arrayContaining([
      ['fetch-done', 2],
      ['fetch-failed', 1],
    ]),
  );
});
