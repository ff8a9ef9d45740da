/** For tests of the upload engine: a server with one door, a hash worker without a thread, and a hand on what each part does. */
import { expect, type Mock, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { makeHashEngine } from '../hash/digests.ts';
import { type Hasher, makeHasher } from '../hash/hasher.ts';
import { makeHashDesk } from '../hash/jobs.ts';
import type { Picked } from './picked.ts';
import type { PartRequest, WholeRequest } from './send-part.ts';
import type { BeginRequest, TransferApi } from './upload.api.ts';
import { makeTransferState } from './upload.state.ts';
import type { KeptUpload, UploadKeep } from './upload-record.ts';
import { makeUploads } from './uploads.ts';

/** The memory of one browser: what its windows share. */
export function memoryKeep(): UploadKeep & { readonly rows: Map<string, KeptUpload> } {
  const rows = new Map<string, KeptUpload>();
  return {
    rows,
    all: async () => [...rows.values()],
    put: (uploads) => {
      for (const upload of uploads) rows.set(upload.id, upload);
    },
    change: (id, change) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, ...change });
    },
    remove: (ids) => {
      for (const id of ids) rows.delete(id);
    },
  };
}

interface WorldOptions {
  /** Of an earlier window: its server and its browser. */
  readonly after?: {
    readonly sessions: Map<string, UploadSession>;
    readonly names: Map<string, string>;
    readonly keep: UploadKeep;
  };
  /** Names of windows that are alive. */
  readonly living?: readonly string[];
  /** Waits of 3 s or more never end by themselves. */
  readonly isPatient?: boolean;
  /** What another device calls the content. */
  readonly gcid?: string;
  /** Throws for what is refused. */
  readonly onBegin?: (request: BeginRequest) => void;
  readonly onPart?: (part: PartRequest, nth: number) => Promise<void> | void;
  /** Left out: the server takes no file whole. */
  readonly onWhole?: (request: WholeRequest) => Promise<void> | void;
  /** Whether the drive holds the content already. */
  readonly isKnown?: (request: BeginRequest) => boolean;
  readonly hasher?: Hasher;
  readonly partBytes?: number;
}

/** A hasher whose worker runs right here. */
export function localHasher(): Hasher {
  return makeHasher((onNews) => {
    const take = makeHashDesk(
      () => makeHashEngine(crypto.subtle),
      (news) => queueMicrotask(() => onNews(news)),
    );
    return { send: take, close: () => undefined };
  });
}

