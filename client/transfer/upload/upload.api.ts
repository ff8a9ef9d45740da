/** Calls of the upload engine for sessions of our own upload endpoint. Returns results; writes no state. */
import type { ApiClient } from '#client/api/client.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import type { OpenUpload, UploadSession } from '#shared/drive/upload.contract.ts';
import { wireTime } from '#shared/units.ts';
import type { Fingerprint } from '../hash/messages.ts';

/** Selects the server's own upload endpoint (shared/drive/contract.ts). */
const OWN_PROVIDER = 'PROVIDER_MAGPIE';
/** A drive has 2,000 open uploads at most, unless its operator allows more; 100 on a page. */
const LISTED_PAGES = 40;

export interface BeginRequest {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Epoch ms, from the user's device. */
  readonly modifiedMs: number;
  /** When a picture or film was taken, as the wire has it; '': the server reads it. */
  readonly takenTime: string;
  /** Requests an instant upload; null when the content was not hashed. */
  readonly fingerprint: Fingerprint | null;
  /** For a name that is taken; left out: keep both. */
  readonly conflict?: 'replace' | undefined;
  /** One per upload: a repeated call after a lost answer finds the same session. */
  readonly key: string;
}

export interface UploadStart {
  /** Null when nothing is left to send. */
  readonly session: UploadSession | null;
  readonly taskId: string | null;
}

/** An upload to our own endpoint that waits for bytes, as the server lists it. */
export interface OpenSession {
  readonly uploadId: string;
  readonly name: string;
  readonly parentId: string;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  /** '' unknown. */
  readonly gcid: string;
  /** When the last part came, epoch ms. */
  readonly modifiedMs: number;
}

export interface UploadEnd {
  readonly taskId: string | null;
  readonly isDone: boolean;
}

/** A file or folder that the drive holds under a name. */
export interface TakenPlace {
  readonly id: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  /** Epoch ms, from the user's device. */
  readonly modifiedMs: number;
}

/** Most names of one call (versions.contract.ts). */
const MAX_NAMES = 10_000;

export interface TransferApi {
  begin(request: BeginRequest, signal: AbortSignal): Promise<UploadStart>;
  state(uploadId: string, signal: AbortSignal): Promise<UploadSession>;
  complete(uploadId: string, signal: AbortSignal): Promise<UploadEnd>;
  abort(uploadId: string): Promise<void>;
  task(id: string, signal: AbortSignal): Promise<TaskObject>;
  /** All uploads of this user that wait for bytes, from every device. */
  openUploads(): Promise<readonly OpenSession[]>;
  /** Things of these names in a folder. @throws ApiError */
  taken(parentId: string, names: readonly string[]): Promise<readonly TakenPlace[]>;
  /** @param key  a repeated key finds the folder it created. @param isMerged  uses an existing folder of that name. @returns its id */
  createFolder(parentId: string, name: string, key: string, isMerged: boolean): Promise<string>;
  nextOrigin(): string;
}

function uploadEndOf(file: FileObject | null, task: TaskObject | null): UploadEnd {
  return { taskId: task?.id ?? null, isDone: file?.phase === 'PHASE_TYPE_COMPLETE' || task === null };
}

function openSession(one: OpenUpload): OpenSession {
  return {
    uploadId: one.id,
    name: one.name,
    parentId: one.parent_id,
    sizeBytes: Number(one.size),
    storedBytes: Number(one.size_stored),
    gcid: one.hash,
    modifiedMs: Date.parse(one.modified_time),
  };
}

export function makeTransferApi(api: ApiClient): TransferApi {
  return {
    nextOrigin: () => api.nextOrigin(),
    async begin(request, signal) {
      const answer = await api.call(browserContract.create, {
        body: {
          kind: 'drive#file',
          name: request.name,
          parent_id: request.parentId,
          size: request.sizeBytes,
          upload_type: 'UPLOAD_TYPE_RESUMABLE',
          hash: request.fingerprint?.gcid ?? '',
          content_key: request.fingerprint?.contentKey ?? '',
          resumable: { provider: OWN_PROVIDER },
          user_modified_time: wireTime(request.modifiedMs),
          ...(request.takenTime === '' ? {} : { taken: request.takenTime }),
          conflict: request.conflict,
        },
        idempotencyKey: request.key,
        signal,
      });
      return { session: answer.upload ?? null, taskId: answer.task?.id ?? null };
    },
    state: (id, signal) => api.call(browserContract.uploadState, { params: { id }, signal }),
    async complete(id, signal) {
      const { file, task } = await api.call(browserContract.uploadComplete, { params: { id }, signal });
      return uploadEndOf(file, task);
    },
    abort: async (id) => {
      await api.call(browserContract.uploadAbort, { params: { id } });
    },
    async taken(parentId, names) {
      const { versionsContract } = await import('#shared/drive/versions.contract.ts');
      const found: TakenPlace[] = [];
      for (let at = 0; at < names.length; at += MAX_NAMES) {
        const body = { parent_id: parentId, names: names.slice(at, at + MAX_NAMES) };
        const { conflicts } = await api.call(versionsContract.conflicts, { body, isBackground: true });
        for (const { file } of conflicts)
          found.push({
            id: file.id,
            name: file.name,
            isFolder: file.kind === 'drive#folder',
            sizeBytes: Number(file.size),
            modifiedMs: Date.parse(file.user_modified_time || file.modified_time),
          });
      }
      return found;
    },
    task: (id, signal) => api.call(browserContract.task, { params: { id }, signal }),
    async openUploads() {
      const found: OpenSession[] = [];
      let token = '';
      for (let page = 0; page < LISTED_PAGES; page += 1) {
        const answer = await api.call(browserContract.uploads, { query: { page_token: token }, isBackground: true });
        for (const one of answer.uploads) if (one.provider === OWN_PROVIDER) found.push(openSession(one));
        token = answer.next_page_token;
        if (token === '') break;
      }
      return found;
    },
    async createFolder(parentId, name, key, isMerged) {
      const conflict = isMerged ? ('skip' as const) : undefined;
      const body = { kind: 'drive#folder' as const, name, parent_id: parentId, conflict };
      const answer = await api.call(browserContract.create, { body, idempotencyKey: key });
      return answer.file?.id ?? '';
    },
  };
}
