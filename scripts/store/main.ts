/**
 * `npm run store -- move [--data DIR] --to disk|r2 [--delete-source]`: carries the bytes of a stopped server to the
 * other store, proves every copy, and notes in the folder where they are now. Killed, it goes on when it is run again.
 * Exit 0: moved. 1: it could not. 2: it was asked wrongly.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BuildFailed, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { asksForHelp } from '#scripts/start/npm-options.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { type BlobStoreKind, isBlobStoreKind, recordBlobStore } from '#scripts/start/runtime/blob-store.ts';
import { FolderUnusable, requireKnownFormat } from '#scripts/start/state/folder-check.ts';
import { FolderInUse, type Lock, takeLock } from '#scripts/start/state/lock.ts';
import { openBucketShelf } from './bucket-shelf.ts';
import { openDiskShelf } from './disk-shelf.ts';
import { OtherMove, openJournal } from './journal.ts';
import { moveObjects, removeMoved } from './move.ts';

const USAGE = 'npm run store -- move [--data DIR] --to disk|r2 [--delete-source]';
/** The lock names a port for its error message; a move listens on none. */
const NO_PORT = 0;
const PROGRESS_EVERY = 100;

interface Order {
  dataDir: string;
  to: BlobStoreKind;
  deleteSource: boolean;
}

/** The call was wrong; the message is for the person at the terminal. */
class UsageError extends Error {}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readOrder(args: string[]): Order {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      to: { type: 'string' },
      'delete-source': { type: 'boolean', default: false },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== 'move' || !isBlobStoreKind(values.to)) throw new UsageError(USAGE);
  const dataDir = path.resolve(values.data ?? (process.env['MAGPIE_DATA'] || '.data'));
  if (!existsSync(path.join(dataDir, 'state'))) throw new UsageError(`${dataDir} is not the state folder of a server.`);
  return { dataDir, to: values.to, deleteSource: values['delete-source'] };
}

async function move({ dataDir, to, deleteSource }: Order, lock: Lock): Promise<void> {
  const journal = openJournal(dataDir, to);
  const disk = await openDiskShelf(path.join(dataDir, 'blobs'));
  const bucket = await openBucketShelf({
    dataDir,
    bindingsFile: path.join(ROOT, 'dist/miniflare.json'),
    runtimePidFile: lock.runtimePidFile,
    onStarted: () => lock.recordProcesses({ workerd: lock.workerdPid() }),
  });
  try {
    const [source, target] = to === 'r2' ? [disk, bucket] : [bucket, disk];
    const counts = await moveObjects(source, target, journal, (done, all) => {
      if (done % PROGRESS_EVERY === 0 || done === all) print(`${done} of ${all}`);
    });
    recordBlobStore(dataDir, to);
    const before = counts.carriedBefore > 0 ? `, ${counts.carriedBefore} of them by a run before this one` : '';
    print(`${counts.objects} objects of ${counts.bytes} bytes are in ${to}${before}.`);
    if (counts.onlyInTarget > 0) print(`${counts.onlyInTarget} more were there already and were left alone.`);
    if (deleteSource) print(`${await removeMoved(source, target)} objects were removed from the source.`);
    else print('The source still holds its copies; --delete-source removes them.');
    journal.remove();
  } finally {
    await bucket.close();
  }
}

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    print(USAGE);
    return;
  }
  const order = readOrder(process.argv.slice(2));
  requireKnownFormat(order.dataDir);
  const lock = await takeLock(order.dataDir, NO_PORT);
  // Ending takes the runtime along and leaves the journal; the next run goes on from it.
  for (const signal of ENDING_SIGNALS)
    process.on(signal, () => {
      lock.release();
      process.exit(1);
    });
  try {
    await ensureBuild();
    await move(order, lock);
  } finally {
    lock.release();
  }
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  const isExpected =
    isUsage || [FolderInUse, FolderUnusable, BuildFailed, OtherMove].some((kind) => error instanceof kind);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${isExpected ? message : (stack ?? message)}\n`);
  if (isUsage && message !== USAGE) process.stderr.write(`${USAGE}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
