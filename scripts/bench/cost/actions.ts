/** The actions whose cost is counted, and the most that one may cost (per file where it is of many files). */
import { setTimeout as delay } from 'node:timers/promises';
import { driveContract } from '#shared/drive/contract.ts';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { rewardsContract, TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { href } from '#shared/routes.ts';
import { callOf, makeFilesIn } from '../fill.ts';
import { getBytes, makeFile, makeFiles } from '../harness/bytes.ts';
import { sendParts, trySignIn } from '../harness/client.ts';
import { beginUpload, type CostSetup, saveShare, sendByBucket, viewFrom } from './setup.ts';

/** The most of each that one action may take. */
export interface CostGate {
  readonly rowsWritten?: number;
  readonly calls?: number;
}

export interface CostAction {
  readonly name: string;
  /** Units of the work: actions, or files. */
  readonly count: number;
  readonly gate: CostGate;
  /** How long nothing may be counted until the work has ended, longer where counts are gathered first. Milliseconds. */
  readonly quietMs?: number;
  /** Its cost is not counted. @returns the work that is */
  prepare(): Promise<() => Promise<unknown>>;
}

const MEGABYTE = 1_000_000;
const PART_BYTES = 8 * 2 ** 20;
const UPLOADS = 40;
const VIEWS = 200;
const VIEWERS = 100;
const SPACED_VIEWS = 8;
const DOWNLOADS = 40;
const LISTINGS = 20;
const SIGN_INS = 10;
const LINKS = 121;
/** Longer than a lease of a link, and than what an isolate gathers. */
const LEASE_MS = 1_100;
const GATHERED_MS = 12_000;
/** From these numbers on, addresses of viewers and of sign-ins. */
const FIRST_VIEWER = 1_000;
const FIRST_SIGN_IN = 6_000;

async function repeat(times: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < times; at++) await work(at);
}

function uploadActions(setup: CostSetup): CostAction[] {
  const { person, largeBytes } = setup;
  return [
    {
      name: 'upload of 1 MB, one request',
      count: UPLOADS,
      gate: { rowsWritten: 8 },
      async prepare() {
        const files = makeFiles(UPLOADS, MEGABYTE);
        return () => repeat(UPLOADS, (at) => person.send(files[at] ?? makeFile(MEGABYTE), `small ${at}.bin`, '', 1));
      },
    },
    {
      name: 'upload of 1 MB, S3-style',
      count: UPLOADS,
      gate: { rowsWritten: 8, calls: 3 },
      async prepare() {
        const files = makeFiles(UPLOADS, MEGABYTE);
        return () => repeat(UPLOADS, (at) => sendByBucket(setup, files[at] ?? makeFile(MEGABYTE), `bucket ${at}.bin`));
      },
    },
    {
      name: 'part of 8 MiB',
      count: 8,
      gate: {},
      async prepare() {
        const file = makeFile(8 * PART_BYTES);
        const target = await beginUpload(setup, file, 'parts.bin');
        return () => sendParts(file, PART_BYTES, 1, target.part);
      },
    },
    {
      name: `hashing of ${largeBytes / 2 ** 20} MiB`,
      count: 1,
      gate: {},
      async prepare() {
        const file = makeFile(largeBytes);
        const target = await beginUpload(setup, file, 'large.bin');
        await sendParts(file, target.partBytes, 2, target.part);
        return () => target.complete();
      },
    },
    {
      name: 'download of 1 MB',
      count: DOWNLOADS,
      gate: {},
      async prepare() {
        const { id } = await person.send(makeFile(MEGABYTE), 'download.bin', '', 1);
        const link = await person.contentLink(id);
        await getBytes(link);
        return () => repeat(DOWNLOADS, () => getBytes(link));
      },
    },
  ];
}

