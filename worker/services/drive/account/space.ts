/** The space of a drive, its limits, and the lines that it shows above the files. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { CollectedNote } from '../collect/arrivals.store.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { LinkNotice } from '../sharing/evidence.store.ts';
import type { accountPart } from './part.ts';

export interface Space {
  readonly limitBytes: number;
  readonly isPremium: boolean;
  /** End of premium, or when it ended, epoch ms; 0: there never was any. */
  readonly expiresMs: number;
  /** Files that a client sends or takes at a time. */
  readonly transfersAtOnce: number;
  readonly usageBytes: number;
  readonly trashBytes: number;
  /** Part of the used space: former contents of files, those of the trash too. */
  readonly versionBytes: number;
  readonly reservedBytes: number;
  /** How long the trash keeps a thing. */
  readonly trashTtlMs: number;
  /** How long a former content is kept, and how many of one file. */
  readonly versionTtlMs: number;
  readonly versionsPerFile: number;
  /** Recent decisions of operators about links of this person. */
  readonly linkNotices: readonly LinkNotice[];
  /** The person shares anything, or did. */
  readonly hasShared: boolean;
  /** Notifications that were not read. */
  readonly unread: number;
  /** Links that collect files by which some came in lately. */
  readonly collected: readonly CollectedNote[];
}

export async function space(deps: DriveDeps, caller: Caller): Promise<Space> {
  const used = await driveOf<typeof accountPart>(deps, caller.userId).spaceAndLimits(
    callerData(caller),
    await deps.plans(),
  );
  const { trashTtlSeconds, versionTtlSeconds, versionsPerFile } = deps.limits;
  return {
    ...unwrap(used),
    trashTtlMs: trashTtlSeconds * SECOND_MS,
    versionTtlMs: versionTtlSeconds * SECOND_MS,
    versionsPerFile,
  };
}
