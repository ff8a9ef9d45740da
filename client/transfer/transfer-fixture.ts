/** For tests of the upload engine: a server with one door, a hash worker without a thread, and a hand on what each part does. */
import { expect, type Mock, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { UploadSession } from '#shared/drive/contract.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { makeHashDesk } from './hash-desk.ts';
import { wasmEngine } from './hash-engine.ts';
import { type Hasher, makeHasher } from './hasher.ts';
import type { PartRequest } from './part-door.ts';
import type { Picked } from './picked.ts';
import type { BeginRequest, TransferApi } from './transfer.api.ts';
import { makeTransferState } from './transfer.state.ts';
import { makeUploads } from './uploads.ts';

/** The proof that the server asks for: the first ten bytes. */
const CHALLENGE = { challenge: 'signed', nonce: '00ff10', ranges: [{ start: 0, length: 10 }] };

interface WorldOptions {
  readonly onPart?: (part: PartRequest, nth: number) => Promise<void> | void;
  /** Given, the server asks for proofs; throws for one that is refused. */
  readonly onProof?: (session: UploadSession, digest: string) => 'refused' | undefined;
  readonly hasher?: Hasher;
  readonly partBytes?: number;
}

/** A hasher whose worker runs right here. */
export function localHasher(): Hasher {
  return makeHasher((onNews) => {
    const take = makeHashDesk(wasmEngine, (news) => queueMicrotask(() => onNews(news)));
    return { send: take, close: () => undefined };
  });
}

export function world(options: WorldOptions = {}) {
  const { partBytes = 10 } = options;
  const sessions = new Map<string, UploadSession>();
  const begun: BeginRequest[] = [];
  const folders: [string, string][] = [];
  const aborted: string[] = [];
  const proofs: string[] = [];
  const seen = new Set<string>();
  const sent: number[] = [];
  const tokens: string[] = [];
  let travelling = 0;
  let mostTravelling = 0;
  let nth = 0;
  let tasks: TaskObject['phase'][] = ['PHASE_TYPE_COMPLETE'];
  const api: TransferApi = {
    nextOrigin: () => 'http://a.test',
    async begin(request) {
      begun.push(request);
      if (request.sizeBytes === 0) return { session: null, taskId: null, proof: null };
      const id = `up-${begun.length}`;
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
      const isAsked = options.onProof !== undefined && request.fingerprint !== null;
      return { session: { ...session, parts: [] }, taskId: `task-${id}`, proof: isAsked ? CHALLENGE : null };
    },
    async state(id) {
      const session = sessions.get(id);
      if (!session) throw new ApiError({ error: 'not_found' }, '/state');
      return { ...session, upload_token: 'fresh', parts: [...session.parts] };
    },
    complete: async (id) => ({ taskId: `task-${id}`, isDone: false }),
    async prove(id, challenge, digest) {
      const session = sessions.get(id);
      if (!session || challenge !== CHALLENGE.challenge) throw new ApiError({ error: 'not_found' }, '/prove');
      proofs.push(digest);
      if (options.onProof?.(session, digest) === 'refused') return null;
      session.phase = 'PHASE_TYPE_COMPLETE';
      return { taskId: null, isDone: true };
    },
    abort: async (id) => {
      aborted.push(id);
    },
    task: async (id) => ({ id, phase: tasks.length > 1 ? tasks.shift() : tasks[0] }) as TaskObject,
    createFolder: async (parentId, name) => {
      folders.push([parentId, name]);
      return `${parentId}/${name}`;
    },
  };
  const state = makeTransferState();
  const onLanded: Mock<() => void> = vi.fn();
  const uploads = makeUploads({
    state,
    api,
    hasher: options.hasher ?? localHasher(),
    nowMs: () => 0,
    after: (_, run) => {
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
    onLanded,
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
  const until = (wanted: string[]) => vi.waitFor(() => expect(phases()).toEqual(wanted));
  return {
    state,
    uploads,
    sessions,
    begun,
    folders,
    aborted,
    /** Digests the server was given. */
    proofs,
    /** Every phase that any file was ever in. */
    seen,
    sent,
    tokens,
    onLanded,
    until,
    phases,
    most: () => mostTravelling,
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
