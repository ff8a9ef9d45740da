/** `put`: sends files and folders into the drive. Run again, it goes on where it was killed, and leaves out what is there. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeSlots } from '#client/transfer/slots.ts';
import { authContract } from '#shared/auth/contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { nameKey } from '#shared/drive/names.ts';
import type { Call, Command } from '../command/command.ts';
import { CommandError, EXIT, usageError } from '../command/exit.ts';
import { numberOption, textOption } from '../command/read.ts';
import { makeFolder, makePath } from '../drive/change.ts';
import { findPlace, namedIn, newPlace, readPath } from '../drive/place.ts';
import type { Progress } from '../terminal/progress.ts';
import { makeLedger } from './ledger.ts';
import { progressOf, TRANSFER_OPTIONS } from './options.ts';
import { makeOutcomes, type Outcomes } from './outcome.ts';
import { makePool, type Pool, patiently } from './pool.ts';
import { type LocalFile, type PutConflict, type PutDeps, type PutTarget, putFile } from './put-file.ts';
import { makeSendBytes } from './send.ts';

/** Parts under way, of all files together. */
const PARTS = 4;
/** Names of one question. */
const NAMES = 1_000;

interface Run {
  readonly call: Call;
  readonly deps: PutDeps;
  readonly pool: Pool;
  readonly progress: Progress;
  readonly outcomes: Outcomes;
}

/** @param shownPath  as the person named it, or below that */
async function startFile(run: Run, shownPath: string, local: LocalFile, target: PutTarget): Promise<void> {
  const { call, deps, pool, progress, outcomes } = run;
  progress.expect(local.sizeBytes);
  await pool.start(async () => {
    const bar = progress.begin(path.basename(shownPath), local.sizeBytes);
    try {
      const put = () => putFile(shownPath, local, target, deps, bar, pool.signal);
      const onWait = () => {
        progress.clear();
        call.out.remark('The server does not answer; trying again.');
      };
      outcomes.add(await patiently(put, pool.signal, onWait));
    } catch (error) {
      pool.signal.throwIfAborted();
      outcomes.fail(shownPath, error, false);
    } finally {
      bar.end();
    }
  });
}

interface Entry {
  readonly name: string;
  readonly path: string;
}

/** Files and folders of a local folder, by name. Links and devices are left out, each with a remark. */
async function entriesOfFolder(run: Run, folder: string): Promise<{ files: Entry[]; folders: Entry[] }> {
  const [files, folders]: [Entry[], Entry[]] = [[], []];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const found = { name: entry.name, path: path.join(folder, entry.name) };
    if (entry.isFile()) files.push(found);
    else if (entry.isDirectory()) folders.push(found);
    else {
      run.progress.clear();
      run.call.out.remark(`${found.path} is left out: it is no file and no folder`);
    }
  }
  return { files, folders };
}

async function holdersIn(run: Run, parentId: string, names: readonly string[]): Promise<Map<string, FileObject>> {
  const holders = new Map<string, FileObject>();
  for (let at = 0; at < names.length; at += NAMES) {
    const found = await namedIn(run.deps.drive, parentId, names.slice(at, at + NAMES), run.pool.signal);
    // A file comes before a folder of its name.
    for (const { file } of found.toReversed()) holders.set(nameKey(file.name), file);
  }
  return holders;
}

async function localFile(file: string): Promise<LocalFile> {
  const { size, mtimeMs } = await stat(file);
  return { path: path.resolve(file), sizeBytes: size, modifiedMs: mtimeMs };
}

/** @param folderId  of the drive, which takes what is in the local folder */
async function putFolder(run: Run, folder: string, folderId: string): Promise<void> {
  const { files, folders } = await entriesOfFolder(run, folder);
  const holders = await holdersIn(
    run,
    folderId,
    files.map(({ name }) => name),
  );
  for (const { name, path: file } of files) {
    let local: LocalFile;
    try {
      local = await localFile(file);
    } catch (error) {
      run.outcomes.fail(file, error, false);
      continue;
    }
    await startFile(run, file, local, { parentId: folderId, name, holder: holders.get(nameKey(name)) ?? null });
  }
  for (const each of folders) {
    const made = await patiently(
      () => makeFolder(run.deps.drive, folderId, each.name, run.pool.signal),
      run.pool.signal,
      () => undefined,
    );
    await putFolder(run, each.path, made.id);
  }
}

