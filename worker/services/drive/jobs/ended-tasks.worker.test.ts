import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makeDrive, txOf } from '../drive-fixture.ts';
import { insertTask, updateTask } from './task.store.ts';

test('ends of long tasks within an hour are one notification for devices, and the bell has the failures alone', async () => {
  const drive = makeDrive();
  unwrap(await drive.stub.space(drive.caller));
  const stored = () =>
    drive.inside((_, sql) =>
      sql
        .exec<{ kind: string; data: string }>('SELECT kind, data FROM bell ORDER BY seq')
        .toArray()
        .map(({ kind, data }) => [kind, JSON.parse(data)]),
    );
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
  expect(await stored()).toMatchObject([['fetch-done', { name: 'film.mkv' }]]);
  await end('PHASE_TYPE_COMPLETE', 20);
  await end('PHASE_TYPE_ERROR', 0);
  expect(await stored()).toMatchObject([
    ['fetch-done', { count: 2 }],
    ['fetch-failed', { name: 'film.mkv' }],
  ]);
  const { items, unread } = unwrap(await drive.stub.bellItems(drive.caller));
  expect([items.map(({ kind }) => kind), unread]).toEqual([['fetch-failed'], 1]);
});
