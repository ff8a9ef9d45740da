/** RPC methods of DriveObject about torrents and other downloads. Those without a caller are for the download job. */
import type { Downloads } from './downloader/rpc-types.ts';
import type { DriveParts } from './drive-parts.ts';

type Args<Name extends keyof Downloads> = Parameters<Downloads[Name]>;

export const downloadMethods = {
  downloadPlan: (drive: DriveParts, ...args: Args<'plan'>) => drive.downloads.plan(...args),
  downloadFound: (drive: DriveParts, ...args: Args<'found'>) => drive.downloads.found(...args),
  downloadBeat: (drive: DriveParts, ...args: Args<'beat'>) => drive.downloads.beat(...args),
  downloadSaving: (drive: DriveParts, ...args: Args<'saving'>) => drive.downloads.saving(...args),
  downloadNextFile: (drive: DriveParts, ...args: Args<'nextFile'>) => drive.downloads.nextFile(...args),
  downloadOpenPart: (drive: DriveParts, ...args: Args<'openPart'>) => drive.downloads.openPart(...args),
  downloadConfirmPart: (drive: DriveParts, ...args: Args<'confirmPart'>) => drive.downloads.confirmPart(...args),
  downloadSeal: (drive: DriveParts, ...args: Args<'seal'>) => drive.downloads.seal(...args),
  downloadEnd: (drive: DriveParts, ...args: Args<'end'>) => drive.downloads.end(...args),
  downloadWait: (drive: DriveParts, ...args: Args<'wait'>) => drive.downloads.wait(...args),
  downloadFiles: (drive: DriveParts, ...args: Args<'list'>) => drive.downloads.list(...args),
  downloadChoose: (drive: DriveParts, ...args: Args<'choose'>) => drive.downloads.choose(...args),
};