export function world(options: WorldOptions = {}) {
  const { partBytes = 10 } = options;
  const sessions = options.after?.sessions ?? new Map<string, UploadSession>();
  const names = options.after?.names ?? new Map<string, string>();
  const keep = options.after?.keep ?? memoryKeep();
  const begun: BeginRequest[] = [];
  const folders: [string, string][] = [];
  const aborted: string[] = [];
  const folderKeys: string[] = [];
  const online: (() => void)[] = [];
  const seen = new Set<string>();
  const sent: number[] = [];
  const tokens: string[] = [];
  let travelling = 0;
  let mostTravelling = 0;
  let nth = 0;
  let wholes = 0;
  let tasks: TaskObject['phase'][] = ['PHASE_TYPE_COMPLETE'];
  const api: TransferApi = {
    nextOrigin: () => 'http://a.test',
    async begin(request) {
      begun.push(request);
      options.onBegin?.(request);
      if (request.sizeBytes === 0 || options.isKnown?.(request)) return { session: null, taskId: null };
      const id = `up-${sessions.size + 1}`;
      names.set(id, request.name);
      const session: UploadSession = {
        upload_id: id,
        upload_token: 'first',
        part_size: partBytes,
        part_count: Math.ceil(request.sizeBytes / partBytes),
        size: String(request.sizeBytes),
        parts: [],
        expiration: '',
        phase: 'PHASE_TYPE_PENDING',
      };
      sessions.set(id, session);
      return { session: { ...session, parts: [] }, taskId: `task-${id}` };
    },
    async state(id) {
      const session = sessions.get(id);
      if (!session) throw new ApiError({ error: 'not_found' }, '/state');
      return { ...session, upload_token: 'fresh', parts: [...session.parts] };
    },
    complete: async (id) => {
      const session = sessions.get(id);
      if (session) session.phase = 'PHASE_TYPE_COMPLETE';
      return { taskId: `task-${id}`, isDone: false };
    },
    abort: async (id) => {
      aborted.push(id);
    },
    task: async (id) => ({ id, phase: tasks.length > 1 ? tasks.shift() : tasks[0] }) as TaskObject,
    openUploads: async () =>
      [...sessions.values()]
        .filter(({ phase, upload_id }) => phase === 'PHASE_TYPE_PENDING' && !aborted.includes(upload_id))
        .map((session) => ({
          uploadId: session.upload_id,
          name: names.get(session.upload_id) ?? '',
          parentId: '',
          sizeBytes: Number(session.size),
          storedBytes: session.parts.length * partBytes,
          gcid: options.gcid ?? '',
          modifiedMs: -1e9,
        })),
    createFolder: async (parentId, name, key) => {
      folders.push([parentId, name]);
      folderKeys.push(key);
      return `${parentId}/${name}`;
    },
  };
  const state = makeTransferState();
  const onLanded: Mock<() => void> = vi.fn();
  const uploads = makeUploads({
    state,
    api,
    hasher: options.hasher ?? localHasher(),
    keep,
    mark: {
      name: 'this window',
      hold: () => undefined,
      living: async () => new Set(options.living ?? []),
    },
    onOnline: (listener) => online.push(listener),
    nowMs: () => 0,
    after: (ms, run) => {
      if (options.isPatient && ms >= 3_000) return () => undefined;
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
    onLanded,
    async wholeDoor(request) {
      if (!options.onWhole) throw refused('unimplemented');
      wholes += 1;
      await options.onWhole(request);
      request.signal.throwIfAborted();
      request.onSent(request.bytes.size);
    },
    async door(request) {
      nth += 1;
      travelling += 1;
      mostTravelling = Math.max(mostTravelling, travelling);
      tokens.push(request.token);
      try {
        await new Promise((resolve) => setTimeout(resolve, 0));
        await options.onPart?.(request, nth);
        request.signal.throwIfAborted();
        sent.push(request.part);
        sessions.get(request.uploadId)?.parts.push(request.part);
        request.onSent(request.bytes.size);
      } finally {
        travelling -= 1;
      }
    },
  });
  state.items.subscribe((items) => {
    for (const item of items) seen.add(item.phase);
  });
  const phases = () => state.items.value.map((item) => item.phase);
  const until = (wanted: string[]) => vi.waitFor(() => expect(phases()).toEqual(wanted), { timeout: 10_000 });
  return {
    state,
    uploads,
    sessions,
    begun,
    folders,
    aborted,
    names,
    keep,
    folderKeys,
    /** The network is back. */
    comeBack: () => {
      for (const listener of online) listener();
    },
    /** Every phase that any file was ever in. */
    seen,
    sent,
    tokens,
    onLanded,
    until,
    phases,
    most: () => mostTravelling,
    /** Files that were on their way whole. */
    wholes: () => wholes,
    setTasks: (next: TaskObject['phase'][]) => {
      tasks = next;
    },
  };
}

/** @param seed  another one gives other bytes */
export function file(name: string, sizeBytes: number, seed = 0): File {
  return new File([new Uint8Array(sizeBytes).fill(seed)], name, { lastModified: 1_000 });
}

export function pick(...files: File[]): Picked[] {
  return files.map((one) => ({ file: one, folders: [] }));
}

/** What a call ends with when the server says no. */
export function refused(name: string): ApiError {
  return new ApiError({ error: name }, '/part');
}