interface Destination {
  readonly folderId: string;
  /** Of the one file or folder that is put; null: its own. */
  readonly name: string | null;
}

async function destinationOf({ options, drive, signal }: Call, to: string, count: number): Promise<Destination> {
  const found = await findPlace(drive, to, signal);
  if (found?.isFolder) return { folderId: found.id, name: null };
  if (count === 1 && found) return { folderId: found.parentId, name: found.name };
  const isNewName = count === 1 && !readPath(to).isFolder;
  if (options['parents'] === true) {
    const { names, from } = readPath(to);
    const above = isNewName ? names.slice(0, -1) : names;
    const start = from === '' ? '/' : `id:${from}/`;
    const folder = await makePath(drive, `${start}${above.join('/')}`, signal);
    return { folderId: folder.id, name: isNewName ? (names.at(-1) ?? null) : null };
  }
  if (found || !isNewName)
    throw new CommandError({
      exit: EXIT.notFound,
      name: 'no_folder',
      message: `${to} is no folder of the drive`,
      remedy: 'Make it with `magpie mkdir`, or use --parents.',
    });
  const { folder, name } = await newPlace(drive, to, signal);
  return { folderId: folder.id, name };
}

async function putOne(run: Run, local: string, to: Destination): Promise<void> {
  const found = await stat(local);
  const name = to.name ?? path.basename(path.resolve(local));
  if (found.isDirectory()) {
    const folder = await makeFolder(run.deps.drive, to.folderId, name, run.pool.signal);
    await putFolder(run, local, folder.id);
    return;
  }
  if (!found.isFile())
    throw new CommandError({
      exit: EXIT.failed,
      name: 'no_file',
      message: `${local} is no file and no folder`,
      remedy: '',
    });
  const holder = (await holdersIn(run, to.folderId, [name])).get(nameKey(name)) ?? null;
  await startFile(run, local, await localFile(local), { parentId: to.folderId, name, holder });
}

/** The standard input as a file: an upload says its size before its bytes. @returns removes it */
async function spoolInput(signal: AbortSignal): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'magpie-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = path.join(folder, 'input');
  try {
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}

async function putInput(run: Run, to: Destination): Promise<void> {
  if (to.name === null) throw usageError('the standard input has no name: end the path with one', 'put');
  const { file, remove } = await spoolInput(run.pool.signal);
  try {
    await putOne(run, file, to);
    await run.pool.end();
  } finally {
    await remove();
  }
}

export const putCommand: Command = {
  name: 'put',
  about: 'send files and folders into the drive',
  args: '<file or folder>... <path of the drive>',
  least: 2,
  most: 10_000,
  options: {
    conflict: {
      type: 'string',
      choices: ['replace', 'skip', 'keep-both'],
      about: 'for a name that is taken by another file; usual: replace, which keeps the old one as a version',
    },
    parents: { type: 'boolean', short: 'p', about: 'make the folders of the path that are missing' },
    ...TRANSFER_OPTIONS,
  },
  more: [
    'The path is a folder that is there, or the new path of one file or folder. `-` is the standard input.',
    'A file that the drive has already is left out. Run the same command again after a cut or a kill: it goes on where it was.',
  ],
  completes: 'files',
  async run(call) {
    const { args, options, out, drive, sessions, signal } = call;
    const locals = args.slice(0, -1);
    const isInput = locals.includes('-');
    if (isInput && locals.length > 1) throw usageError('- is put alone', 'put');
    const pool = makePool(numberOption(options, 'parallel', { least: 1, most: 16, usual: 4 }), signal);
    const { sub: userId } = await drive.api.call(authContract.me, { signal });
    const to = await destinationOf(call, args.at(-1) ?? '', locals.length);
    const progress = progressOf(call);
    const ledger = makeLedger(sessions.folder);
    const conflict = (textOption(options, 'conflict') || 'replace') as PutConflict;
    const deps = { drive, userId, ledger, send: makeSendBytes(drive), slots: makeSlots(PARTS), conflict };
    const outcomes = makeOutcomes(out, progress);
    const run: Run = { call, deps, pool, progress, outcomes };
    try {
      await ledger.sweep();
      if (isInput) await putInput(run, to);
      for (const local of isInput ? [] : locals) await putOne(run, local, to);
      await pool.end();
    } finally {
      progress.clear();
    }
    outcomes.end(out, 'Sent');
  },
};
