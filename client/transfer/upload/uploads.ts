/**
 * The queue of uploads: several files at a time, as many parts over all of them as the line carries; pause, cancel, retry, and going on with what
 * earlier windows left. No React.
 */
import { newIdempotencyKey } from '#client/api/client.ts';
import { spaceFactsOf } from '#client/api/error-facts.ts';
import { ApiError } from '#client/api/errors.ts';
import type { Hasher } from '../hash/hasher.ts';
import { makePace } from '../pace.ts';
import { makeSlots } from '../slots.ts';
import type { WindowMark } from '../window-mark.ts';
import { makeTempo } from './concurrency.ts';
import { problemOf } from './failure.ts';
import { makeFolderMaker, wayOf } from './folders.ts';
import type { Picked } from './picked.ts';
import { makeTakeUp } from './resume.ts';
import type { PartDoor, WholeDoor } from './send-part.ts';
import { findUnfinished } from './unfinished.ts';
import type { TransferApi } from './upload.api.ts';
import { ACTIVE_PHASES, type TransferState, type UploadItem, type UploadProblem } from './upload.state.ts';
import { uploadOne } from './upload-one.ts';
import type { UploadKeep } from './upload-record.ts';
import { makeUploadBook, type UploadEntry } from './upload-registry.ts';

/** Small files wait for answers more than for the line. */
const LEAST_FILES = 2;
/** Waits before the network is tried again by itself; it coming back is heard of at once. */
const OFFLINE_MS = [3_000, 5_000, 15_000, 30_000, 60_000] as const;
/** Files chosen right after a reload wait so long for what the last window left: it may be theirs. */
const LOOK_MS = 5_000;

export interface Uploads {
  /**
   * What an earlier window began in this folder goes on; the rest is new.
   * @param folderId  where they land; folders inside what was picked are made below it
   */
  add(picked: readonly Picked[], folderId: string): void;
  /** Files for what is unfinished, wherever that goes. @param id  the one they were chosen for */
  chooseAgain(picked: readonly Picked[], id?: string): void;
  /** Opens the files of unfinished uploads that this browser can open by itself. @param id  this one alone */
  reopen(id?: string): void;
  /** Shows what earlier windows and other devices left. */
  findUnfinished(): void;
  pause(id: string): void;
  pauseAll(): void;
  goOn(id: string): void;
  goOnAll(): void;
  /** Ends an upload of any kind; the server lets go of what it holds. */
  cancel(id: string): void;
  cancelAll(): void;
  /** @param folderId  where it goes now, if its own folder is gone */
  retry(id: string, folderId?: string): void;
  /** @param problem  those alone that stopped for it */
  retryAll(problem?: UploadProblem): void;
  /** Takes what is over off the list; unfinished ones come back with the next page. */
  clear(): void;
}

export interface UploadsDeps {
  readonly state: TransferState;
  readonly api: TransferApi;
  readonly door: PartDoor;
  readonly wholeDoor: WholeDoor;
  readonly hasher: Hasher;
  readonly keep: UploadKeep;
  readonly mark: WindowMark;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onOnline: (listener: () => void) => void;
  /** A file or folder has landed: listing and storage are stale. */
  readonly onLanded: () => void;
  /** Whether the list may open by itself: on a phone it would cover the files. Yes, where left out. */
  readonly mayUnfold?: () => boolean;
  /** Asks about names that are taken. Never rejects. @returns what is to be uploaded, null: nothing */
  readonly decide?: (picked: readonly Picked[], folderId: string) => Promise<readonly Picked[] | null>;
}

