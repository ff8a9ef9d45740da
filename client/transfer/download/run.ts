/**
 * One download from its first file to its last: four lanes take what the walk finds. What fails is told and left out; what stops
 * all of it ends the run, and another run goes on from what is kept.
 */

import type { Hasher } from '../hash/hasher.ts';
import type { Slots } from '../slots.ts';
import { type SpeedSample, sampled, speedOf } from '../upload/plan.ts';
import { makePlaces, type Places } from './destination.ts';
import type { DownloadApi, RemoteThing } from './download.api.ts';
import { type DownloadHalt, type DownloadItem, type FailedFile, NAMED_FAILURES } from './download.state.ts';
import { downloadOne } from './download-one.ts';
import type { DownloadKeep, KeptDownload, KeptFile } from './download-record.ts';
import { troubleOf } from './failure.ts';
import { type Found, walkThings } from './walk.ts';

export const FILES_AT_ONCE = 4;
/** Waits before the network is tried again by itself; it coming back is heard of at once. */
const OFFLINE_MS = [3_000, 5_000, 15_000, 30_000, 60_000] as const;

export interface RunDeps {
  readonly api: DownloadApi;
  readonly keep: DownloadKeep;
  readonly hasher: Hasher;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Shared by all downloads. */
  readonly slots: Slots;
  readonly onPhase: (phase: 'running' | 'offline') => void;
  /** How much there is, as soon as it is known. */
  readonly onCounted: (files: number, sizeBytes: number) => void;
}

export type RunFacts = Pick<
  DownloadItem,
  'doneFiles' | 'foundFiles' | 'doneBytes' | 'speed' | 'failedFiles' | 'failures'
>;

export interface DownloadRun {
  /** When nothing of it is under way any more: what stopped all of it, or null. */
  readonly end: Promise<DownloadHalt | null>;
  /** As of now. */
  facts(): RunFacts;
  stop(reason: unknown): void;
  /** The network may be back. */
  wake(): void;
}

