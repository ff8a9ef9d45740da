/**
 * One run of a download: four lanes save the files that the walk finds. A file that fails is reported and skipped; a failure of
 * the device or the session ends the run. The next run continues from the stored records.
 */
import type { Hasher } from '../hash/hasher.ts';
import type { Slots } from '../slots.ts';
import { type After, makeWait } from '../timers.ts';
import { type Destinations, makeDestinations } from './destination.ts';
import type { DownloadApi, RemoteNode } from './download.api.ts';
import type { DownloadHalt } from './download.state.ts';
import { downloadOne } from './download-one.ts';
import type { DownloadFileRecord, DownloadRecord, DownloadStore } from './download-record.ts';
import { failureOf } from './failure.ts';
import { makeOfflineRetry, type OfflineRetry } from './offline.ts';
import { makeRunProgress, type RunFacts, type RunProgress } from './progress.ts';
import { type WalkEntry, walkNodes } from './walk.ts';

export const FILES_AT_ONCE = 4;

export interface RunDeps {
  readonly api: DownloadApi;
  readonly store: DownloadStore;
  readonly hasher: Hasher;
  readonly nowMs: () => number;
  readonly after: After;
  /** Shared by all downloads. */
  readonly slots: Slots;
  readonly onPhase: (phase: 'running' | 'offline') => void;
  /** Called once the number and the size of all files are known. */
  readonly onCounted: (files: number, sizeBytes: number) => void;
}

export interface DownloadRun {
  /** Resolves when the run has ended, with the problem that stopped it or null. */
  readonly end: Promise<DownloadHalt | null>;
  facts(): RunFacts;
  stop(reason: unknown): void;
  /** The network may be back. */
  wake(): void;
}

/** One run with everything its steps share. */
interface RunContext {
  readonly id: string;
  readonly deps: RunDeps;
  readonly signal: AbortSignal;
  readonly progress: RunProgress;
  readonly retry: OfflineRetry;
  /** Files that earlier runs have named, by their id. */
  readonly records: ReadonlyMap<string, DownloadFileRecord>;
  readonly destinations: Destinations;
}

async function saveFile(context: RunContext, { node, above }: WalkEntry): Promise<void> {
  const { id, deps, signal, progress, retry, destinations } = context;
  const { api, store, after } = deps;
  const record = context.records.get(node.id);
  if (!record?.isDone) {
    const { handle, folder, name, isPresent } = await destinations.file(node, above, record?.name);
    if (isPresent) progress.addFound();
    else {
      const onBytes = progress.startFile(node.id);
      let etag = record?.etag ?? '';
      const onCommitted = (tag: string) => {
        etag = tag;
        void store.putFile(id, node.id, { name, etag, isDone: false, folder });
      };
      try {
        await retry.run(() =>
          downloadOne(
            { id: node.id, handle, etag, onBytes, onCommitted },
            { api, after, wait: makeWait(after) },
            signal,
          ),
        );
      } catch (error) {
        // A partial file is useful only if the download will continue.
        if (!signal.aborted && failureOf(error).kind === 'file') await folder.removeEntry(name).catch(() => undefined);
        throw error;
      } finally {
        progress.endFile(node.id);
      }
    }
    await store.putFile(id, node.id, { name, etag: '', isDone: true, folder: null });
  }
  progress.addDone(node.sizeBytes);
}

/** Reports a node that cannot be saved. @throws the error when it stops the whole run */
function skip({ progress }: Pick<RunContext, 'progress'>, entry: WalkEntry, error: unknown): void {
  const failure = failureOf(error);
  if (failure.kind !== 'file') throw error;
  progress.addFailure(entry, failure.problem, error);
}

/** Saves nodes until the walk ends. */
async function runLane(context: RunContext, nodes: AsyncGenerator<WalkEntry, undefined>): Promise<void> {
  const { deps, signal, destinations } = context;
  for (;;) {
    const { value: entry } = await nodes.next();
    if (!entry) return;
    const release = await deps.slots.take(signal);
    try {
      if (entry.node.isFolder) await destinations.folder([...entry.above, entry.node]);
      else await saveFile(context, entry);
    } catch (error) {
      signal.throwIfAborted();
      skip(context, entry, error);
    } finally {
      release();
    }
  }
}

/** Counts files and bytes. The download does not depend on the result. */
async function measure(roots: readonly RemoteNode[], { api, onCounted }: RunDeps): Promise<void> {
  let [count, sizeBytes] = [0, 0];
  try {
    for (const node of roots) {
      const inside = node.isFolder ? await api.measure(node.id) : { files: 1, sizeBytes: node.sizeBytes };
      count += inside.files;
      sizeBytes += inside.sizeBytes;
    }
    onCounted(count, sizeBytes);
  } catch (error) {
    console.warn('size of a download', error);
  }
}

export function startRun({ id, roots, folder: root }: DownloadRecord, deps: RunDeps): DownloadRun {
  const { api, store, hasher } = deps;
  const control = new AbortController();
  const { signal } = control;
  const progress = makeRunProgress(deps.nowMs);
  const retry = makeOfflineRetry(deps.after, signal, deps.onPhase);

  async function isSame(file: File, node: RemoteNode): Promise<boolean> {
    if (node.sizeBytes === 0) return true;
    const gcid = node.gcid || (await retry.run(() => api.link(node.id, signal))).gcid;
    if (gcid === '') return false;
    const fingerprint = await hasher.fingerprint(file, () => undefined, signal).catch(() => null);
    return fingerprint?.gcid === gcid;
  }

  async function listPage(inside: WalkEntry, token: string) {
    try {
      return await retry.run(() => api.children(inside.node.id, token, signal));
    } catch (error) {
      signal.throwIfAborted();
      skip({ progress }, inside, error);
      return null;
    }
  }

  async function run(): Promise<DownloadHalt | null> {
    try {
      void measure(roots, deps);
      const records = await store.files(id);
      const destinations = makeDestinations(root, {
        isSame,
        onNamed: (fileId, name, folder) => store.putFile(id, fileId, { name, etag: '', isDone: false, folder }),
      });
      const context: RunContext = { id, deps, signal, progress, retry, records, destinations };
      const nodes = walkNodes(roots, listPage);
      const lanes = Array.from({ length: FILES_AT_ONCE }, () =>
        runLane(context, nodes).catch((error: unknown) => control.abort(error)),
      );
      await Promise.all(lanes);
      signal.throwIfAborted();
      return null;
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === 'halt' ? failure.problem : 'server';
    }
  }

  return { end: run(), facts: progress.facts, stop: (reason) => control.abort(reason), wake: retry.wake };
}
