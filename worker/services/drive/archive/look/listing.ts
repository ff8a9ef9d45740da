/** The entries of an archive for one who looks into it, and the folders among them. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { ArchiveListing } from '#shared/drive/archive/archive.contract.ts';
import { archiveFormatOf } from '#shared/drive/archive/archive-name.ts';
import { GUESSED, NAMES_UNREAD, type NameReading } from '#shared/drive/archive/entry-names.ts';
import { mimeOf } from '#shared/drive/file-kind.ts';
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS } from '#shared/units.ts';
import { engineOf } from '#worker/platform/archives/engine-turns.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { DriveDeps } from '../../deps.ts';
import { ARCHIVE_ERRORS, ArchiveFailed } from '../failed.ts';
import { ARCHIVE_PASSWORD } from '../keys.ts';
import type { ArchiveEntry } from '../read/archive.ts';
import { listArchive, openArchive } from '../read/open.ts';
import { makeSource } from '../read/source.ts';
import { entryNames } from '../rules.ts';
import { makeReadPlaces } from './read-places.ts';
import type { ArchiveContent, ArchiveReader } from './reader.ts';

export type LookDeps = Pick<DriveDeps, 'drives' | 'keyring' | 'blobs' | 'clock' | 'archiveEngine'>;

/** Lists that are held, so that going from folder to folder reads an archive once. */
const HELD_CHARS = 8_000_000;
/** An entry beside its path. */
const ENTRY_CHARS = 100;

const lists = new Map<string, { readonly entries: readonly ArchiveEntry[]; readonly chars: number }>();

/** Two reads of one person at a time; the longest, 40 MiB of a slow method behind the turns of others, takes a minute. */
export const inPlace = makeReadPlaces(2, 2 * MINUTE_MS);

/** How an archive is read. */
export interface ArchiveQuery {
  readonly password: string;
  /** None: names are guessed without the language of a page. */
  readonly reading?: NameReading;
}

/** How a call asks for an archive. */
export function archiveQuery(
  body: { readonly password: string; readonly encoding: TextEncoding | null },
  call: Pick<CallContext, 'locale'>,
): ArchiveQuery {
  return { password: body.password, reading: { encoding: body.encoding, language: call.locale } };
}

export function toError(error: unknown): never {
  if (error instanceof ArchiveFailed) throw new AppError(ARCHIVE_ERRORS[error.reason], { reason: error.reason });
  throw error;
}

function hold(key: string, entries: readonly ArchiveEntry[]): void {
  const chars = entries.reduce((sum, { path }) => sum + path.length + ENTRY_CHARS, 0);
  if (chars > HELD_CHARS) return;
  lists.set(key, { entries, chars });
  let held = [...lists.values()].reduce((sum, list) => sum + list.chars, 0);
  for (const [oldest, list] of lists) {
    if (held <= HELD_CHARS) break;
    lists.delete(oldest);
    held -= list.chars;
  }
}

/** @throws ArchiveFailed; AppError unavailable, resource_exhausted, too_many_requests */
export async function entriesOf(
  deps: LookDeps,
  reader: ArchiveReader,
  content: ArchiveContent,
  { password, reading = GUESSED }: ArchiveQuery,
): Promise<readonly ArchiveEntry[]> {
  // The password itself is not held.
  const { contentKey, name } = content;
  const key = toHex(
    await deps.keyring.mac(
      ARCHIVE_PASSWORD,
      JSON.stringify([contentKey, name, password, reading.encoding, reading.language]),
    ),
  );
  const known = lists.get(key);
  if (known) return known.entries;
  return inPlace(reader.place, deps.clock, async () => {
    if (password !== '') await reader.triesPassword();
    if (isUnpacked(content)) await reader.unpacks();
    const source = makeSource(deps.blobs, content.manifest, name);
    const entries = await listArchive({ engine: engineOf(deps.archiveEngine, reader.turn), source, password, reading });
    hold(key, entries);
    return entries;
  });
}

/** The encoding of the names that do not say theirs; null: none leaves it open. */
export function encodingOf(entries: readonly ArchiveEntry[]): TextEncoding | null {
  return entries.find(({ nameEncoding }) => nameEncoding)?.nameEncoding ?? null;
}

/** Whether all of an archive is read to list it. */
export function isUnpacked({ name }: Pick<ArchiveContent, 'name'>): boolean {
  const format = archiveFormatOf(name);
  return format === 'packed' || format === 'tar.gz';
}

/** A tar.gz that is too large to look into: a job extracts it all the same, in as many runs as it takes. */
export function isOnlyExtracted({ name }: Pick<ArchiveContent, 'name'>, error: unknown): boolean {
  return error instanceof ArchiveFailed && error.reason === 'too_large' && archiveFormatOf(name) === 'tar.gz';
}

/** A wrong password counts against the tries of the reader. */
export async function countWrong(reader: ArchiveReader, content: ArchiveContent, error: unknown): Promise<void> {
  if (error instanceof ArchiveFailed && error.reason === 'password_incorrect')
    await reader.wrongPassword(content.contentKey);
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

export interface FolderQuery extends ArchiveQuery {
  readonly path: string;
}

/** @throws AppError as the contract row `drive.archiveList` says */
export async function listFolder(
  deps: LookDeps,
  reader: ArchiveReader,
  content: ArchiveContent,
  query: FolderQuery,
): Promise<ArchiveListing> {
  const folder = entryNames(query.path) ?? [];
  const answer = {
    status_text: '',
    task_id: '',
    current_path: folder.join('/'),
    title: content.name,
    file_size: String(content.manifest.size),
    gcid: content.gcid,
    encoding: '',
  };
  try {
    const entries = await entriesOf(deps, reader, content, query);
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
    const encoding = encodingOf(entries) ?? '';
    return { status: 'OK', ...answer, encoding, files };
  } catch (error) {
    if (error instanceof ArchiveFailed && error.reason === 'password_required')
      return { status: 'PASS_WORD_EMPTY', ...answer, files: [] };
    await countWrong(reader, content, error);
    if (error instanceof ArchiveFailed && error.reason === 'password_incorrect')
      return { status: 'PASS_WORD_ERROR', ...answer, files: [] };
    if (isOnlyExtracted(content, error)) throw new AppError('archive_not_listed', { reason: 'too_large' });
    return toError(error);
  }
}

/** Tries the password on the smallest protected entry. @throws ArchiveFailed password_required, password_incorrect, damaged */
export async function tryPassword(
  deps: LookDeps,
  reader: ArchiveReader,
  content: ArchiveContent,
  chosen: readonly ArchiveEntry[],
  password: string,
): Promise<void> {
  const [first] = chosen
    .filter(({ isEncrypted, isFolder }) => isEncrypted && !isFolder)
    .toSorted((a, b) => a.sizeBytes - b.sizeBytes);
  if (!first) return;
  if (password === '') throw new ArchiveFailed('password_required');
  await inPlace(reader.place, deps.clock, async () => {
    await reader.triesPassword();
    const source = makeSource(deps.blobs, content.manifest, content.name);
    const engine = engineOf(deps.archiveEngine, reader.turn);
    const walk = await openArchive({ engine, source, password, reading: NAMES_UNREAD, purpose: 'list' });
    for await (const entry of walk(new Set([first.index]))) {
      if (entry.index !== first.index) continue;
      const content = entry.content().getReader();
      const { done } = await content.read();
      if (!done) await content.read();
      await content.cancel().catch(() => undefined);
      return;
    }
  });
}
