/** RPC methods of DriveObject about packing and extracting. Those without a caller are for the archive job. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import { firstAnswer, type IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { Archives } from './archive/archives.ts';
import type { DriveParts } from './drive-parts.ts';

type Args<Name extends keyof Archives> = Parameters<Archives[Name]>;

export const archiveMethods = {
  /** Of any call that reads or compares before its command. @returns the JSON of the answer to a key; null when it has none */
  answerTo: (drive: DriveParts, caller: CallerData, key: IdempotencyKey) =>
    drive.core.read(caller, (sql, nowMs) => firstAnswer(sql, key, nowMs)),
  archiveFile: (drive: DriveParts, ...args: Args<'file'>) => drive.archives.file(...args),
  archiveWrongPassword: (drive: DriveParts, ...args: Args<'wrongPassword'>) => drive.archives.wrongPassword(...args),
  archiveUnpacks: (drive: DriveParts, ...args: Args<'unpacks'>) => drive.archives.unpacks(...args),
  archiveBegin: (drive: DriveParts, ...args: Args<'begin'>) => drive.archives.begin(...args),
  archiveEnded: (drive: DriveParts, ...args: Args<'ended'>) => drive.archives.ended(...args),
  archiveRetry: (drive: DriveParts, ...args: Args<'retry'>) => drive.archives.retry(...args),
  archivePlan: (drive: DriveParts, ...args: Args<'plan'>) => drive.archives.plan(...args),
  archiveOpen: (drive: DriveParts, ...args: Args<'open'>) => drive.archives.open(...args),
  archiveOpenPart: (drive: DriveParts, ...args: Args<'openPart'>) => drive.archives.openPart(...args),
  archiveConfirmPart: (drive: DriveParts, ...args: Args<'confirmPart'>) => drive.archives.confirmPart(...args),
  archiveSeal: (drive: DriveParts, ...args: Args<'seal'>) => drive.archives.seal(...args),
  archiveAdvance: (drive: DriveParts, ...args: Args<'advance'>) => drive.archives.advance(...args),
  archiveEnd: (drive: DriveParts, ...args: Args<'end'>) => drive.archives.end(...args),
  archiveBeat: (drive: DriveParts, ...args: Args<'beat'>) => drive.archives.beat(...args),
  archiveMore: (drive: DriveParts, ...args: Args<'more'>) => drive.archives.more(...args),
};
