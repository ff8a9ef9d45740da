/** Rows that the log of acts adds to changes: an installation pays for each. Counts, not times. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { countRows } from '../cost-fixture.ts';
import { DAY_MS, makeDrive, type TestDrive } from '../drive-fixture.ts';
import { bytesOf, makeUploader } from '../upload/upload-fixture.ts';
import { SETTLE_ACTS } from './log.store.ts';

const OF_LOG = /\b(acts|act_marks|folder_tags)\b/;

/** Rows of the log, its marks and tags that are written while `work` runs. */
async function rowsOfLog(stub: DurableObjectStub, work: () => Promise<unknown>): Promise<number> {
  const { statements } = await countRows(stub, work);
  return [...statements].reduce((sum, [text, { rows }]) => (OF_LOG.test(text) ? sum + rows : sum), 0);
}

async function withFiles(count: number): Promise<{ drive: TestDrive; ids: string[]; to: string }> {
  const drive = makeDrive();
  const ids = await drive.files(Array.from({ length: count }, (_, at) => ({ name: `${at}` })));
  return { drive, ids, to: await drive.folder('to') };
}

it('one change, or a batch that the call itself does, adds a row', async () => {
  const { drive, ids, to } = await withFiles(1_000);
  const { stub, caller } = drive;
  const [id = ''] = ids;
  const added = [
    await rowsOfLog(stub, () => stub.rename(caller, id, 'new', null)),
    await rowsOfLog(stub, () => stub.setStars(caller, { ids, starred: true })),
    await rowsOfLog(stub, () => stub.move(caller, { ids, to }, null)),
    await rowsOfLog(stub, () => stub.trash(caller, { ids, trashTtlMs: DAY_MS }, null)),
    await rowsOfLog(stub, () => stub.untrash(caller, { ids }, null)),
  ];
  expect(added).toEqual([1, 1, 1, 1, 1]);
});

it('a batch that is done by steps adds ten rows for each thousand at most', async () => {
  const { drive, ids, to } = await withFiles(2_000);
  const { stub, caller } = drive;
  const added = await rowsOfLog(stub, async () => drive.finish(unwrap(await stub.move(caller, { ids, to }, null))));
  expect(added).toBeLessThanOrEqual(20);
});

it('an upload adds a row, and one in hundreds stores the tags of the folders above it', async () => {
  const person = makeUploader();
  await person.put(bytesOf(1_000, 1), { name: 'first' });
  await runInDurableObject(person.stub, (_, { storage }) =>
    storage.sql.exec('UPDATE acts SET n = ? WHERE n = (SELECT max(n) FROM acts)', SETTLE_ACTS - 11).toArray(),
  );
  const added = await rowsOfLog(person.stub, async () => {
    for (let at = 0; at < 20; at += 1) await person.put(bytesOf(1_000, 10 + at), { name: `file ${at}` });
  });
  // The root, and the mark of the act up to which tags are stored.
  expect(added).toBe(20 + 2);
});