export function makeUploads(deps: UploadsDeps): Uploads {
  const { state, api, hasher, mark, after, onLanded } = deps;
  const tempo = makeTempo(deps.nowMs, (limit) => {
    slots.resize(limit);
    pump();
  });
  const slots = makeSlots(tempo.limit());
  const folderMaker = makeFolderMaker(api.createFolder);
  const book = makeUploadBook(state, deps.keep);
  const { set, itemOf } = book;
  let running = 0;
  /** Looking for what earlier windows left; false once that is known, or once it has taken too long. */
  let looking: Promise<void> | false | null = null;
  const pace = makePace({ ...deps, entryOf: book.entryOf, isRunning: () => running > 0 });
  const takeUp = makeTakeUp({ ...deps, book, folderMaker, onTaken: () => pump() });
  deps.onOnline(() => {
    for (const { id } of itemsIn('offline')) wake(id);
  });

  const itemsIn = (...phases: UploadItem['phase'][]) => state.items.value.filter(({ phase }) => phases.includes(phase));

  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = after(ms, resolve);
      signal.addEventListener(
        'abort',
        () => {
          stop();
          reject(signal.reason);
        },
        { once: true },
      );
    });

  function wake(id: string): void {
    if (itemOf(id)?.phase !== 'offline') return;
    set(id, { phase: 'waiting', problem: null });
    pump();
  }

  /** What would be refused for the same reason is not even asked for: it waits to be tried again. */
  function halt(problem: UploadProblem, roomBytes: number): void {
    for (const { id, sizeBytes } of itemsIn('waiting'))
      if (sizeBytes >= roomBytes) set(id, { phase: 'failed', problem });
  }

  function tellFull(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    const { usedBytes, limitBytes } = spaceFactsOf(error);
    state.isOpen.value = true;
    if (usedBytes !== null && limitBytes !== null) halt('space', limitBytes - usedBytes + 1);
    onLanded();
  }

  function stumble(entry: UploadEntry, error: unknown): void {
    const problem = problemOf(error);
    if (problem !== 'network') {
      set(entry.id, { phase: 'failed', problem, checkedBytes: 0 });
      if (problem === 'signed_out') halt(problem, 0);
      if (problem === 'space') tellFull(error);
      return;
    }
    set(entry.id, { phase: 'offline', problem });
    const waitMs = OFFLINE_MS[Math.min(entry.offlineTimes, OFFLINE_MS.length - 1)] ?? 0;
    entry.offlineTimes += 1;
    after(waitMs, () => wake(entry.id));
  }

  async function run(entry: UploadEntry, file: File): Promise<void> {
    running += 1;
    entry.isRunning = true;
    entry.fate = null;
    const control = new AbortController();
    entry.control = control;
    set(entry.id, { phase: 'sending', problem: null });
    pace.start();
    const { kept } = entry;
    const upload = {
      file,
      key: kept.key,
      uploadId: kept.uploadId,
      fingerprint: kept.fingerprint,
      conflict: kept.conflict,
      parentId: () => folderMaker.idOf(wayOf(kept)),
      onBegun: (parentId: string) => {
        const { key, uploadId, fingerprint } = upload;
        book.remember(entry, { key, uploadId, fingerprint, parentId });
        book.rememberEnds(entry, file, hasher);
      },
      onSent: (bytes: number) => {
        entry.sentBytes = bytes;
      },
      onHashed: (bytes: number) => {
        if (bytes === 0) set(entry.id, { phase: 'checking' });
        entry.hashedBytes = bytes;
      },
      onPhase: (phase: 'checking' | 'sending') => {
        entry.hashedBytes = 0;
        if (!control.signal.aborted) set(entry.id, { phase, sentBytes: entry.sentBytes, checkedBytes: 0 });
      },
    };
    const door = tempo.watch(pace.count(deps.door));
    const wholeDoor = tempo.watch(pace.count(deps.wholeDoor));
    const parts = { api, door, wholeDoor, hasher, slots, wait };
    try {
      const { isInstant } = await uploadOne(upload, parts, control.signal);
      entry.sentBytes = file.size;
      entry.offlineTimes = 0;
      set(entry.id, { phase: 'done', sentBytes: file.size, checkedBytes: 0, isInstant, problem: null });
      book.settle(entry, 'done');
      onLanded();
    } catch (error) {
      entry.kept = { ...entry.kept, key: upload.key, uploadId: upload.uploadId, fingerprint: upload.fingerprint };
      if (entry.fate === 'cancel') release(entry);
      else if (entry.fate === null) stumble(entry, error);
    }
    entry.hashedBytes = 0;
    entry.isRunning = false;
    running -= 1;
    pump();
  }

  function pump(): void {
    for (const item of itemsIn('waiting')) {
      if (running >= Math.max(LEAST_FILES, tempo.limit() - 1)) return;
      const entry = book.entryOf(item.id);
      if (entry?.file && !entry.isRunning) void run(entry, entry.file);
    }
  }

  /** Gives the session up. The server sweeps what this does not reach. */
  function release(entry: UploadEntry): void {
    const { uploadId } = entry.kept;
    entry.sentBytes = 0;
    entry.kept = { ...entry.kept, uploadId: '', key: newIdempotencyKey() };
    book.settle(entry, 'removed');
    if (uploadId === '') return;
    api.abort(uploadId).then(
      () => {
        if (itemOf(entry.id)?.phase === 'cancelled') set(entry.id, { isFreed: true });
        onLanded();
      },
      () => undefined,
    );
  }

  function pause(id: string): void {
    const [entry, item] = [book.entryOf(id), itemOf(id)];
    if (!entry?.file || !item || !ACTIVE_PHASES.includes(item.phase)) return;
    set(id, { phase: 'paused', problem: null, checkedBytes: 0 });
    if (!entry.isRunning) return;
    entry.fate = 'pause';
    entry.control.abort(new DOMException('paused', 'AbortError'));
  }

  function goOn(id: string): void {
    if (itemOf(id)?.phase !== 'paused') return;
    set(id, { phase: 'waiting' });
    pump();
  }

  function cancel(id: string): void {
    const [entry, item] = [book.entryOf(id), itemOf(id)];
    if (!entry || !item || item.phase === 'done' || item.phase === 'cancelled') return;
    set(id, { phase: 'cancelled', problem: null, checkedBytes: 0 });
    if (entry.isRunning) {
      entry.fate = 'cancel';
      entry.control.abort(new DOMException('cancelled', 'AbortError'));
    } else release(entry);
  }

  function retry(id: string, folderId?: string): void {
    const [entry, item] = [book.entryOf(id), itemOf(id)];
    if (!entry || !item) return;
    if (item.phase === 'offline') wake(id);
    if (item.phase !== 'failed' && item.phase !== 'cancelled') return;
    if (item.problem === 'folder' && folderId !== undefined)
      entry.kept = { ...entry.kept, folderId, uploadId: '', key: newIdempotencyKey() };
    // A session that ended asks for another key: the same one would find its old answer.
    if (entry.kept.uploadId === '') entry.sentBytes = 0;
    const phase = entry.file ? 'waiting' : 'unfinished';
    set(id, { phase, problem: null, sentBytes: entry.sentBytes, isFreed: false });
    if (entry.file) book.keepAgain(entry);
    pump();
  }

  function addNew(picked: readonly Picked[], folderId: string, batch = newIdempotencyKey()): void {
    for (const { file, folders, isMerged = false } of picked)
      if (!file) folderMaker.idOf({ rootId: folderId, path: folders, batch, isMerged }).then(onLanded, () => undefined);
    if (book.addFiles(picked, folderId, batch, mark.name) === 0) return;
    mark.hold();
    if (deps.mayUnfold?.() ?? true) state.isOpen.value = true;
    pump();
  }

  /** What joins a choice that was begun earlier has its folders already: only a fresh one is asked about. */
  function addRest(picked: readonly Picked[], folderId: string, batch?: string): void {
    const isDecided = picked.every(({ conflict }) => conflict !== undefined);
    if (!deps.decide || batch !== undefined || isDecided) addNew(picked, folderId, batch);
    else
      void deps.decide(picked, folderId).then((decided) => {
        if (decided) addNew(decided, folderId);
      });
  }

  return {
    add(picked, folderId) {
      if (looking) void looking.then(() => this.add(picked, folderId));
      else if (itemsIn('unfinished').length === 0) addRest(picked, folderId);
      else void takeUp.match(picked, folderId).then(({ rest, batch }) => addRest(rest, folderId, batch));
    },
    chooseAgain: (picked, id) => void takeUp.chooseAgain(picked, id),
    reopen: (id) => void takeUp.reopen(id),
    findUnfinished() {
      if (looking !== null) return;
      const found = findUnfinished(deps).then(
        ({ open, done }) => book.addUnfinished(open, done),
        // Asked again with the next page; what waits on the server waits on.
        (error: unknown) => console.warn('unfinished uploads', error),
      );
      looking = Promise.race([found, new Promise<void>((resolve) => after(LOOK_MS, resolve))]).then(() => {
        looking = false;
      });
    },
    pause,
    pauseAll: () => {
      for (const { id } of itemsIn(...ACTIVE_PHASES)) pause(id);
    },
    goOn,
    goOnAll: () => {
      for (const { id } of itemsIn('paused')) goOn(id);
    },
    cancel,
    cancelAll: () => {
      for (const { id } of itemsIn(...ACTIVE_PHASES, 'paused', 'unfinished', 'failed')) cancel(id);
    },
    retry,
    retryAll: (problem) => {
      for (const item of itemsIn('failed')) if (item.problem === (problem ?? item.problem)) retry(item.id);
    },
    clear: () => {
      for (const { id } of itemsIn('failed')) cancel(id);
      book.drop(itemsIn('done', 'cancelled', 'unfinished').map(({ id }) => id));
      state.strangers.value = 0;
    },
  };
}
