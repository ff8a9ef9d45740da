/** `get`: brings files and folders of the drive to this computer. Names of the drive never lead out of the folder that was named. */
import { lstat, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { numberedName } from '#client/transfer/download/file-names.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { Call, Command } from '../command/command.ts';
import { CommandError, EXIT, usageError } from '../command/exit.ts';
import { numberOption, textOption } from '../command/read.ts';
import { entriesOf } from '../drive/node.ts';
import { type Place, ROOT, requirePlace } from '../drive/place.ts';
import type { Progress } from '../terminal/progress.ts';
import { getFile, getToOutput, labelOf } from './get-file.ts';
import { localName, makeTakenNames, type TakenNames } from './local-name.ts';
import { progressOf, TRANSFER_OPTIONS } from './options.ts';
import { makeOutcomes, type Outcome, type Outcomes } from './outcome.ts';
import { makePool, type Pool, patiently } from './pool.ts';

/** `refuse`: a file that differs fails, and stays. */
type GetConflict = 'refuse' | 'replace' | 'skip' | 'keep-both';

interface Run {
  readonly call: Call;
  readonly pool: Pool;
  readonly progress: Progress;
  readonly outcomes: Outcomes;
  readonly taken: TakenNames;
  readonly conflict: GetConflict;
}

/** Where the file goes, or why it does not. */
async function targetOf(run: Run, file: FileObject, target: string): Promise<string | 'unchanged' | 'skipped'> {
  const there = await lstat(target).catch(() => null);
  if (!there) return target;
  const isSame =
    there.isFile() &&
    there.size === Number(file.size) &&
    file.hash !== '' &&
    (await labelOf(target, there.size, run.pool.signal)) === file.hash;
  if (isSame) return 'unchanged';
  if (run.conflict === 'skip') return 'skipped';
  if (run.conflict === 'replace' && there.isFile()) return target;
  if (run.conflict === 'keep-both')
    for (let nth = 1; ; nth += 1) {
      const free = path.join(path.dirname(target), numberedName(path.basename(target), nth));
      if (!(await lstat(free).catch(() => null))) return free;
    }
  throw new CommandError({
    exit: EXIT.failed,
    name: 'taken',
    message: `${target} is there already and differs`,
    remedy: 'Use --conflict replace, skip or keep-both.',
  });
}

async function getOne(run: Run, file: FileObject, target: string): Promise<Outcome> {
  const { call, pool, progress } = run;
  const bar = progress.begin(file.name, Number(file.size));
  const facts = { path: target, size: Number(file.size), id: file.id, hash: file.hash };
  try {
    const to = await targetOf(run, file, target);
    if (to === 'unchanged' || to === 'skipped') return { ...facts, outcome: to };
    const onWait = () => {
      progress.clear();
      call.out.remark('The server does not answer; trying again.');
    };
    await patiently(() => getFile(call.drive, file, to, bar, pool.signal), pool.signal, onWait);
    return { ...facts, path: to, outcome: 'moved' };
  } finally {
    bar.end();
  }
}

async function startFile(run: Run, file: FileObject, target: string): Promise<void> {
  const { pool, progress, outcomes } = run;
  progress.expect(Number(file.size));
  await pool.start(async () => {
    try {
      outcomes.add(await getOne(run, file, target));
    } catch (error) {
      pool.signal.throwIfAborted();
      outcomes.fail(target, error, false);
    }
  });
}

/** A folder that is one: a link in its place may lead anywhere. @throws CommandError */
async function makeLocalFolder(folder: string): Promise<void> {
  const there = await lstat(folder).catch(() => null);
  if (!there) await mkdir(folder);
  else if (!there.isDirectory())
    throw new CommandError({
      exit: EXIT.failed,
      name: 'no_folder',
      message: `${folder} is no folder`,
      remedy: 'Take it away first: a link is not followed.',
    });
}

/** @param folder  of this computer, which takes what is in the folder of the drive */
async function getFolder(run: Run, folderId: string, folder: string): Promise<void> {
  const folders: FileObject[] = [];
  for await (const file of entriesOf(run.call.drive, folderId, run.pool.signal)) {
    if (file.kind === 'drive#folder') folders.push(file);
    else await startFile(run, file, path.join(folder, nameIn(run, folder, file.name)));
  }
  for (const each of folders) {
    const target = path.join(folder, nameIn(run, folder, each.name));
    try {
      await makeLocalFolder(target);
    } catch (error) {
      run.outcomes.fail(target, error, false);
      continue;
    }
    await getFolder(run, each.id, target);
  }
}

function nameIn(run: Run, folder: string, name: string): string {
  return run.taken.take(folder, localName(name, process.platform));
}

async function toOutput(call: Call, place: Place): Promise<void> {
  const { file } = place;
  if (!file || place.isFolder) throw usageError('the standard output takes one file', 'get');
  const progress = progressOf(call);
  progress.expect(Number(file.size));
  const bar = progress.begin(file.name, Number(file.size));
  await getToOutput(call.drive, file, bar, call.signal);
  bar.end();
  progress.clear();
}

/** @returns the folder, and the name of the one thing where a new path was named */
async function destinationOf(to: string, count: number): Promise<{ folder: string; name: string | null }> {
  const found = await stat(to).catch(() => null);
  if (found?.isDirectory()) return { folder: to, name: null };
  if (count === 1 && !/[/\\]$/.test(to)) {
    const folder = path.dirname(path.resolve(to));
    if ((await stat(folder).catch(() => null))?.isDirectory()) return { folder, name: path.basename(to) };
  }
  throw new CommandError({
    exit: EXIT.failed,
    name: 'no_folder',
    message: `${to} is no folder of this computer`,
    remedy: 'Make it first.',
  });
}

export const getCommand: Command = {
  name: 'get',
  about: 'bring files and folders to this computer',
  args: '<path of the drive>... [folder or new path]',
  least: 1,
  most: 1_000,
  options: {
    conflict: {
      type: 'string',
      choices: ['refuse', 'replace', 'skip', 'keep-both'],
      about: 'for a file that is there and differs; usual: refuse',
    },
    ...TRANSFER_OPTIONS,
  },
  more: [
    'The last of several arguments is a folder that is there, the new path of one file or folder, or `-` for the standard output.',
    'With one argument it goes to this folder. Run the same command again after a cut or a kill: it goes on where it was.',
  ],
  completes: 'files',
  async run(call) {
    const { args, options, out, drive, signal } = call;
    const paths = args.length === 1 ? args : args.slice(0, -1);
    const to = args.length === 1 ? '.' : (args.at(-1) ?? '.');
    if (to === '-') {
      if (paths.length > 1) throw usageError('the standard output takes one file', 'get');
      await toOutput(call, await requirePlace(drive, paths[0] ?? '', signal));
      return;
    }
    const { folder, name } = await destinationOf(to, paths.length);
    const pool = makePool(numberOption(options, 'parallel', { least: 1, most: 16, usual: 4 }), signal);
    const progress = progressOf(call);
    const outcomes = makeOutcomes(out, progress);
    const conflict = (textOption(options, 'conflict') || 'refuse') as GetConflict;
    const run: Run = { call, pool, progress, outcomes, taken: makeTakenNames(), conflict };
    try {
      for (const each of paths) {
        const place = await requirePlace(drive, each, signal);
        // The whole drive goes into the folder itself.
        const target = place.id === ROOT.id ? folder : path.join(folder, name ?? nameIn(run, folder, place.name));
        if (place.isFolder) {
          await makeLocalFolder(target);
          await getFolder(run, place.id, target);
        } else if (place.file) await startFile(run, place.file, target);
      }
      await pool.end();
    } finally {
      progress.clear();
    }
    outcomes.end(out, 'Got');
  },
};
