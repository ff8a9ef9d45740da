import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { bytesOf, makeUploader, refusalOf, rows, spaceOf, type Uploader } from '../../upload/upload-fixture.ts';

const SIZE_BYTES = 40_000;
let seed = 500;

const put = (person: Uploader, content = bytesOf(SIZE_BYTES, seed++)) => person.put(content, { name: `${seed}.bin` });

/** Uploads a file and deletes it for good. */
async function putAndDelete(person: Uploader, content?: Uint8Array<ArrayBuffer>): Promise<void> {
  const { file } = await put(person, content);
  unwrap(await person.stub.remove(callerData(person.caller), { ids: [file?.id ?? ''] }, null));
  await runAlarm(person.stub);
}

const letGo = async (person: Uploader) =>
  (await rows<{ n: number }>(person, 'SELECT let_go_bytes AS n FROM space'))[0]?.n;

it('who uploads and deletes for good again and again is stopped before the store holds twice the storage', async () => {
  const person = makeUploader({ storageBytes: 100_000 });
  for (let time = 0; time < 5; time += 1) await putAndDelete(person);
  expect(await letGo(person)).toBe(5 * SIZE_BYTES);
  // Usage counts the person's nodes, and nothing else.
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await refusalOf(put(person))).toBe('deleted_space_not_free');
  expect(await refusalOf(person.begin({ sizeBytes: SIZE_BYTES }))).toBe('deleted_space_not_free');
  await runInDurableObject(person.stub, (_object, { storage }) => storage.sql.exec('UPDATE let_go SET until_ms = 1'));
  expect((await put(person)).file?.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await letGo(person)).toBe(0);
});

it('content that comes back is counted as deleted no longer', async () => {
  const person = makeUploader({ storageBytes: 100_000 });
  const content = bytesOf(SIZE_BYTES, seed++);
  await putAndDelete(person, content);
  expect(await letGo(person)).toBe(SIZE_BYTES);
  await put(person, content);
  expect(await letGo(person)).toBe(0);
});

it('uploads of one day have a limit, which open ones count towards, and what the drive holds already does not', async () => {
  const person = makeUploader({ limits: { uploadBytesPerDay: 100_000 } });
  const { file } = await put(person);
  await person.begin({ sizeBytes: SIZE_BYTES, name: 'open.bin' });
  expect(await refusalOf(put(person))).toBe('upload_day_limit');
  expect(await refusalOf(person.begin({ sizeBytes: SIZE_BYTES }))).toBe('upload_day_limit');
  const known = await person.begin({ sizeBytes: SIZE_BYTES, gcid: file?.hash ?? '', name: 'known.bin' });
  expect(known.file?.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await rows(person, 'SELECT upload_day_bytes AS bytes FROM space')).toEqual([{ bytes: SIZE_BYTES }]);
  await runInDurableObject(person.stub, (_object, { storage }) =>
    storage.sql.exec("UPDATE space SET upload_day = '2000-01-01'"),
  );
  expect((await put(person)).file?.phase).toBe('PHASE_TYPE_COMPLETE');
});
