/** One entry of an archive for its owner: a link to it, and the walk to its bytes. The archive itself is not downloaded. */
import type { ArchiveEntryFile } from '#shared/drive/archive/archive.contract.ts';
import { mimeOf } from '#shared/drive/names.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, type ContentKey } from '#shared/ids.ts';
import { GIB, SECOND_MS, wireTime } from '#shared/units.ts';
import { engineOf } from '#worker/platform/archives/engine-turns.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { LinkClaims, OpenContent } from '../content/claims.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { type EntryClaims, entryLink } from './entry-link.ts';
import { ArchiveFailed } from './failed.ts';
import { ARCHIVE_PASSWORD } from './keys.ts';
import type { WalkedEntry } from './read/archive.ts';
import { openArchive } from './read/open.ts';
import { makeSource } from './read/source.ts';
import { entryNames } from './rules.ts';
import { countWrong, entriesOf, inPlace, toError, tryPassword } from './start.ts';

/** A larger entry is extracted by a task, which resumes. */
const MAX_ENTRY_BYTES = 4 * GIB;

export interface EntryInput {
  readonly fileId: string;
  readonly index: number;
  readonly password: string;
}

/** @throws AppError as the contract row `drive.archiveEntry` says */
export async function linkEntry(deps: DriveDeps, caller: Caller, input: EntryInput): Promise<ArchiveEntryFile> {
  const { userId, sessionId, epoch } = caller;
  const file = unwrap(await driveOf(deps, userId).archiveFile(callerData(caller), input.fileId));
  try {
    const all = await inPlace(userId, deps.clock, () => entriesOf(deps, caller, file, input.password));
    const entry = all.find(({ index, isFolder }) => index === input.index && !isFolder);
    if (!entry) throw new AppError('invalid_argument', { field: 'index' });
    const name = entryNames(entry.path)?.at(-1);
    if (name === undefined) throw new ArchiveFailed('unsafe');
    if (entry.sizeBytes > MAX_ENTRY_BYTES) throw new ArchiveFailed('too_large');
    await inPlace(userId, deps.clock, () => tryPassword(deps, userId, file, [entry], input.password));
    const expiresAtMs = deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS;
    const url = await entryLink(deps, {
      ...{ ownerId: userId, fileId: file.id, contentKey: file.contentKey, index: entry.index, name, expiresAtMs },
      session: { sessionId, epoch },
      secret: input.password === '' ? '' : await deps.keyring.seal(ARCHIVE_PASSWORD, input.password),
    });
    return { url, name, size: String(entry.sizeBytes), mime_type: mimeOf(name), expire: wireTime(expiresAtMs) };
  } catch (error) {
    await countWrong(deps, caller, file, error);
    return toError(error);
  }
}

export type EntryDeps = Pick<DriveDeps, 'drives' | 'keyring' | 'blobs' | 'clock' | 'archiveEngine'>;

/** The archive of a link. @returns null when the link no longer opens: session ended, archive trashed, closed or changed */
export function archiveOf(deps: EntryDeps, claims: EntryClaims): Promise<OpenContent | null> {
  const { ownerId, session } = claims;
  return driveOf(deps, ownerId).openContent(contentClaims(claims, session));
}

export function contentClaims(claims: EntryClaims, { sessionId, epoch }: EntryClaims['session']): LinkClaims {
  const { ownerId, expiresAtMs, fileId, contentKey } = claims;
  return {
    ...{ kind: 'drive', ownerId, expiresAtMs, attachment: true, sessionId, tokenEpoch: epoch },
    ...{ nodeId: asNodeId(fileId), contentKey: contentKey as ContentKey },
  };
}

/** Walks to the entry. The walk stays open until the content is read. @returns null where the archive has none */
export async function walkTo(deps: EntryDeps, claims: EntryClaims, archive: OpenContent): Promise<EntryRead | null> {
  const password = claims.secret === '' ? '' : await deps.keyring.open(ARCHIVE_PASSWORD, claims.secret);
  if (password === null) return null;
  const source = makeSource(deps.blobs, archive.manifest, archive.name);
  const engine = engineOf(deps.archiveEngine, claims.ownerId);
  const walk = (await openArchive({ engine, source, password, purpose: 'list' }))(new Set([claims.index]));
  const end = () => walk.return(undefined).then(() => undefined);
  for (let next = await walk.next(); !next.done; next = await walk.next())
    if (next.value.index === claims.index) return { entry: next.value, end };
  return null;
}

export interface EntryRead {
  readonly entry: WalkedEntry;
  end(): Promise<void>;
}
