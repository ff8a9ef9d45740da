/** A link to a zip file of some files and folders, or of everything: measured, named and signed. */
import { AppError } from '#shared/errors.ts';
import type { ShareId, UserId } from '#shared/ids.ts';
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { Caller, DriveDeps } from '../deps.ts';
import { type ZipClaims, zipLink } from './link.ts';
import { planKey, zipDrive, zipPlansOf } from './plan.ts';
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

/** Things that the owner chooses one by one. */
const MAX_CHOSEN = 1_000;
/** Things that a visitor chooses: all are in the link, and nothing is stored for visitors. */
const MAX_SHARED_CHOSEN = 40;

/** The chosen ids, each once and in one order. @throws AppError zip_too_many_chosen */
function chosenIds(ids: readonly string[], most: number): string[] {
  const chosen = [...new Set(ids)].sort();
  if (chosen.length > most) throw new AppError('zip_too_many_chosen');
  return chosen;
}

/** The choice of a visitor, checked before the link and the drive are read. @throws AppError zip_too_many_chosen */
export function visitorChoice(ids: readonly string[]): string[] {
  return chosenIds(ids, MAX_SHARED_CHOSEN);
}

async function zipOf(
  deps: ZipDeps,
  access: ZipAccess,
  claims: Pick<ZipClaims, 'ownerId' | 'expiresAtMs' | 'session' | 'share' | 'timeZone'>,
  fallbackName: string,
): Promise<ZipFile> {
  const { ownerId, expiresAtMs } = claims;
  const chosen = await zipDrive(deps, ownerId, access)({ do: 'choose', untilMs: expiresAtMs });
  const { ids, selection } = chosen;
  const plan = await zipPlansOf(deps).of({
    ownerId,
    key: planKey({ ...claims, ids, selection }),
    drive: zipDrive(deps, ownerId, { ...access, ids, selection }),
    maxEntries: deps.limits.zipEntries,
  });
  const name = `${chosen.name || fallbackName || productName(DEFAULT_LOCALE)}.zip`;
  const url = await zipLink(deps, { ...claims, ids, selection, name });
  return { url, name, sizeBytes: plan.sizeBytes, entries: plan.directory.entries, expiresAtMs };
}

/**
 * @param ids  none: everything in the drive
 * @throws AppError unauthenticated, file_not_found, file_in_recycle_bin, zip_empty, zip_too_many_files, zip_too_many_chosen
 */
export async function zipOwn(
  deps: ZipDeps,
  caller: Caller,
  ids: readonly string[],
  timeZone = DEFAULT_TIME_ZONE,
): Promise<ZipFile> {
  const { userId: ownerId, sessionId, epoch } = caller;
  const expiresAtMs = deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS;
  const chosen = chosenIds(ids, MAX_CHOSEN);
  const access = { caller: callerData(caller), shareRoots: null, ids: chosen, selection: '' };
  return zipOf(deps, access, { ownerId, expiresAtMs, timeZone, session: { sessionId, epoch } }, '');
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
  readonly timeZone?: string;
}

/** @throws AppError file_not_found, zip_too_many_files, zip_too_many_chosen; zip_empty when its last file left the share at this moment */
export async function zipShared(deps: ZipDeps, choice: SharedChoice): Promise<ZipFile> {
  const { ownerId, shareId, epoch, expiresAtMs, timeZone = DEFAULT_TIME_ZONE } = choice;
  const ids = visitorChoice(choice.ids);
  const access = { caller: null, shareRoots: choice.roots, ids, selection: '' };
  return zipOf(deps, access, { ownerId, expiresAtMs, timeZone, share: { shareId, epoch } }, choice.title);
}
