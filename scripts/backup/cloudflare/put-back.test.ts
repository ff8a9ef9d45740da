/** A restore that is run again: with another backup, from another copy of the folder, or after a cut. No run mixes two moments. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { deleteOldBackups } from '../backup-folder.ts';
import { backUpCloudflare } from './backup.ts';
import { type InstallationDouble, idOf, makeObject, startInstallationDouble } from './installation-double.ts';
import { putBackCloudflare } from './put-back.ts';

const scratch = scratchFolder();
/** Two backups: objects of the first have the text 'early', those of the second 'later', and one object more. */
const prepared = path.join(scratch, 'prepared');
let [early, later] = ['', ''];
const EARLY = 20;
const LATER = EARLY + 1;
/** Call of put-objects that has the last of the objects. */
const LAST_CALL = 2;

let cloud: InstallationDouble;
let folder: string;

beforeAll(async () => {
  const source = await startInstallationDouble();
  const backUp = async (text: string, count: number): Promise<string> => {
    source.empty();
    source.bytes.set((text === 'early' ? '0' : '1').repeat(32), new TextEncoder().encode(text));
    for (let at = 1; at <= count; at += 1) source.stored.set(idOf(at), makeObject(`drive ${at}`, 5, text));
    source.list();
    const options = { folder: prepared, keep: 5, isPreparing: false, now: Date.now, print: () => undefined };
    return (await backUpCloudflare(source.installation(), options)).backup?.name ?? '';
  };
  early = await backUp('early', EARLY);
  later = await backUp('later', LATER);
  await source.stop();
});
beforeEach(async () => {
  cloud = await startInstallationDouble();
  cloud.empty();
  folder = mkdtempSync(path.join(scratch, 'backups-'));
  cpSync(prepared, folder, { recursive: true });
});
afterEach(() => cloud.stop());

interface Run {
  readonly at?: string;
  readonly from?: string;
}

/** @returns the sentence of a refusal, with its remedy; '' for a run that ended well */
async function put({ at, from = folder }: Run = {}): Promise<string> {
  try {
    await putBackCloudflare(cloud.installation(), { folder: from, at, nowMs: 0, print: () => undefined });
    return '';
  } catch (error) {
    const { message, remedy = '' } = error as Error & { remedy?: string };
    return `${message}. ${remedy}`;
  }
}

/** The network is gone at this call. */
function cutAt(verb: string, time: number): void {
  let times = 0;
  cloud.changed[verb] = (answer) => {
    times += 1;
    if (times === time) throw new Error('the network is gone');
    return answer;
  };
}

/** How many objects have the text of which backup. */
function texts(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const db of cloud.stored.values()) {
    const found = db
      .prepare('SELECT DISTINCT substr(text, 1, 5) AS text FROM notes')
      .all()
      .map(({ text }) => String(text));
    for (const text of found) counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
}

const writes = () => cloud.calls.filter((verb) => verb.startsWith('put-'));
const files = () => readdirSync(folder).filter((name) => name.startsWith('putting.'));

it.each([
  ['whose objects were noted', LAST_CALL],
  ['whose first call was cut off before it was noted', 1],
])('after a run %s another backup is refused, and the remedy leads to the end', async (_name, time) => {
  cutAt('put-objects', time);
  expect(await put({ at: early })).toContain('the network is gone');
  delete cloud.changed['put-objects'];
  cloud.calls.length = 0;
  const said = await put({ at: later });
  expect(said).toContain(`has a part of backup ${early}`);
  expect(said).toContain(`--at ${early}`);
  expect(writes()).toEqual([]);
  expect(await put({ at: early })).toBe('');
  expect([texts(), files()]).toEqual([{ early: EARLY }, []]);
});

it('the objects of a run that the platform does not list yet refuse another backup too', async () => {
  cutAt('put-objects', LAST_CALL);
  await put({ at: early });
  delete cloud.changed['put-objects'];
  cloud.cloudflare.world.objects.set('magpie/DriveObject', []);
  expect(await put({ at: later })).toContain(`has a part of backup ${early}`);
});

it('the same command without a name goes on with the backup that it began, although a newer one was made since', async () => {
  rmSync(path.join(folder, 'made', later), { recursive: true });
  cutAt('put-objects', LAST_CALL);
  expect(await put()).toContain('the network is gone');
  delete cloud.changed['put-objects'];
  cpSync(path.join(folder, 'made', early), path.join(folder, 'made', later), { recursive: true });
  expect(await put()).toBe('');
  expect([texts(), files()]).toEqual([{ early: EARLY }, []]);
});

it.each(['sizes', 'facts'])(
  'after a run that was cut off at %s, another backup may be chosen, and the first is not mixed in',
  async (verb) => {
    cutAt(verb, 1);
    expect(await put({ at: early })).toContain('the network is gone');
    delete cloud.changed[verb];
    expect(await put({ at: later })).toBe('');
    expect([texts(), files()]).toEqual([{ later: LATER }, []]);
    cloud.calls.length = 0;
    expect(await put({ at: early })).toContain('is not empty');
    expect([writes(), texts()]).toEqual([[], { later: LATER }]);
  },
);

it('another copy of the folder, which has no note of the run, is refused', async () => {
  const copy = mkdtempSync(path.join(scratch, 'copy-'));
  cpSync(folder, copy, { recursive: true });
  cutAt('put-objects', LAST_CALL);
  expect(await put({ at: early })).toContain('the network is gone');
  delete cloud.changed['put-objects'];
  cloud.calls.length = 0;
  for (const at of [early, later]) expect(await put({ at, from: copy })).toContain('is not empty');
  expect(writes()).toEqual([]);
  expect(await put({ at: early })).toBe('');
  expect(texts()).toEqual({ early: EARLY });
});

it('a second run of a restore that has ended is refused', async () => {
  expect(await put({ at: later })).toBe('');
  for (const at of [early, later]) expect(await put({ at })).toContain('is not empty');
  expect(texts()).toEqual({ later: LATER });
});

it.each([false, true])(
  'no backup is made of an installation whose restore was cut off, and the begun one stays; prepared: %s',
  async (isPreparing) => {
    cutAt('put-objects', LAST_CALL);
    expect(await put({ at: early })).toContain('the network is gone');
    delete cloud.changed['put-objects'];
    cloud.calls.length = 0;
    const options = { folder, keep: 1, isPreparing, now: Date.now, print: () => undefined };
    await expect(backUpCloudflare(cloud.installation(), options)).rejects.toThrow(`run it with --at ${early}`);
    expect(cloud.calls).not.toContain('note');
    expect(deleteOldBackups(folder, 1)).toEqual([]);
    expect(await put({ at: early })).toBe('');
    expect(deleteOldBackups(folder, 1)).toEqual([early]);
  },
);

it('an installation that was used since its restore was cut off at its bytes is refused', async () => {
  cutAt('sizes', 1);
  expect(await put({ at: early })).toContain('the network is gone');
  delete cloud.changed['sizes'];
  cloud.stored.set(idOf(1), makeObject('drive 1', 5, 'live'));
  cloud.list();
  cloud.calls.length = 0;
  expect(await put({ at: early })).toContain('is not empty');
  expect(writes()).toEqual([]);
});
