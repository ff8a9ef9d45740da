/** A link to a zip file of some files and folders, or of everything: measured, named and signed. */
import type { ShareId, UserId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { type ZipClaims, zipLink } from './link.ts';
import { makePlan, zipDrive } from './plan.ts';
import type { ZipAccess } from './zip.store.ts';

export interface ZipFile {
  readonly url: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Files and folders in it. */
  readonly entries: number;
  readonly expiresAtMs: number;
}

type ZipDeps = Pick<DriveDeps, 'drives' | 'keyring' | 'contentOrigin' | 'limits' | 'clock'>;

/** When nothing chosen suggests a name. */
const PLAIN_NAME = 'Magpie';

async function zipOf(
  deps: ZipDeps,
  access: ZipAccess,
  claims: Pick<ZipClaims, 'ownerId' | 'expiresAtMs' | 'session' | 'share'>,
  fallbackName: string,
): Promise<ZipFile> {
  const { ownerId, expiresAtMs } = claims;
  const chosen = await zipDrive(deps, ownerId, access)({ do: 'choose', untilMs: expiresAtMs });
  const { ids, selection } = chosen;
  const plan = await makePlan(zipDrive(deps, ownerId, { ...access, ids, selection }), deps.limits.zipEntries);
  const name = `${chosen.name || fallbackName || PLAIN_NAME}.zip`;
  const url = await zipLink(deps, { ...claims, ids, selection, name });
  return { url, name, sizeBytes: plan.sizeBytes, entries: plan.directory.entries, expiresAtMs };
}

/**
 * @param ids  none: everything in the drive
 * @throws AppError unauthenticated, file_not_found, file_in_recycle_bin, zip_empty, zip_too_many_files
 */
export function zipOwn(deps: ZipDeps, caller: Caller, ids: readonly string[]): Promise<ZipFile> {
  const { userId: ownerId, sessionId, epoch } = caller;
  const expiresAtMs = deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS;
  const access = { caller: callerData(caller), shareRoots: null, ids, selection: '' };
  return zipOf(deps, access, { ownerId, expiresAtMs, session: { sessionId, epoch } }, '');
}

/** A share and what a visitor chose in it. */
export interface SharedChoice {
  readonly ownerId: UserId;
  readonly shareId: ShareId;
  readonly epoch: number;
  readonly roots: readonly string[];
  /** None: all that the share shows. */
  readonly ids: readonly string[];
  readonly expiresAtMs: number;
  readonly title: string;
}

/** @throws AppError file_not_found, zip_too_many_files; zip_empty when its last file left the share at this moment */
export function zipShared(deps: ZipDeps, choice: SharedChoice): Promise<ZipFile> {
  const { ownerId, shareId, epoch, expiresAtMs } = choice;
  const access = { caller: null, shareRoots: choice.roots, ids: choice.ids, selection: '' };
  return zipOf(deps, access, { ownerId, expiresAtMs, share: { shareId, epoch } }, choice.title);
}
