/** Archives of a share, for its visitors: the share has checked that it shows the file. */
import type { ArchiveEntryFile, ArchiveListing } from '#shared/drive/archive/archive.contract.ts';
import type { OpenContent } from '../../content/claims.ts';
import type { DriveDeps } from '../../deps.ts';
import { type EntryQuery, makeEntryLink } from './entry.ts';
import { type FolderQuery, listFolder } from './listing.ts';
import { type ArchiveContent, type Visit, visitorReader } from './reader.ts';

export interface SharedArchive extends Visit {
  readonly fileId: string;
  readonly content: OpenContent;
}

function contentOf({ name, contentKey, manifest }: OpenContent): ArchiveContent {
  return { name, contentKey, gcid: '', manifest };
}

/** @throws AppError as the contract row `share.archiveList` says */
export function listSharedArchive(
  deps: DriveDeps,
  archive: SharedArchive,
  query: FolderQuery,
): Promise<ArchiveListing> {
  return listFolder(deps, visitorReader(deps, archive), contentOf(archive.content), query);
}

/** @param end  of the link. @throws AppError as the contract row `share.archiveEntry` says */
export function linkSharedEntry(
  deps: DriveDeps,
  archive: SharedArchive,
  end: { readonly epoch: number; readonly expiresAtMs: number },
  query: EntryQuery,
): Promise<ArchiveEntryFile> {
  const { ownerId, shareId, fileId, content } = archive;
  const holder = { kind: 'share' as const, id: shareId, epoch: end.epoch };
  const link = { ownerId, fileId, expiresAtMs: end.expiresAtMs, holder };
  return makeEntryLink(deps, visitorReader(deps, archive), contentOf(content), link, query);
}
