/** The part of packing and extracting. Calls without a caller are for the archive job. */

import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { type Archives, makeArchives } from './archives.ts';
import { ENDED_JOB_COLUMN } from './retry.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly archives: Archives;
}

type Args<Name extends keyof Archives> = Parameters<Archives[Name]>;

const calls = {
  archiveFile: (drive: Parts, ...args: Args<'file'>) => drive.archives.file(...args),
  archiveWrongPassword: (drive: Parts, ...args: Args<'wrongPassword'>) => drive.archives.wrongPassword(...args),
  archiveUnpacks: (drive: Parts, ...args: Args<'unpacks'>) => drive.archives.unpacks(...args),
  archiveBegin: (drive: Parts, ...args: Args<'begin'>) => drive.archives.begin(...args),
  archiveEnded: (drive: Parts, ...args: Args<'ended'>) => drive.archives.ended(...args),
  archiveRetry: (drive: Parts, ...args: Args<'retry'>) => drive.archives.retry(...args),
  archivePlan: (drive: Parts, ...args: Args<'plan'>) => drive.archives.plan(...args),
  archiveOpen: (drive: Parts, ...args: Args<'open'>) => drive.archives.open(...args),
  archiveOpenPart: (drive: Parts, ...args: Args<'openPart'>) => drive.archives.openPart(...args),
  archiveConfirmPart: (drive: Parts, ...args: Args<'confirmPart'>) => drive.archives.confirmPart(...args),
  archiveSeal: (drive: Parts, ...args: Args<'seal'>) => drive.archives.seal(...args),
  archiveAdvance: (drive: Parts, ...args: Args<'advance'>) => drive.archives.advance(...args),
  archiveEnd: (drive: Parts, ...args: Args<'end'>) => drive.archives.end(...args),
  archiveBeat: (drive: Parts, ...args: Args<'beat'>) => drive.archives.beat(...args),
  archiveMore: (drive: Parts, ...args: Args<'more'>) => drive.archives.more(...args),
};

export const archivePart = {
  tables: {
    31: ENDED_JOB_COLUMN,
  },
  make({ core, hashing }: { readonly core: DriveCore; readonly hashing: HashJobs }) {
    const archives = makeArchives(core, hashing);
    core.addHooks({ endLeases: archives.endLeases });
    return { archives };
  },
  calls,
  alarm: ({ archives }: Parts, nowMs: number) => archives.startDue(nowMs),
} satisfies DrivePart;
