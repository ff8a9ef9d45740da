/**
 * A disk that fills up under a backup of Cloudflare, at each point of it: the remedy is said, nothing looks whole, and the same command
 * ends it when there is space.
 */
import { existsSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { backUpCloudflare } from '#scripts/backup/cloudflare/backup.ts';
import { queryOf } from '#scripts/backup/cloudflare/database-file.ts';
import { type InstallationDouble, startInstallationDouble } from '#scripts/backup/cloudflare/installation-double.ts';
import { openMirror } from '#scripts/backup/cloudflare/mirror.ts';
import { putBackCloudflare } from '#scripts/backup/cloudflare/put-back.ts';
import { MADE_DIR } from '#scripts/backup/layout.ts';
import { backupNames, readBackup } from '#scripts/backup/manifest.ts';
import { hashFile } from '#scripts/backup/stored-bytes.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { hashRows } from '#worker/platform/storage/rows.ts';
import { fillDisk, makeSmallDisk } from './disk-double.ts';

const KEYS = ['0', '1', '2'].map((digit) => digit.repeat(32));
const REMEDY = /^The disk of .* is full\. Free space, .* and run it again: it goes on where it stopped\.$/;
/** Two pages of the file system. */
const STEP_BYTES = 8_192;

const disk = makeSmallDisk(2);
const scratch = disk?.folder ?? scratchFolder();
const folder = path.join(scratch, 'backups');
let cloud: InstallationDouble;

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  cloud = await startInstallationDouble();
  for (const [at, key] of KEYS.entries()) cloud.bytes.set(key, new Uint8Array(9_000 + at));
});
afterEach(async () => {
  await cloud.stop();
  rmSync(path.join(scratch, 'filler'), { force: true });
});
afterAll(() => {
  disk?.remove();
  rmSync(scratch, { recursive: true, force: true });
});

const backUp = () =>
  backUpCloudflare(cloud.installation(), {
    folder,
    keep: 2,
    isPreparing: false,
    now: Date.now,
    print: () => undefined,
  });

/** The sentence of a refusal; '' for a run that ended well. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

function expectNothingHalf(): void {
  expect(existsSync(path.join(folder, MADE_DIR))).toBe(false);
  const left = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  expect(left.filter((name) => /\.part$|^draft|lock\.json$/.test(name))).toEqual([]);
}

/** Everything is there, and as it is at the installation. */
async function expectWhole(): Promise<void> {
  const { manifest, stored, files, folder: made } = readBackup(folder, backupNames(folder).at(-1) ?? '');
  expect([manifest.damaged, manifest.counts]).toEqual([[], expect.objectContaining({ objects: 3, stored: 3 })]);
  for (const { place, sha256 } of files) expect((await hashFile(path.join(made, 'files', place))).sha256).toBe(sha256);
  for (const { place, sizeBytes } of stored)
    expect((await hashFile(path.join(folder, 'store', place))).sizeBytes).toBe(sizeBytes);
  const copies = openMirror(path.join(folder, 'cloudflare')).all();
  for (const { id, hash } of copies) expect(await hashRows(queryOf(cloud.stored.get(id) as never))).toBe(hash);
  expect(copies).toHaveLength(3);
}

/** Places of a run, recognised by their files. */
function stage(): string {
  const has = (place: string) => existsSync(path.join(folder, place));
  if (!has('cloudflare')) return 'opening';
  return has('store') ? 'bytes or lists' : 'objects';
}

it.runIf(disk !== null)(
  'a disk that is full at any point of a backup leaves none that looks whole, and the same command ends it',
  { timeout: 120_000 },
  async () => {
    const seen = new Set<string>();
    let said = 'none';
    for (let freeBytes = 0; said !== ''; freeBytes += STEP_BYTES) {
      rmSync(folder, { recursive: true, force: true });
      const filler = fillDisk(scratch);
      truncateSync(filler, Math.max(0, 2 * 1_048_576 - freeBytes));
      said = await refusal(backUp());
      if (said !== '') {
        expect([freeBytes, said]).toEqual([freeBytes, expect.stringMatching(REMEDY)]);
        expectNothingHalf();
        seen.add(stage());
      }
      rmSync(filler);
      if (said !== '') await backUp();
      await expectWhole();
    }
    expect([...seen].sort()).toEqual(['bytes or lists', 'objects', 'opening']);
  },
);

it('a call at which no more space is left ends the run with the remedy, and the next one goes on', async () => {
  await backUp();
  const calls = [...new Set(cloud.calls)].filter((verb) => verb !== 'made');
  expect(calls).toEqual(expect.arrayContaining(['hashes', 'objects', 'keys', 'database']));
  for (const verb of calls) {
    rmSync(folder, { recursive: true });
    cloud.changed[verb] = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    expect([verb, await refusal(backUp())]).toEqual([verb, expect.stringMatching(REMEDY)]);
    expectNothingHalf();
    delete cloud.changed[verb];
    await backUp();
    await expectWhole();
  }
});

it('what was copied before the disk was full is not copied again', async () => {
  cloud.changed['database'] = () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  expect(await refusal(backUp())).toMatch(REMEDY);
  delete cloud.changed['database'];
  expect(await backUp()).toMatchObject({ copiedObjects: 0, newFiles: 0 });
});

it.runIf(disk !== null)('a full disk under a restore is named, and the same command ends it', async () => {
  await backUp();
  cloud.empty();
  const put = () =>
    putBackCloudflare(cloud.installation(), { folder, at: undefined, nowMs: 0, print: () => undefined });
  const filler = fillDisk(scratch);
  expect(await refusal(put())).toMatch(/^A disk is full: that of .*it goes on where it stopped\.$/);
  rmSync(filler);
  expect(await put()).toMatchObject({ objects: 3, files: 3 });
});
