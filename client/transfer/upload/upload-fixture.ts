/** For tests of the upload engine: a fake server, a hasher without a thread, and control over each part. */
import { expect, type Mock, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { makeHashEngine } from '../hash/digests.ts';
import { type Hasher, makeHasher } from '../hash/hasher.ts';
import { makeHashJobs } from '../hash/jobs.ts';
import type { PickedEntry } from './picked.ts';
import type { GroupRequest, PartRequest, SendGroup, SendPart, SendWhole, WholeRequest } from './send-part.ts';
import type { BeginRequest, TakenPlace, TransferApi } from './upload.api.ts';
import { makeTransferState } from './upload.state.ts';
import type { UploadRecord, UploadStore } from './upload-record.ts';
import { makeUploads } from './uploads.ts';

/** Upload records that the windows of one browser share. */
export function makeMemoryStore(): UploadStore & { readonly rows: Map<string, UploadRecord> } {
  const rows = new Map<string, UploadRecord>();
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

type GroupErrors = Readonly<Record<number, ApiError>> | undefined;

interface UploadWorldOptions {
  /** Server and browser of an earlier window. */
  readonly after?: {
    readonly sessions: Map<string, UploadSession>;
    readonly names: Map<string, string>;
    readonly store: UploadStore;
  };
  /** Names of open windows. */
  readonly openWindows?: readonly string[];
  /** Waits of 3 s or more never end by themselves. */
  readonly isPatient?: boolean;
  /** Longer waits never end by themselves, ms. */
  readonly longestWaitMs?: number;
  /** Content label that another device has sent. */
  readonly gcid?: string;
  /** Throws to refuse a begin call. */
  readonly onBegin?: (request: BeginRequest) => void;
  readonly onPart?: (part: PartRequest, nth: number) => Promise<void> | void;
  /** Left out: the server takes no file whole. */
  readonly onWhole?: (request: WholeRequest) => Promise<void> | void;
  /** Several small files in one request. @returns a promise of `GroupErrors` or these: errors of those that are refused, by place. Left out: none is sent with others */
  readonly onGroup?: (request: GroupRequest, names: readonly string[]) => unknown;
  /** Files and folders of the drive, by folder. */
  readonly stored?: Readonly<Record<string, readonly TakenPlace[]>>;
  /** Whether the drive holds the content already. */
  readonly isKnown?: (request: BeginRequest) => boolean;
  readonly hasher?: Hasher;
  readonly partBytes?: number;
}

/** A hasher whose worker runs in this thread. */
export function localHasher(): Hasher {
  return makeHasher((onEvent) => {
    const take = makeHashJobs(
      () => makeHashEngine(crypto.subtle),
      (event) => queueMicrotask(() => onEvent(event)),
    );
    return { send: take, close: () => undefined };
  });
}

function makeFakeServer(options: UploadWorldOptions) {
  const { partBytes = 10 } = options;
  const sessions = options.after?.sessions ?? new Map<string, UploadSession>();
  const names = options.after?.names ?? new Map<string, string>();
  const beginCalls: BeginRequest[] = [];
  const folders: [string, string][] = [];
  const folderKeys: string[] = [];
  const aborted: string[] = [];
  const tasks: TaskObject['phase'][] = ['PHASE_TYPE_COMPLETE'];
  const api: TransferApi = {
    nextOrigin: () => 'http://a.test',
    async begin(request) {
      beginCalls.push(request);
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
    taken: async (parentId, names) => {
      return (options.stored?.[parentId] ?? []).filter(({ name }) => names.includes(name));
    },
    createFolder: async (parentId, name, key) => {
      folders.push([parentId, name]);
      folderKeys.push(key);
      return `${parentId}/${name}`;
    },
  };
  const setTasks = (next: TaskObject['phase'][]) => void tasks.splice(0, tasks.length, ...next);
  return { api, sessions, names, beginCalls, folders, folderKeys, aborted, setTasks };
}

/** Sends parts and whole files to the fake server, and counts them. */
function makeFakeSenders(options: UploadWorldOptions, sessions: Map<string, UploadSession>) {
  const sent: number[] = [];
  const tokens: string[] = [];
  const counts = { underway: 0, most: 0, wholes: 0 };
  const sendPart: SendPart = async (request) => {
    counts.underway += 1;
    counts.most = Math.max(counts.most, counts.underway);
    tokens.push(request.token);
    const nth = tokens.length;
    try {
      await new Promise((resolve) => setTimeout(resolve, 0));
      await options.onPart?.(request, nth);
      request.signal.throwIfAborted();
      sent.push(request.part);
      sessions.get(request.uploadId)?.parts.push(request.part);
      request.onSent(request.bytes.size);
    } finally {
      counts.underway -= 1;
    }
  };
  const sendWhole: SendWhole = async (request) => {
    if (!options.onWhole) throw refused('unimplemented');
    counts.wholes += 1;
    await options.onWhole(request);
    request.signal.throwIfAborted();
    request.onSent(request.bytes.size);
  };
  const sendGroup: SendGroup = async (request) => {
    const [line = ''] = (await request.bytes.text()).split('\n', 1);
    const files = JSON.parse(line) as { name: string }[];
    const names = files.map(({ name }) => name);
    const errors = ((await options.onGroup?.(request, names)) as GroupErrors) ?? {};
    request.signal.throwIfAborted();
    request.onSent(request.bytes.size);
    for (const at of files.keys()) request.onEnd(at, errors[at] ?? null);
  };
  return { sendPart, sendWhole, ...(options.onGroup ? { sendGroup } : {}), sent, tokens, counts };
}

export function makeUploadWorld(options: UploadWorldOptions = {}) {
  const { api, ...server } = makeFakeServer(options);
  const { sent, tokens, counts, ...senders } = makeFakeSenders(options, server.sessions);
  const store = options.after?.store ?? makeMemoryStore();
  const online: (() => void)[] = [];
  const seen = new Set<string>();
  const state = makeTransferState();
  const onLanded: Mock<() => void> = vi.fn();
  const uploads = makeUploads({
    state,
    api,
    ...senders,
    hasher: options.hasher ?? localHasher(),
    store,
    mark: {
      name: 'this window',
      hold: () => undefined,
      living: async () => new Set(options.openWindows ?? []),
    },
    onOnline: (listener) => online.push(listener),
    nowMs: () => 0,
    after: (ms, run) => {
      if ((options.isPatient && ms >= 3_000) || ms > (options.longestWaitMs ?? ms)) return () => undefined;
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
    onLanded,
  });
  state.list.version.subscribe(() => {
    for (const item of state.list.all()) seen.add(item.phase);
  });
  const phases = () => state.list.all().map((item) => item.phase);
  const until = (expected: string[]) => vi.waitFor(() => expect(phases()).toEqual(expected), { timeout: 10_000 });
  return {
    ...server,
    state,
    uploads,
    store,
    /** Fires the `online` event. */
    goOnline: () => {
      for (const listener of online) listener();
    },
    /** Every phase that any file was in. */
    seen,
    sent,
    tokens,
    onLanded,
    until,
    phases,
    most: () => counts.most,
    /** Number of files sent whole. */
    wholes: () => counts.wholes,
  };
}

/** @param seed  value of every byte */
export function file(name: string, sizeBytes: number, seed = 0): File {
  return new File([new Uint8Array(sizeBytes).fill(seed)], name, { lastModified: 1_000 });
}

export function pick(...files: File[]): PickedEntry[] {
  return files.map((one) => ({ file: one, folders: [] }));
}

/** The error of a call that the server refuses. */
export function refused(name: string): ApiError {
  return new ApiError({ error: name }, '/part');
}

/** A call that is under way until it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}
