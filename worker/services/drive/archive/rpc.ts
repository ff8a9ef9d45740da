/** RPC methods of DriveObject about packing and extracting. Those without a caller are for the archive job. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import { firstAnswer, type IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { Archives } from './archives.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
  readonly archives: Archives;
}

type Args<Name extends keyof Archives> = Parameters<Archives[Name]>;

export const archiveMethods = {
  /** Of any call that reads or compares before its command. @returns the JSON of the answer to a key; null when it has none */
  answerTo: (drive: Parts, caller: CallerData, key: IdempotencyKey) =>
    drive.core.read(caller, (sql, nowMs) => firstAnswer(sql, key, nowMs)),
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
