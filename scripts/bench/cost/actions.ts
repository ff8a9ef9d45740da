/** The actions whose cost is counted, and the most that one may cost (per file where it is of many files). */
import { setTimeout as delay } from 'node:timers/promises';
import { driveContract } from '#shared/drive/contract.ts';
import { GROUP_FILES } from '#shared/drive/upload-group.ts';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { rewardsContract, TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { href } from '#shared/routes.ts';
import { makeFilesIn } from '../fill.ts';
import { getBytes, makeFile, makeFiles } from '../harness/bytes.ts';
import { addressOf, sendParts, trySignIn } from '../harness/client.ts';
import { type CostSetup, makePoll, saveShare, sendByBucket, viewFrom } from './setup.ts';

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
const TINY_BYTES = 60;
const GROUPS = 5;
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
/** From this number on, addresses of viewers. */
const FIRST_VIEWER = 1_000;
/** Second byte of the addresses of sign-ins. */
const SIGN_IN_NET = 6;

async function repeat(times: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < times; at++) await work(at);
}

/** An action that is repeated. @param prepare  @returns one of them */
function repeated(
  name: string,
  count: number,
  gate: CostGate,
  prepare: () => Promise<(at: number) => Promise<unknown>>,
  quietMs?: number,
): CostAction {
  const own = async () => {
    const work = await prepare();
    return () => repeat(count, work);
  };
  return { name, count, gate, prepare: own, ...(quietMs === undefined ? {} : { quietMs }) };
}

/** A call that changes nothing when it is repeated: the first one is not counted. */
function again(name: string, count: number, gate: CostGate, call: () => Promise<unknown>): CostAction {
  return repeated(name, count, gate, async () => {
    await call();
    return call;
  });
}

function uploadActions(setup: CostSetup): CostAction[] {
  const { person, largeBytes } = setup;
  const uploads = (
    name: string,
    gate: CostGate,
    send: (file: ReturnType<typeof makeFile>, at: number) => Promise<unknown>,
  ) =>
    repeated(name, UPLOADS, gate, async () => {
      const files = makeFiles(UPLOADS, MEGABYTE);
      return (at) => send(files[at] ?? makeFile(MEGABYTE), at);
    });
  return [
    uploads('upload of 1 MB, one request', { rowsWritten: 8 }, (file, at) =>
      person.send(file, `small ${at}.bin`, '', 1),
    ),
    repeated('upload of 60 B, one request', UPLOADS, {}, async () => {
      const files = makeFiles(UPLOADS, TINY_BYTES);
      return (at) => person.send(files[at] ?? makeFile(TINY_BYTES), `tiny ${at}.bin`, '', 1);
    }),
    {
      name: 'upload of 60 B, 64 in a request',
      count: GROUPS * GROUP_FILES,
      gate: { rowsWritten: 7.1, calls: 1 },
      async prepare() {
        const groups = Array.from({ length: GROUPS }, () => makeFiles(GROUP_FILES, TINY_BYTES));
        return async () => {
          for (const [at, files] of groups.entries()) await person.sendGroup(files, `group ${at}`, '');
        };
      },
    },
    uploads('upload of 1 MB, S3-style', { rowsWritten: 8, calls: 3 }, (file, at) =>
      sendByBucket(setup, file, `bucket ${at}.bin`),
    ),
    {
      name: 'part of 8 MiB',
      count: 8,
      gate: {},
      async prepare() {
        const file = makeFile(8 * PART_BYTES);
        const upload = await person.begin(file, 'parts.bin', '');
        return () => sendParts(file, PART_BYTES, 1, upload.part);
      },
    },
    {
      name: `hashing of ${largeBytes / 2 ** 20} MiB`,
      count: 1,
      gate: {},
      async prepare() {
        const file = makeFile(largeBytes);
        const upload = await person.begin(file, 'large.bin', '');
        await sendParts(file, upload.partBytes, 2, upload.part);
        return async () => person.untilDone(await upload.complete());
      },
    },
    repeated('download of 1 MB', DOWNLOADS, {}, async () => {
      const link = await person.contentLink(await person.sendWhole(makeFile(MEGABYTE), 'download.bin'));
      await getBytes(link);
      return () => getBytes(link);
    }),
  ];
}