export function startRun({ id, roots, folder: root }: KeptDownload, deps: RunDeps): DownloadRun {
  const { api, keep, hasher, nowMs, after, slots } = deps;
  const control = new AbortController();
  const { signal } = control;
  /** Bytes of files that are on their way. */
  const underway = new Map<string, number>();
  const failures: FailedFile[] = [];
  const counts = { doneFiles: 0, foundFiles: 0, doneBytes: 0, failedFiles: 0, travelled: 0, offlineTimes: 0 };
  let samples: readonly SpeedSample[] = [];
  let files: ReadonlyMap<string, KeptFile> = new Map();
  /** Those who lost the network wait for it together. */
  let calm: Promise<void> | null = null;
  let wake = (): void => undefined;

  const wait = (ms: number, until: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        cancel();
        reject(until.reason);
      };
      const cancel = after(ms, () => {
        until.removeEventListener('abort', end);
        resolve();
      });
      until.addEventListener('abort', end, { once: true });
    });

  function untilOnline(): Promise<void> {
    calm ??= new Promise<void>((resolve, reject) => {
      deps.onPhase('offline');
      const done = () => {
        cancel();
        calm = null;
        wake = () => undefined;
        signal.removeEventListener('abort', done);
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        deps.onPhase('running');
        resolve();
      };
      const cancel = after(OFFLINE_MS[Math.min(counts.offlineTimes, OFFLINE_MS.length - 1)] ?? 0, done);
      counts.offlineTimes += 1;
      wake = done;
      signal.addEventListener('abort', done, { once: true });
    });
    return calm;
  }

  async function patient<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work();
        counts.offlineTimes = 0;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (troubleOf(error).kind !== 'network') throw error;
        await untilOnline();
      }
    }
  }

  /** One thing is not saved; the others go on. @throws what stops all of them */
  function fail({ thing, above }: Found, error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble.kind !== 'file') throw error;
    counts.failedFiles += 1;
    if (failures.length >= NAMED_FAILURES) return;
    const name = [...above.map((one) => one.name), thing.name].join('/');
    console.warn('download', name, error);
    failures.push({ id: thing.id, name, problem: trouble.problem });
  }

  async function saveFile(places: Places, { thing, above }: Found): Promise<void> {
    const old = files.get(thing.id);
    if (!old?.isDone) {
      const { handle, folder, name, isThere } = await places.file(thing, above, old?.name);
      if (!isThere) {
        let last = -1;
        const onBytes = (bytes: number) => {
          if (last >= 0) counts.travelled += Math.max(0, bytes - last);
          last = bytes;
          underway.set(thing.id, bytes);
        };
        let etag = old?.etag ?? '';
        const onKept = (tag: string) => {
          etag = tag;
          void keep.putFile(id, thing.id, { name, etag, isDone: false, folder });
        };
        const job = () => ({ id: thing.id, handle, etag, onBytes, onKept });
        try {
          await patient(() => downloadOne(job(), { api, after, wait }, signal));
        } catch (error) {
          // Half a file is of no use to anybody, unless the rest comes.
          if (!signal.aborted && troubleOf(error).kind === 'file')
            await folder.removeEntry(name).catch(() => undefined);
          throw error;
        } finally {
          underway.delete(thing.id);
        }
      } else counts.foundFiles += 1;
      await keep.putFile(id, thing.id, { name, etag: '', isDone: true, folder: null });
    }
    counts.doneFiles += 1;
    counts.doneBytes += thing.sizeBytes;
  }

  /** Takes the next thing until there is none. */
  async function lane(places: Places, things: AsyncGenerator<Found, undefined>): Promise<void> {
    for (;;) {
      const { value: found } = await things.next();
      if (!found) return;
      const giveBack = await slots.take(signal);
      try {
        if (found.thing.isFolder) await places.folder([...found.above, found.thing]);
        else await saveFile(places, found);
      } catch (error) {
        signal.throwIfAborted();
        fail(found, error);
      } finally {
        giveBack();
      }
    }
  }

  /** Counts what there is; a download goes on without. */
  async function measure(): Promise<void> {
    let [count, sizeBytes] = [0, 0];
    try {
      for (const thing of roots) {
        const inside = thing.isFolder ? await api.measure(thing.id) : { files: 1, sizeBytes: thing.sizeBytes };
        count += inside.files;
        sizeBytes += inside.sizeBytes;
      }
      deps.onCounted(count, sizeBytes);
    } catch (error) {
      console.warn('size of a download', error);
    }
  }

  async function isSame(file: File, thing: RemoteThing): Promise<boolean> {
    if (thing.sizeBytes === 0) return true;
    const gcid = thing.gcid || (await patient(() => api.link(thing.id, signal))).gcid;
    if (gcid === '') return false;
    const print = await hasher.fingerprint(file, () => undefined, signal).catch(() => null);
    return print?.gcid === gcid;
  }

  async function run(): Promise<DownloadHalt | null> {
    try {
      void measure();
      files = await keep.files(id);
      const places = makePlaces(root, {
        isSame,
        onNamed: (fileId, name, folder) => keep.putFile(id, fileId, { name, etag: '', isDone: false, folder }),
      });
      const things = walkThings(roots, async (inside, token) => {
        try {
          return await patient(() => api.children(inside.thing.id, token, signal));
        } catch (error) {
          signal.throwIfAborted();
          fail(inside, error);
          return null;
        }
      });
      const lanes = Array.from({ length: FILES_AT_ONCE }, () =>
        lane(places, things).catch((error: unknown) => control.abort(error)),
      );
      await Promise.all(lanes);
      signal.throwIfAborted();
      return null;
    } catch (error) {
      const trouble = troubleOf(error);
      return trouble.kind === 'halt' ? trouble.problem : 'server';
    }
  }

  return {
    end: run(),
    facts() {
      samples = sampled(samples, { atMs: nowMs(), bytes: counts.travelled });
      const { doneFiles, foundFiles, failedFiles } = counts;
      const doneBytes = counts.doneBytes + [...underway.values()].reduce((sum, bytes) => sum + bytes, 0);
      return { doneFiles, foundFiles, failedFiles, doneBytes, speed: speedOf(samples), failures: [...failures] };
    },
    stop: (reason) => control.abort(reason),
    wake: () => wake(),
  };
}
