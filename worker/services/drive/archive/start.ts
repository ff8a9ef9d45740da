/** Operations on archives: packing a folder, listing an archive, extracting from one. */

import type { ArchiveListing } from '#shared/drive/archive/archive.contract.ts';
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { mimeOf } from '#shared/drive/names.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { engineOf } from '#worker/platform/archives/engine-turns.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { idempotencyKeyFor } from '../core/idempotency.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { planKey, zipDrive, zipPlansOf } from '../zip/plan.ts';
import { bitsOf } from './chosen.ts';
import { ARCHIVE_ERRORS, ArchiveFailed } from './failed.ts';
import { ARCHIVE_PASSWORD } from './keys.ts';
import type { ArchiveFile } from './open-file.store.ts';
import type { ArchiveEntry } from './read/archive.ts';
import { listArchive, openArchive } from './read/open.ts';
import { makeSource } from './read/source.ts';
import { makeReadPlaces } from './read-places.ts';
import { entryNames, folderNameOf } from './rules.ts';

/** Lists that are held, so that going from folder to folder reads an archive once. */
const HELD_CHARS = 8_000_000;
/** An entry beside its path. */
const ENTRY_CHARS = 100;

const lists = new Map<string, { readonly entries: readonly ArchiveEntry[]; readonly chars: number }>();

/** Two reads of one person at a time; the longest, 40 MiB of a slow method behind the turns of others, takes a minute. */
export const inPlace = makeReadPlaces(2, 2 * MINUTE_MS);

export function toError(error: unknown): never {
  if (error instanceof ArchiveFailed) throw new AppError(ARCHIVE_ERRORS[error.reason], { reason: error.reason });
  throw error;
}

/** Makes a zip file of a folder beside it. @returns id of the task. @throws AppError as the contract row `drive.pack` says */
export async function pack(deps: DriveDeps, caller: Caller, folderId: string, call: CallContext): Promise<string> {
  const drive = driveOf(deps, caller.userId);
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
  const order = {
    do: 'pack' as const,
    ids: [folderId],
    name: `${folder.name}.zip`,
    parentId: folder.parent_id,
    sizeBytes: plan.sizeBytes,
    etag: plan.etag,
    storageLimitBytes: await deps.storageLimitOf(caller.userId),
  };
  return unwrap(await drive.archiveBegin(callerData(caller), order, idempotencyKeyFor(call, 'pack', { folderId })));
}

export function sourceOf(deps: DriveDeps, file: ArchiveFile) {
  return makeSource(deps.blobs, file.manifest, file.name);
}

/** @throws ArchiveFailed; AppError unavailable, resource_exhausted */
export async function entriesOf(
  deps: DriveDeps,
  caller: Caller,
  file: ArchiveFile,
  password: string,
): Promise<readonly ArchiveEntry[]> {
  // The password itself is not held.
  const key = toHex(await deps.keyring.mac(ARCHIVE_PASSWORD, JSON.stringify([file.contentKey, file.name, password])));
  const known = lists.get(key);
  if (known) return known.entries;
  if (isUnpacked(file)) unwrap(await driveOf(deps, caller.userId).archiveUnpacks(callerData(caller)));
  const source = sourceOf(deps, file);
  const entries = await listArchive({ engine: engineOf(deps.archiveEngine, caller.userId), source, password });
  const chars = entries.reduce((sum, { path }) => sum + path.length + ENTRY_CHARS, 0);
  if (chars > HELD_CHARS) return entries;
  lists.set(key, { entries, chars });
  let held = [...lists.values()].reduce((sum, list) => sum + list.chars, 0);
  for (const [oldest, list] of lists) {
    if (held <= HELD_CHARS) break;
    lists.delete(oldest);
    held -= list.chars;
  }
  return entries;
}

/** Whether all of an archive is read to list it. */
export function isUnpacked({ name }: Pick<ArchiveFile, 'name'>): boolean {
  const format = archiveFormatOf(name);
  return format === 'packed' || format === 'tar.gz';
}

/** A tar.gz that is too large to look into: a job extracts it all the same, in as many runs as it takes. */
function isOnlyExtracted({ name }: ArchiveFile, error: unknown): boolean {
  return error instanceof ArchiveFailed && error.reason === 'too_large' && archiveFormatOf(name) === 'tar.gz';
}

/** A wrong password counts against the tries of the person. */
export async function countWrong(deps: DriveDeps, caller: Caller, file: ArchiveFile, error: unknown): Promise<void> {
  if (error instanceof ArchiveFailed && error.reason === 'password_incorrect')
    unwrap(await driveOf(deps, caller.userId).archiveWrongPassword(callerData(caller), file.contentKey));
}

interface Inside {
  readonly name: string;
  readonly path: string;
  readonly entry: ArchiveEntry | null;
  readonly isFolder: boolean;
}

/** Entries directly in a folder of the archive; folders without an entry of their own too. */
function insideOf(entries: readonly ArchiveEntry[], folder: readonly string[]): Inside[] {
  const found = new Map<string, Inside>();
  for (const entry of entries) {
    const names = entryNames(entry.path);
    if (!names || names.length <= folder.length || !folder.every((name, at) => names[at] === name)) continue;
    const name = names[folder.length] ?? '';
    const isItself = names.length === folder.length + 1;
    const isFolder = !isItself || entry.isFolder;
    // A file and a folder of one name are both shown, and every file of one name.
    const key = isFolder ? `${name}/` : `${name}/${entry.index}`;
    const known = found.get(key);
    if (known && !(isItself && known.entry === null)) continue;
    found.set(key, { name, path: [...folder, name].join('/'), entry: isItself ? entry : null, isFolder });
  }
  return [...found.values()].sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1));
}

