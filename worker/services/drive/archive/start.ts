/** Operations of the owner on archives: packing a folder, listing an archive, extracting from one. */

import type { ArchiveListing } from '#shared/drive/archive/archive.contract.ts';
import { GUESSED } from '#shared/drive/archive/entry-names.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { firstAnswerOf, idempotencyKeyFor } from '../core/idempotency.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { freeBounds } from '../entitlement/free-plan.ts';
import type { treePart } from '../tree/part.ts';
import type { StoringDeps } from '../upload/store-part.ts';
import { planKey, zipDrive, zipPlansOf } from '../zip/plan.ts';
import { bitsOf, indexesIn } from './chosen.ts';
import { ArchiveFailed } from './failed.ts';
import { ARCHIVE_PASSWORD } from './keys.ts';
import {
  type ArchiveQuery,
  countWrong,
  encodingOf,
  entriesOf,
  type FolderQuery,
  isOnlyExtracted,
  listFolder,
  toError,
  tryPassword,
} from './look/listing.ts';
import { contentOf, ownerReader } from './look/reader.ts';
import type { archivePart } from './part.ts';
import type { BegunArchive, PackOrder } from './rpc-types.ts';
import { entryNames, folderNameOf, readBegun } from './rules.ts';

export interface PackInput {
  readonly folderId: string;
  /** Of the person: DOS times in a zip file are local. */
  readonly timeZone: string;
}

/** The order to pack a folder as it is now. @throws AppError as the contract row `drive.pack` says */
export async function packOrderOf(
  deps: DriveDeps,
  caller: Caller,
  { folderId, timeZone }: PackInput,
): Promise<PackOrder> {
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  const folder = unwrap(await drive.detail(callerData(caller), folderId));
  if (folder.is_file === 1) throw new AppError('invalid_argument', { field: 'folderId' });
  const access = { caller: callerData(caller), shareRoots: null, ids: [folderId], selection: '' };
  const { userId: ownerId, sessionId, epoch } = caller;
  const plan = await zipPlansOf(deps).of({
    ownerId,
    key: planKey({ ownerId, ids: [folderId], selection: '', session: { sessionId, epoch } }),
    drive: zipDrive(deps, ownerId, access),
    maxEntries: deps.limits.zipEntries,
  });
  // The folder itself is an entry.
  if (plan.directory.entries === 1) throw new AppError('cannot_pack_empty_folder');
  return {
    do: 'pack',
    ids: [folderId],
    name: `${folder.name}.zip`,
    parentId: folder.parent_id,
    sizeBytes: plan.sizeBytes,
    etag: plan.etag,
    timeZone,
    ...(await freeBounds(deps)),
  };
}

/** With the space of the server's own disk. */
export type ArchiveStartDeps = DriveDeps & Pick<StoringDeps, 'requireDiskSpace'>;

/** Makes a zip file of a folder beside it. @returns id of the task. @throws AppError as the contract row `drive.pack` says */
export async function pack(
  deps: ArchiveStartDeps,
  caller: Caller,
  input: PackInput,
  call: CallContext,
): Promise<string> {
  const key = idempotencyKeyFor(call, 'pack', { folderId: input.folderId });
  const first = await firstAnswerOf<BegunArchive | string>(deps, caller, key);
  if (first) return readBegun(first).taskId;
  const order = await packOrderOf(deps, caller, input);
  await deps.requireDiskSpace(order.sizeBytes);
  return unwrap(await driveOf<typeof archivePart>(deps, caller.userId).archiveBegin(callerData(caller), order, 0, key))
    .taskId;
}

/** @throws AppError as the contract row `drive.archiveList` says */
export async function listInside(
  deps: DriveDeps,
  caller: Caller,
  { fileId, ...query }: FolderQuery & { readonly fileId: string },
): Promise<ArchiveListing> {
  const file = unwrap(await driveOf<typeof archivePart>(deps, caller.userId).archiveFile(callerData(caller), fileId));
  return listFolder(deps, ownerReader(deps, caller), contentOf(file), query);
}

export interface ExtractInput extends ArchiveQuery {
  readonly fileId: string;
  /** No entries and no paths: all. */
  readonly entries: readonly number[];
  /** Files and folders by their path; a folder stands for all in it. */
  readonly paths?: readonly string[];
  /** Null: beside the archive. */
  readonly parentId: string | null;
}

/** @returns id of the task, and the number of entries; 0: it is unknown. @throws AppError as the contract row `drive.extract` says */
export async function extract(
  deps: ArchiveStartDeps,
  caller: Caller,
  input: ExtractInput,
  call: CallContext,
): Promise<BegunArchive> {
  const drive = driveOf<typeof archivePart>(deps, caller.userId);
  const { password: _, reading = GUESSED, ...asked } = input;
  // Left out when none was chosen: the fingerprint is then that of versions without encodings.
  const encoding = reading.encoding ?? undefined;
  const key = idempotencyKeyFor(call, 'extract', { ...asked, encoding });
  const first = await firstAnswerOf<BegunArchive | string>(deps, caller, key);
  if (first) return readBegun(first);
  const file = unwrap(await drive.archiveFile(callerData(caller), input.fileId));
  const reader = ownerReader(deps, caller);
  const content = contentOf(file);
  const { paths = [], entries } = input;
  const isAll = entries.length === 0 && paths.length === 0;
  try {
    const all = await entriesOf(deps, reader, content, input).catch((error: unknown) => {
      if (isAll && isOnlyExtracted(file, error)) return null;
      throw error;
    });
    const wanted = new Set([...entries, ...indexesIn(all ?? [], paths)]);
    const chosen = (all ?? []).filter(({ index }) => isAll || wanted.has(index));
    if (wanted.size > 0 && chosen.length < wanted.size) throw new AppError('invalid_argument', { field: 'files' });
    if (chosen.some(({ path }) => entryNames(path) === null)) throw new ArchiveFailed('unsafe');
    await tryPassword(deps, reader, content, chosen, input.password);
    const order = {
      do: 'extract' as const,
      fileId: file.id,
      contentKey: file.contentKey,
      archiveName: file.name,
      secret: input.password === '' ? '' : await deps.keyring.seal(ARCHIVE_PASSWORD, input.password),
      chosen: bitsOf(wanted),
      reading: { ...reading, encoding: reading.encoding ?? encodingOf(all ?? []) },
      parentId: input.parentId === null ? file.parentId : asNodeId(input.parentId),
      folderName: folderNameOf(file.name),
      // At least its own size, where the archive is not listed; each file finds its space anew.
      totalBytes: all ? chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) : file.manifest.size,
      largestBytes: chosen.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0),
      ...(await freeBounds(deps)),
    };
    await deps.requireDiskSpace(order.totalBytes);
    return unwrap(await drive.archiveBegin(callerData(caller), order, chosen.length, key));
  } catch (error) {
    await countWrong(reader, content, error);
    return toError(error);
  }
}
