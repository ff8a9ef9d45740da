/** One entry of an archive: a link to it, and the walk to its bytes. The archive itself is not downloaded. */
import type { ArchiveEntryFile } from '#shared/drive/archive/archive.contract.ts';
import { NAMES_UNREAD } from '#shared/drive/archive/entry-names.ts';
import { mimeOf } from '#shared/drive/file-kind.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, type ContentKey, type ShareId } from '#shared/ids.ts';
import { GIB, SECOND_MS, wireTime } from '#shared/units.ts';
import { engineOf } from '#worker/platform/archives/engine-turns.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { ContentSources, LinkClaims, OpenContent } from '../../content/claims.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { ArchiveFailed } from '../failed.ts';
import { ARCHIVE_PASSWORD } from '../keys.ts';
import type { archivePart } from '../part.ts';
import type { WalkedEntry } from '../read/archive.ts';
import { openArchive } from '../read/open.ts';
import { makeSource } from '../read/source.ts';
import { entryNames } from '../rules.ts';
import { type EntryClaims, entryLink } from './entry-link.ts';
import { type ArchiveQuery, countWrong, entriesOf, type LookDeps, toError, tryPassword } from './listing.ts';
import { type ArchiveContent, type ArchiveReader, contentOf, ownerReader } from './reader.ts';

/** A larger entry is extracted by a task, which resumes. */
const MAX_ENTRY_BYTES = 4 * GIB;

export interface EntryQuery extends ArchiveQuery {
  readonly index: number;
}

/** @throws AppError as the contract row `drive.archiveEntry` says */
export async function makeEntryLink(
  deps: LookDeps & Pick<DriveDeps, 'contentOrigin'>,
  reader: ArchiveReader,
  content: ArchiveContent,
  link: Pick<EntryClaims, 'ownerId' | 'fileId' | 'expiresAtMs' | 'holder'>,
  { index, ...query }: EntryQuery,
): Promise<ArchiveEntryFile> {
  try {
    const { password } = query;
    const all = await entriesOf(deps, reader, content, query);
    const entry = all.find((one) => one.index === index && !one.isFolder);
    if (!entry) throw new AppError('invalid_argument', { field: 'index' });
    const name = entryNames(entry.path)?.at(-1);
    if (name === undefined) throw new ArchiveFailed('unsafe');
    if (entry.sizeBytes > MAX_ENTRY_BYTES) throw new ArchiveFailed('too_large');
    await tryPassword(deps, reader, content, [entry], password);
    const secret = password === '' ? '' : await deps.keyring.seal(ARCHIVE_PASSWORD, password);
    const url = await entryLink(deps, { ...link, contentKey: content.contentKey, index, name, secret });
    return { url, name, size: String(entry.sizeBytes), mime_type: mimeOf(name), expire: wireTime(link.expiresAtMs) };
  } catch (error) {
    await countWrong(reader, content, error);
    return toError(error);
  }
}

/** For the owner. @throws AppError as the contract row `drive.archiveEntry` says */
export async function linkEntry(
  deps: DriveDeps,
  caller: Caller,
  { fileId, ...query }: EntryQuery & { readonly fileId: string },
): Promise<ArchiveEntryFile> {
  const { userId: ownerId, sessionId: id, epoch } = caller;
  const file = unwrap(await driveOf<typeof archivePart>(deps, ownerId).archiveFile(callerData(caller), fileId));
  const expiresAtMs = deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS;
  const link = { ownerId, fileId: file.id, expiresAtMs, holder: { kind: 'session' as const, id, epoch } };
  return makeEntryLink(deps, ownerReader(deps, caller), contentOf(file), link, query);
}

/** Kinds of links whose archives are looked into. */
type EntryClaimKind = 'drive' | 'share';

export interface EntryDeps extends LookDeps, Pick<DriveDeps, 'limits'> {
  readonly contentSources: Pick<ContentSources, EntryClaimKind>;
}

/** The archive of a link. @returns null when the link no longer opens: session or share ended, archive trashed, closed or changed */
export async function archiveOf(deps: EntryDeps, claims: EntryClaims): Promise<OpenContent | null> {
  const content = contentClaims(claims);
  return (await deps.contentSources[content.kind](content))?.content ?? null;
}

export function contentClaims(claims: EntryClaims): LinkClaims & { readonly kind: EntryClaimKind } {
  const { ownerId, expiresAtMs, fileId, contentKey, holder } = claims;
  return {
    ownerId,
    expiresAtMs,
    attachment: true,
    nodeId: asNodeId(fileId),
    contentKey: contentKey as ContentKey,
    ...(holder.kind === 'share'
      ? { kind: 'share', shareId: holder.id as ShareId, shareEpoch: holder.epoch }
      : { kind: 'drive', sessionId: holder.id, tokenEpoch: holder.epoch }),
  };
}

/** Walks to the entry. The walk stays open until the content is read. @returns null where the archive has none */
export async function walkTo(
  deps: EntryDeps,
  reader: ArchiveReader,
  claims: EntryClaims,
  archive: OpenContent,
): Promise<EntryRead | null> {
  const password = claims.secret === '' ? '' : await deps.keyring.open(ARCHIVE_PASSWORD, claims.secret);
  if (password === null) return null;
  const source = makeSource(deps.blobs, archive.manifest, archive.name);
  const engine = engineOf(deps.archiveEngine, reader.turn);
  const walk = (await openArchive({ engine, source, password, reading: NAMES_UNREAD, purpose: 'list' }))(
    new Set([claims.index]),
  );
  const end = () => walk.return(undefined).then(() => undefined);
  for (let next = await walk.next(); !next.done; next = await walk.next())
    if (next.value.index === claims.index) return { entry: next.value, end };
  return null;
}

export interface EntryRead {
  readonly entry: WalkedEntry;
  end(): Promise<void>;
}