function shareActions(setup: CostSetup): CostAction[] {
  const { person, origin, manyFiles, manyFolderId } = setup;
  let made = 0;
  const makeFolder = async (files: number): Promise<string> => {
    made += 1;
    const folder = await person.makeFolder(`Shared ${files} ${made}`, '');
    await makeFilesIn(person, folder, files);
    return folder;
  };
  /** @param view  of a page that one viewer has opened. */
  const views = (
    name: string,
    count: number,
    gate: CostGate,
    view: (path: string, at: number) => Promise<void>,
    quietMs?: number,
  ) =>
    repeated(
      `view of a link, ${name}`,
      count,
      gate,
      async () => {
        const path = href('share.open', { shareId: await person.share([await makeFolder(10)]) });
        await viewFrom(origin, path, FIRST_VIEWER);
        return (at) => view(path, at);
      },
      quietMs,
    );
  const save = (name: string, files: number, gate: CostGate): CostAction => ({
    name,
    count: files,
    gate,
    async prepare() {
      const folder = files === manyFiles ? manyFolderId : await makeFolder(files);
      const shareId = await person.share([folder]);
      return () => saveShare(setup, shareId, folder);
    },
  });
  const bySame = (path: string) => viewFrom(origin, path, FIRST_VIEWER);
  const bySameLater = async (path: string) => {
    await delay(LEASE_MS);
    await bySame(path);
  };
  const byNew = (path: string, at: number) => viewFrom(origin, path, FIRST_VIEWER + 1 + at);
  return [
    views('by the same viewer at once', VIEWS, { rowsWritten: 0.1, calls: 0.05 }, bySame, GATHERED_MS),
    views('after its lease', SPACED_VIEWS, { calls: 1 }, bySameLater),
    views('each by a new viewer', VIEWERS, { rowsWritten: 0.1, calls: 1 }, byNew, GATHERED_MS),
    save('file of a saved link of 100', 100, { rowsWritten: 8 }),
    // A call for each of the 256 shards at most.
    save(`file of a saved link of ${manyFiles}`, manyFiles, { rowsWritten: 8, calls: Math.max(0.03, 300 / manyFiles) }),
    {
      name: `new name for a file in ${LINKS} links`,
      count: 1,
      gate: {},
      async prepare() {
        const id = await person.sendWhole(makeFile(1_000), 'in many links.bin');
        await repeat(LINKS, () => person.share([id]));
        const { method, path } = driveContract.rename;
        return () => person.call(method, path.replace('{id}', id), { name: 'in many links, renamed.bin' });
      },
    },
  ];
}

function accountActions({ origin, person, manyFolderId }: CostSetup): CostAction[] {
  const listPath = `/drive/v1/files?${new URLSearchParams({ parent_id: manyFolderId, limit: '100' })}`;
  return [
    repeated('sign-in', SIGN_INS, {}, async () => async (at) => {
      const { status } = await trySignIn(origin, addressOf(SIGN_IN_NET, at));
      if (status !== 200) throw new Error(`signing in answered ${status}`);
    }),
    again('listing of 100 rows', LISTINGS, { rowsWritten: 0, calls: 1 }, () => person.call('GET', listPath)),
    again('home page', VIEWS, { rowsWritten: 0, calls: 0.01 }, () => viewFrom(origin, '/en-US', FIRST_VIEWER)),
  ];
}

function programActions({ person }: CostSetup): CostAction[] {
  return [
    repeated('poll of a sync client with an app password', LISTINGS, { rowsWritten: 0, calls: 1 }, async () => {
      const poll = await makePoll(person);
      // The first use of a day is recorded.
      await poll();
      return poll;
    }),
  ];
}

function rewardActions({ person }: CostSetup): CostAction[] {
  const { rewardVip, taskStatus } = rewardsContract;
  const { invite, inviteCode } = invitationsContract;
  return [
    repeated('check-in on a day without a reward', 1, { rowsWritten: 2, calls: 2 }, async () => {
      // Makes the object of the ledger.
      await person.call(inviteCode.method, inviteCode.path);
      return () => person.call(rewardVip.method, rewardVip.path, { type: 'check_in' });
    }),
    again('state of the check-in', LISTINGS, { rowsWritten: 0, calls: 2 }, () =>
      person.call(taskStatus.method, `${taskStatus.path}?${TASK_PARAMETER}=check_in`),
    ),
    again('invite call, repeated', LISTINGS, { rowsWritten: 0, calls: 3 }, () =>
      person.call(invite.method, invite.path, { from: 'web' }),
    ),
  ];
}

export function costActions(setup: CostSetup): CostAction[] {
  return [
    ...uploadActions(setup),
    ...shareActions(setup),
    ...accountActions(setup),
    ...programActions(setup),
    ...rewardActions(setup),
  ];
}