function shareActions(setup: CostSetup): CostAction[] {
  const { person, origin } = setup;
  const makeLink = async (files: number): Promise<string> => {
    const folder = await person.makeFolder(`Shared ${files} ${setup.nextNumber()}`, '');
    await makeFilesIn(setup, folder, files);
    return href('share.open', { shareId: await person.share([folder]) });
  };
  const save = (name: string, files: number, gate: CostGate): CostAction => ({
    name,
    count: files,
    gate,
    async prepare() {
      const folder = files === setup.manyFiles ? setup.manyFolderId : await person.makeFolder(`Saved ${files}`, '');
      if (folder !== setup.manyFolderId) await makeFilesIn(setup, folder, files);
      const shareId = await person.share([folder]);
      return () => saveShare(setup, shareId, folder);
    },
  });
  return [
    {
      name: 'view of a link, by the same viewer at once',
      count: VIEWS,
      gate: { rowsWritten: 0.1, calls: 0.05 },
      quietMs: GATHERED_MS,
      async prepare() {
        const path = await makeLink(10);
        await viewFrom(origin, path, FIRST_VIEWER);
        return () => repeat(VIEWS, () => viewFrom(origin, path, FIRST_VIEWER));
      },
    },
    {
      name: 'view of a link, after its lease',
      count: SPACED_VIEWS,
      gate: { calls: 1 },
      async prepare() {
        const path = await makeLink(10);
        await viewFrom(origin, path, FIRST_VIEWER);
        return () =>
          repeat(SPACED_VIEWS, async () => {
            await delay(LEASE_MS);
            await viewFrom(origin, path, FIRST_VIEWER);
          });
      },
    },
    {
      name: 'view of a link, each by a new viewer',
      count: VIEWERS,
      gate: { rowsWritten: 0.1, calls: 1 },
      quietMs: GATHERED_MS,
      async prepare() {
        const path = await makeLink(10);
        await viewFrom(origin, path, FIRST_VIEWER);
        return () => repeat(VIEWERS, (at) => viewFrom(origin, path, FIRST_VIEWER + 1 + at));
      },
    },
    save('file of a saved link of 100', 100, { rowsWritten: 8 }),
    save(`file of a saved link of ${setup.manyFiles}`, setup.manyFiles, {
      rowsWritten: 8,
      // A call for each of the 256 shards at most.
      calls: Math.max(0.03, 300 / setup.manyFiles),
    }),
    {
      name: `new name for a file in ${LINKS} links`,
      count: 1,
      gate: {},
      async prepare() {
        const { id } = await person.send(makeFile(1_000), 'in many links.bin', '', 1);
        await repeat(LINKS, () => person.share([id]));
        const path = driveContract.rename.path.replace('{id}', id);
        return () => callOf(setup, driveContract.rename.method, path, { name: 'in many links, renamed.bin' });
      },
    },
  ];
}

function accountActions(setup: CostSetup): CostAction[] {
  const listPath = `/drive/v1/files?${new URLSearchParams({ parent_id: setup.manyFolderId, limit: '100' })}`;
  return [
    {
      name: 'sign-in',
      count: SIGN_INS,
      gate: {},
      async prepare() {
        return () =>
          repeat(SIGN_INS, async (at) => {
            const { status } = await trySignIn(setup.origin, setup.addressOf(FIRST_SIGN_IN + at));
            if (status !== 200) throw new Error(`signing in answered ${status}`);
          });
      },
    },
    {
      name: 'listing of 100 rows',
      count: LISTINGS,
      gate: { rowsWritten: 0, calls: 1 },
      async prepare() {
        await callOf(setup, 'GET', listPath);
        return () => repeat(LISTINGS, () => callOf(setup, 'GET', listPath));
      },
    },
    {
      name: 'home page',
      count: VIEWS,
      gate: { rowsWritten: 0, calls: 0.01 },
      async prepare() {
        await viewFrom(setup.origin, '/en-US', FIRST_VIEWER);
        return () => repeat(VIEWS, () => viewFrom(setup.origin, '/en-US', FIRST_VIEWER));
      },
    },
  ];
}

function rewardActions(setup: CostSetup): CostAction[] {
  const { rewardVip, taskStatus } = rewardsContract;
  const { invite, inviteCode } = invitationsContract;
  return [
    {
      name: 'check-in on a day without a reward',
      count: 1,
      gate: { rowsWritten: 2, calls: 2 },
      async prepare() {
        // Makes the object of the ledger.
        await callOf(setup, inviteCode.method, inviteCode.path);
        return () => callOf(setup, rewardVip.method, rewardVip.path, { type: 'check_in' });
      },
    },
    {
      name: 'state of the check-in',
      count: LISTINGS,
      gate: { rowsWritten: 0, calls: 2 },
      async prepare() {
        const path = `${taskStatus.path}?${TASK_PARAMETER}=check_in`;
        return () => repeat(LISTINGS, () => callOf(setup, taskStatus.method, path));
      },
    },
    {
      name: 'invite call, repeated',
      count: LISTINGS,
      gate: { rowsWritten: 0, calls: 3 },
      async prepare() {
        await callOf(setup, invite.method, invite.path, { from: 'web' });
        return () => repeat(LISTINGS, () => callOf(setup, invite.method, invite.path, { from: 'web' }));
      },
    },
  ];
}

export function costActions(setup: CostSetup): CostAction[] {
  return [...uploadActions(setup), ...shareActions(setup), ...accountActions(setup), ...rewardActions(setup)];
}
