/** Paths of the drive: `/Documents/report.pdf`, or `id:<id>` and what is below it. Resolved name by name, as the server compares names. */
import type { FileObject } from '#shared/drive/model.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { CommandError, EXIT, notFound, usageError } from '../command/exit.ts';
import type { Drive } from '../session/drive.ts';
import { detailOf } from './node.ts';

/** A path in its parts. */
export interface PathParts {
  /** Id of the folder that it starts from; '' for the root. */
  readonly from: string;
  readonly names: readonly string[];
  /** It ends with a slash, so it is a folder. */
  readonly isFolder: boolean;
}

export interface Place {
  readonly id: string;
  /** As it is written; '' for the root. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly parentId: string;
  /** Null for the root. */
  readonly file: FileObject | null;
}

const ID = /^id:([A-Za-z0-9_-]{20,64})(?:\/|$)/;

/** @throws CommandError for `..`, which has no meaning here */
export function readPath(path: string): PathParts {
  const from = ID.exec(path)?.[1] ?? '';
  const rest = from === '' ? path : path.slice('id:'.length + from.length);
  const names = rest.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw usageError(`${path}: a path of the drive has no ..`);
  return { from, names, isFolder: path.endsWith('/') || (from === '' && names.length === 0) };
}

export const ROOT: Place = { id: '', name: '', isFolder: true, parentId: '', file: null };

export function placeOf(file: FileObject): Place {
  return { id: file.id, name: file.name, isFolder: file.kind === 'drive#folder', parentId: file.parent_id, file };
}

/** The file and the oldest folder of each name in a folder. */
export async function namedIn(
  { api }: Pick<Drive, 'api'>,
  parentId: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly file: FileObject }[]> {
  const body = { parent_id: parentId, names: [...names] };
  return (await api.call(versionsContract.conflicts, { body, signal })).conflicts;
}

async function startOf(drive: Drive, { from }: PathParts, signal: AbortSignal): Promise<Place> {
  return from === '' ? ROOT : placeOf(await detailOf(drive, from, signal));
}

async function walk(
  drive: Drive,
  start: Place,
  names: readonly string[],
  mustBeFolder: boolean,
  signal: AbortSignal,
): Promise<Place | null> {
  let at = start;
  for (const [index, name] of names.entries()) {
    if (!at.isFolder) return null;
    const found = (await namedIn(drive, at.id, [name], signal)).map(({ file }) => placeOf(file));
    const wantsFolder = mustBeFolder || index < names.length - 1;
    const next = wantsFolder ? found.find(({ isFolder }) => isFolder) : found[0];
    if (!next) return null;
    at = next;
  }
  return at;
}

/** @returns null where nothing is there. @throws CommandError, ApiError */
export async function findPlace(drive: Drive, path: string, signal: AbortSignal): Promise<Place | null> {
  const parts = readPath(path);
  return walk(drive, await startOf(drive, parts, signal), parts.names, parts.isFolder, signal);
}

/** @throws CommandError not found */
export async function requirePlace(drive: Drive, path: string, signal: AbortSignal): Promise<Place> {
  const found = await findPlace(drive, path, signal);
  if (!found) throw notFound(path);
  return found;
}

/** @throws CommandError where it is no folder */
export async function requireFolder(drive: Drive, path: string, signal: AbortSignal): Promise<Place> {
  const found = await requirePlace(drive, path, signal);
  if (found.isFolder) return found;
  throw new CommandError({ exit: EXIT.failed, name: 'no_folder', message: `${path} is no folder`, remedy: '' });
}

/** Where something new of that path goes: the folder above it, which is there, and its name. @throws CommandError */
export async function newPlace(
  drive: Drive,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly folder: Place; readonly name: string }> {
  const parts = readPath(path);
  const name = parts.names.at(-1);
  if (name === undefined) throw usageError(`${path} is a folder that is there: a name is missing`);
  const folder = await walk(drive, await startOf(drive, parts, signal), parts.names.slice(0, -1), true, signal);
  if (!folder) throw notFound(path.replace(/\/?[^/]*\/*$/, '') || '/');
  return { folder, name };
}
