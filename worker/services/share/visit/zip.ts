/** One zip file of a link: all that it shows, or what the visitor chose. */

import { asUserId, isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type SharedRoots, visitorChoice, type ZipFile } from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import { linkEndMs } from './loading.ts';
import { issuePassToken, readPassToken } from './pass-token.ts';
import { readRoots } from './read-roots.ts';
import { viewOnlyError } from './view-only.ts';

/** Zip files of one link that one address asks for in ten minutes. */
const ZIPS = 30;
const ZIPS_WINDOW_MS = 10 * MINUTE_MS;

/** For the content origin: asked again before each step of a stream. */
export function makeSharedRoots(parts: ShareParts): SharedRoots {
  return async ({ share, ownerId }) => {
    if (!share) return null;
    const { status, roots } = await readRoots(parts, share.shareId, {
      by: 'link',
      use: 'bytes',
      epoch: share.epoch,
      ownerId,
    });
    return status === 'OK' && roots ? roots.rootIds : null;
  };
}

export interface SharedZip {
  readonly status: ShareStatus;
  /** '' when refused. */
  readonly passCodeToken: string;
  /** null when refused. */
  readonly zip: ZipFile | null;
}

/** @throws AppError link_view_only, file_not_found when a chosen one is not in the link; zip_empty, zip_too_many_files, zip_too_many_chosen, too_many_requests */
export async function zipShare(
  parts: ShareParts,
  query: { shareId: ShareId; passCodeToken: string; fileIds: readonly NodeId[]; timeZone?: string },
  call: CallContext,
): Promise<SharedZip> {
  const { shareId, passCodeToken } = query;
  const ids = visitorChoice(query.fileIds);
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', passCodeToken: '', zip: null };
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const { status, cover, roots } = await readRoots(parts, shareId, { by: 'visitor', use: 'bytes', passVersion });
  if (status === 'OK' && cover?.viewOnly) throw viewOnlyError();
  if (status !== 'OK' || !cover || !roots) return { status, passCodeToken: '', zip: null };
  await parts.shield.countOpenCall({ name: `zip:${shareId}`, limit: ZIPS, windowMs: ZIPS_WINDOW_MS }, call);
  const zip = await parts.drive.zipShared({
    ownerId: asUserId(cover.ownerId),
    shareId,
    epoch: cover.epoch,
    roots: roots.rootIds,
    ids,
    expiresAtMs: linkEndMs(parts, cover, call.nowMs),
    title: cover.title,
    timeZone: readTimeZone(query.timeZone),
  });
  const isKnown = passVersion === cover.passVersion;
  const token = isKnown ? passCodeToken : await issuePassToken(parts.keyring, shareId, cover.passVersion, call.nowMs);
  return { status, passCodeToken: token, zip };
}
