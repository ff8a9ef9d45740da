/** The part of torrents and other downloads. Calls without a caller are for the download job. */

import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import type { HashJobs } from '../upload/hash/jobs.ts';
import { makeDownloads } from './downloads.ts';
import type { Downloads } from './rpc-types.ts';
import { DOWNLOAD_TABLES } from './store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly downloads: Downloads;
}

type Args<Name extends keyof Downloads> = Parameters<Downloads[Name]>;

const calls = {
  downloadPlan: (drive: Parts, ...args: Args<'plan'>) => drive.downloads.plan(...args),
  downloadFound: (drive: Parts, ...args: Args<'found'>) => drive.downloads.found(...args),
  downloadBeat: (drive: Parts, ...args: Args<'beat'>) => drive.downloads.beat(...args),
  downloadSaving: (drive: Parts, ...args: Args<'saving'>) => drive.downloads.saving(...args),
  downloadNextFile: (drive: Parts, ...args: Args<'nextFile'>) => drive.downloads.nextFile(...args),
  downloadOpenPart: (drive: Parts, ...args: Args<'openPart'>) => drive.downloads.openPart(...args),
  downloadConfirmPart: (drive: Parts, ...args: Args<'confirmPart'>) => drive.downloads.confirmPart(...args),
  downloadSeal: (drive: Parts, ...args: Args<'seal'>) => drive.downloads.seal(...args),
  downloadEnd: (drive: Parts, ...args: Args<'end'>) => drive.downloads.end(...args),
  downloadWait: (drive: Parts, ...args: Args<'wait'>) => drive.downloads.wait(...args),
  downloadFiles: (drive: Parts, ...args: Args<'list'>) => drive.downloads.list(...args),
  downloadChoose: (drive: Parts, ...args: Args<'choose'>) => drive.downloads.choose(...args),
};

export const downloaderPart = {
  tables: {
    26: DOWNLOAD_TABLES,
  },
  make({ core, hashing }: { readonly core: DriveCore; readonly hashing: HashJobs }) {
    return { downloads: makeDownloads(core, hashing) };
  },
  calls,
} satisfies DrivePart;
