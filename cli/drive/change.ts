/** Commands that change the tree: `mkdir`, `mv`, `cp`, `rm`. */
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { Command } from '../command/command.ts';
import { CommandError, EXIT, usageError } from '../command/exit.ts';
import { textOption } from '../command/read.ts';
import type { Drive } from '../session/drive.ts';
import { row } from '../terminal/output.ts';
import { detailOf, factsOf, untilEnded } from './node.ts';
import { findPlace, namedIn, newPlace, type Place, placeOf, readPath, requireFolder, requirePlace } from './place.ts';

/** A name that is taken gives the folder that has it: paths cannot tell two folders of one name apart. */
export async function makeFolder(
  { api }: Pick<Drive, 'api'>,
  parentId: string,
  name: string,
  signal: AbortSignal,
): Promise<FileObject> {
  const body = { kind: 'drive#folder' as const, name, parent_id: parentId, conflict: 'skip' as const };
  const { file } = await api.call(browserContract.create, { body, signal });
  if (file) return file;
  throw new CommandError({
    exit: EXIT.failed,
    name: 'not_made',
    message: `${name} was not made`,
    remedy: 'Try again.',
  });
}

/** Makes what is missing of a path of folders. */
export async function makePath(drive: Drive, path: string, signal: AbortSignal): Promise<Place> {
  const { from, names } = readPath(path);
  let at = await requirePlace(drive, from === '' ? '/' : `id:${from}/`, signal);
  for (const name of names) at = placeOf(await makeFolder(drive, at.id, name, signal));
  return at;
}

export const mkdirCommand: Command = {
  name: 'mkdir',
  about: 'make a folder',
  args: '<path>...',
  least: 1,
  most: 1000,
  options: {
    parents: { type: 'boolean', short: 'p', about: 'make the folders above it too; one that is there is no error' },
  },
  more: [],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const made: Place[] = [];
    for (const path of args) {
      if (options['parents'] === true) {
        made.push(await makePath(drive, path, signal));
        continue;
      }
      const { folder, name } = await newPlace(drive, path, signal);
      const taken = (await namedIn(drive, folder.id, [name], signal))[0];
      if (taken)
        throw new CommandError({
          exit: EXIT.failed,
          name: 'taken',
          message: `${path} is there already`,
          remedy: 'With --parents that is no error.',
        });
      made.push(placeOf(await makeFolder(drive, folder.id, name, signal)));
    }
    out.result(
      made.flatMap(({ file }) => (file ? [factsOf(file)] : [])),
      [],
    );
  },
};

const CONFLICT = {
  conflict: {
    type: 'string',
    choices: ['keep-both', 'replace', 'skip'],
    about: 'for a name that is taken; usual: keep-both',
  },
} as const;

type Conflict = 'keep_both' | 'replace' | 'skip';

function conflictOf(options: Parameters<typeof textOption>[0]): Conflict {
  return (textOption(options, 'conflict') || 'keep-both').replace('-', '_') as Conflict;
}

async function placesOf(drive: Drive, paths: readonly string[], signal: AbortSignal): Promise<Place[]> {
  const places: Place[] = [];
  for (const path of paths) {
    const place = await requirePlace(drive, path, signal);
    if (place.id === '') throw usageError(`${path} is the whole drive`);
    places.push(place);
  }
  return places;
}

/** Names that the task gave or left out are in the tree now: what is there is what counts. */
async function resultOf(drive: Drive, places: readonly Place[], signal: AbortSignal): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { id } of places) found.push(factsOf(await detailOf(drive, id, signal)));
  return found;
}

/** Moves one thing to a path that nothing has: another folder, another name or both. */
async function moveTo(drive: Drive, place: Place, path: string, signal: AbortSignal): Promise<void> {
  const { folder, name } = await newPlace(drive, path, signal);
  if (folder.id !== place.parentId) {
    // Its old name may be taken there; a number is then added, and the new name follows.
    const body = { ids: [place.id], to: { parent_id: folder.id } };
    const { task_id: taskId } = await drive.api.call(browserContract.batchMove, { body, signal });
    await untilEnded(drive, taskId, signal);
  }
  const { name: now } = await detailOf(drive, place.id, signal);
  if (now !== name) await drive.api.call(browserContract.rename, { params: { id: place.id }, body: { name }, signal });
}

export const mvCommand: Command = {
  name: 'mv',
  about: 'move into a folder, or rename',
  args: '<path>... <folder or new path>',
  least: 2,
  most: 1000,
  options: CONFLICT,
  more: ['The last argument is a folder that is there, or the new path of the one file or folder before it.'],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const to = args.at(-1) ?? '';
    const places = await placesOf(drive, args.slice(0, -1), signal);
    const target = await findPlace(drive, to, signal);
    const [first] = places;
    // A new spelling of its own name is a rename, not a move into itself.
    const isRename = target === null || (target.id === first?.id && places.length === 1);
    if (isRename) {
      if (places.length > 1 || !first || (target === null && readPath(to).isFolder))
        await requireFolder(drive, to, signal);
      else await moveTo(drive, first, to, signal);
    } else if (!target.isFolder)
      throw new CommandError({
        exit: EXIT.failed,
        name: 'taken',
        message: `${to} is there already`,
        remedy: 'Move it into its folder with --conflict, or take it away first.',
      });
    else {
      const body = { ids: places.map(({ id }) => id), to: { parent_id: target.id }, conflict: conflictOf(options) };
      const { task_id: taskId } = await drive.api.call(browserContract.batchMove, { body, signal });
      await untilEnded(drive, taskId, signal);
    }
    out.result(out.isJson ? await resultOf(drive, places, signal) : null, []);
  },
};

export const cpCommand: Command = {
  name: 'cp',
  about: 'copy into a folder; the server copies no byte',
  args: '<path>... <folder>',
  least: 2,
  most: 1000,
  options: CONFLICT,
  more: [],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const places = await placesOf(drive, args.slice(0, -1), signal);
    const folder = await requireFolder(drive, args.at(-1) ?? '', signal);
    const body = { ids: places.map(({ id }) => id), to: { parent_id: folder.id }, conflict: conflictOf(options) };
    const { task_id: taskId } = await drive.api.call(browserContract.batchCopy, { body, signal });
    await untilEnded(drive, taskId, signal);
    out.result({ copied: places.length, folder: folder.id }, []);
  },
};

export const rmCommand: Command = {
  name: 'rm',
  about: 'move to the trash',
  args: '<path>...',
  least: 1,
  most: 1000,
  options: { force: { type: 'boolean', short: 'f', about: 'what is not there is no error' } },
  more: ['Nothing is deleted for good: the trash in the browser puts it back.'],
  completes: 'nothing',
  async run({ args, options, out, drive, signal }) {
    const places: Place[] = [];
    for (const path of args) {
      if (options['force'] === true && (await findPlace(drive, path, signal)) === null) continue;
      places.push(...(await placesOf(drive, [path], signal)));
    }
    const ids = [...new Set(places.map(({ id }) => id))];
    if (ids.length > 0) {
      const { task_id: taskId } = await drive.api.call(browserContract.batchTrash, { body: { ids }, signal });
      await untilEnded(drive, taskId, signal);
    }
    out.result(
      { trashed: places.map(({ id, name }) => ({ id, name })) },
      places.map(({ name }) => row('Trashed', name)),
    );
  },
};
