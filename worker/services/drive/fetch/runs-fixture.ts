/** A run of a fetch without its alarm, for tests. */
import { runInDurableObject } from 'cloudflare:test';
import { unwrap } from '#shared/errors.ts';
import { MIB } from '#shared/units.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { rows, type Uploader } from '../upload/upload-fixture.ts';
import type { FetchRow } from './store.ts';

const LIMITS = { tasksPerDay: 9, openTasks: 9, runningTasks: 1 };

export async function setFetch(person: Uploader, change: string): Promise<void> {
  await runInDurableObject(person.stub, async (_object, state) => {
    await state.storage.deleteAlarm();
    state.storage.sql.exec(`UPDATE fetches SET ${change}`);
  });
}

/** The bytes of the server of others (scripts/test/origin-double.ts). */
export function originBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + 7 + (at >> 8)) & 255;
  return bytes;
}

/** Begun without the alarm. */
export async function beginRun(person: Uploader) {
  const order = {
    kind: 'http' as const,
    wanted: '',
    url: 'https://files.example/x',
    parentId: '',
    name: '',
    params: {},
  };
  const begun = unwrap(
    await person.stub.fetchBegin(
      callerData(person.caller),
      { ...order, storageLimitBytes: 999 * MIB, limits: LIMITS },
      null,
    ),
  );
  await setFetch(person, `state = 'running', run = 100, due_ms = ${systemClock.nowMs() + 60_000}`);
  return { taskId: begun.id, run: 100 };
}

export const fetchRow = async (person: Uploader): Promise<FetchRow> => {
  const [row] = await rows<FetchRow>(person, 'SELECT * FROM fetches');
  if (!row) throw new Error('no fetch');
  return row;
};