export interface ArchiveQuery {
  readonly fileId: string;
  readonly path: string;
  readonly password: string;
}

/** @throws AppError as the contract row `drive.archiveList` says */
export async function listInside(deps: DriveDeps, caller: Caller, query: ArchiveQuery): Promise<ArchiveListing> {
  const file = unwrap(await driveOf(deps, caller.userId).archiveFile(callerData(caller), query.fileId));
  const folder = entryNames(query.path) ?? [];
  const answer = {
    status_text: '',
    task_id: '',
    current_path: folder.join('/'),
    title: file.name,
    file_size: String(file.manifest.size),
    gcid: file.gcid.toUpperCase(),
  };
  try {
    const entries = await inPlace(caller.userId, deps.clock, () => entriesOf(deps, caller, file, query.password));
    const files = insideOf(entries, folder).map(({ name, path, entry, isFolder }) => ({
      index: entry?.index ?? -1,
      filename: name,
      filesize: String(isFolder ? 0 : (entry?.sizeBytes ?? 0)),
      mime_type: isFolder ? '' : mimeOf(name),
      gcid: '',
      kind: isFolder ? ('drive#folder' as const) : ('drive#file' as const),
      icon_link: '',
      path,
    }));
    return { status: 'OK', ...answer, files };
  } catch (error) {
    if (error instanceof ArchiveFailed && error.reason === 'password_required')
      return { status: 'PASS_WORD_EMPTY', ...answer, files: [] };
    await countWrong(deps, caller, file, error);
    if (error instanceof ArchiveFailed && error.reason === 'password_incorrect')
      return { status: 'PASS_WORD_ERROR', ...answer, files: [] };
    if (isOnlyExtracted(file, error)) throw new AppError('archive_not_listed', { reason: 'too_large' });
    return toError(error);
  }
}

/** Tries the password on the smallest protected entry. @throws ArchiveFailed password_required, password_incorrect, damaged */
export async function tryPassword(
  deps: DriveDeps,
  userId: string,
  file: ArchiveFile,
  chosen: readonly ArchiveEntry[],
  password: string,
): Promise<void> {
  const [first] = chosen
    .filter(({ isEncrypted, isFolder }) => isEncrypted && !isFolder)
    .toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  if (!first) return;
  if (password === '') throw new ArchiveFailed('password_required');
  const source = sourceOf(deps, file);
  const walk = await openArchive({ engine: engineOf(deps.archiveEngine, userId), source, password, purpose: 'list' });
  for await (const entry of walk(new Set([first.index]))) {
    if (entry.index !== first.index) continue;
    const reader = entry.content().getReader();
    const { done } = await reader.read();
    if (!done) await reader.read();
    await reader.cancel().catch(() => undefined);
    return;
  }
}

export interface ExtractInput {
  readonly fileId: string;
  readonly password: string;
  /** None: all. */
  readonly entries: readonly number[];
  /** Null: beside the archive. */
  readonly parentId: string | null;
}

/** @returns id of the task, and the number of entries; 0: it is unknown. @throws AppError as the contract row `drive.extract` says */
export async function extract(
  deps: DriveDeps,
  caller: Caller,
  input: ExtractInput,
  call: CallContext,
): Promise<{ taskId: string; entries: number }> {
  const drive = driveOf(deps, caller.userId);
  const file = unwrap(await drive.archiveFile(callerData(caller), input.fileId));
  const wanted = new Set(input.entries);
  try {
    const all = await inPlace(caller.userId, deps.clock, () => entriesOf(deps, caller, file, input.password)).catch(
      (error: unknown) => {
        if (wanted.size === 0 && isOnlyExtracted(file, error)) return null;
        throw error;
      },
    );
    const chosen = (all ?? []).filter(({ index }) => wanted.size === 0 || wanted.has(index));
    if (wanted.size > 0 && chosen.length < wanted.size) throw new AppError('invalid_argument', { field: 'files' });
    if (chosen.some(({ path }) => entryNames(path) === null)) throw new ArchiveFailed('unsafe');
    await inPlace(caller.userId, deps.clock, () => tryPassword(deps, caller.userId, file, chosen, input.password));
    const order = {
      do: 'extract' as const,
      fileId: file.id,
      contentKey: file.contentKey,
      archiveName: file.name,
      secret: input.password === '' ? '' : await deps.keyring.seal(ARCHIVE_PASSWORD, input.password),
      chosen: bitsOf(wanted),
      parentId: input.parentId === null ? file.parentId : asNodeId(input.parentId),
      folderName: folderNameOf(file.name),
      // At least its own size, where the archive is not listed; each file finds its space anew.
      totalBytes: all ? chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) : file.manifest.size,
      storageLimitBytes: await deps.storageLimitOf(caller.userId),
    };
    const { secret: _, storageLimitBytes: __, ...fingerprint } = order;
    const key = idempotencyKeyFor(call, 'extract', fingerprint);
    return { taskId: unwrap(await drive.archiveBegin(callerData(caller), order, key)), entries: chosen.length };
  } catch (error) {
    await countWrong(deps, caller, file, error);
    return toError(error);
  }
}
