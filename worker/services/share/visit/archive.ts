/** Archives that a link shows: their folders, and links to single entries. */
import type { ArchiveEntryFile, ArchiveListing } from '#shared/drive/archive/archive.contract.ts';
import { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { EntryQuery, FolderQuery, SharedArchive } from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import type { ShareCoverData } from '../state/rpc-types.ts';
import { type FileQuery, visitFile } from './file-info.ts';
import { linkEndMs } from './loading.ts';
import { viewOnlyError } from './view-only.ts';

/** Looks into archives of one link that one address takes in ten minutes. */
const LOOKS = 300;
const LOOKS_WINDOW_MS = 10 * MINUTE_MS;

export interface VisitedArchive<T> {
  readonly status: ShareStatus;
  /** '' when refused. */
  readonly passCodeToken: string;
  /** null when refused. */
  readonly answer: T | null;
}

/** @throws AppError file_not_found, too_many_requests */
async function visitArchive<T>(
  parts: ShareParts,
  query: FileQuery,
  call: CallContext,
  look: (archive: SharedArchive, cover: ShareCoverData) => Promise<T>,
): Promise<VisitedArchive<T>> {
  const { shareId, fileId } = query;
  const { found, ...visited } = await visitFile(parts, query, call);
  if (visited.status !== 'OK') return { ...visited, answer: null };
  if (!found) throw new AppError('file_not_found');
  const count: SharedArchive['count'] = (use) => parts.shield.countOpenCall(use, call);
  await count({ name: `archive:${shareId}`, limit: LOOKS, windowMs: LOOKS_WINDOW_MS });
  const { content } = found.body;
  const ownerId = asUserId(found.cover.ownerId);
  const archive = { ownerId, shareId, fileId, address: call.address, count, content };
  return { ...visited, answer: await look(archive, found.cover) };
}

/** @throws AppError as the contract row `share.archiveList` says */
export function listArchive(
  parts: ShareParts,
  query: FileQuery & FolderQuery,
  call: CallContext,
): Promise<VisitedArchive<ArchiveListing>> {
  const { path, password, reading } = query;
  return visitArchive(parts, query, call, (archive) =>
    parts.drive.listSharedArchive(archive, { path, password, ...(reading && { reading }) }),
  );
}

/** The link ends with the epoch of the share, and with the share itself. @throws AppError as the contract row `share.archiveEntry` says */
export function linkArchiveEntry(
  parts: ShareParts,
  query: FileQuery & EntryQuery,
  call: CallContext,
): Promise<VisitedArchive<ArchiveEntryFile>> {
  const { index, password, reading } = query;
  return visitArchive(parts, query, call, (archive, cover) => {
    if (cover.viewOnly) throw viewOnlyError();
    const end = { epoch: cover.epoch, expiresAtMs: linkEndMs(parts, cover, call.nowMs) };
    return parts.drive.linkSharedEntry(archive, end, { index, password, ...(reading && { reading }) });
  });
}
