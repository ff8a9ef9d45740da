/** Calls of the upload engine: one upload session of our own door. Answers only; writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { driveContract, type UploadSession } from '#shared/drive/contract.ts';
import type { FileObject, TaskObject } from '#shared/drive/model.ts';
import { wireTime } from '#shared/units.ts';
import type { Fingerprint, ProofChallenge } from './hash-messages.ts';

/** Asks the server for its own door (shared/drive/contract.ts). */
const OWN_PROVIDER = 'PROVIDER_MAGPIE';

export interface BeginRequest {
  readonly parentId: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Epoch ms, from the person's device. */
  readonly modifiedMs: number;
  /** Asks for an instant upload; null when the content was not hashed. */
  readonly fingerprint: Fingerprint | null;
  /** One per upload: beginning again after a lost answer finds the same session. */
  readonly key: string;
}

export interface Begun {
  /** Absent when nothing is left to send. */
  readonly session: UploadSession | null;
  readonly taskId: string | null;
  /** Null when nothing is to be proved. */
  readonly proof: ProofChallenge | null;
}

export interface Ended {
  readonly taskId: string | null;
  readonly isDone: boolean;
}

export interface TransferApi {
  begin(request: BeginRequest, signal: AbortSignal): Promise<Begun>;
  state(uploadId: string, signal: AbortSignal): Promise<UploadSession>;
  complete(uploadId: string, signal: AbortSignal): Promise<Ended>;
  /**
   * Ends the upload without bytes.
   * @returns null when nothing was proven: the session goes on and bytes are wanted
   */
  prove(uploadId: string, challenge: string, digest: string, signal: AbortSignal): Promise<Ended | null>;
  abort(uploadId: string): Promise<void>;
  task(id: string, signal: AbortSignal): Promise<TaskObject>;
  /** @returns the id of the new folder */
  createFolder(parentId: string, name: string): Promise<string>;
  nextOrigin(): string;
}

function endedOf(file: FileObject | null, task: TaskObject | null): Ended {
  return { taskId: task?.id ?? null, isDone: file?.phase === 'PHASE_TYPE_COMPLETE' || task === null };
}

export function makeTransferApi(api: ApiClient): TransferApi {
  return {
    nextOrigin: () => api.nextOrigin(),
    async begin(request, signal) {
      const answer = await api.call(driveContract.create, {
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
        },
        idempotencyKey: request.key,
        signal,
      });
      return { session: answer.upload ?? null, taskId: answer.task?.id ?? null, proof: answer.proof ?? null };
    },
    state: (id, signal) => api.call(driveContract.uploadState, { params: { id }, signal }),
    async complete(id, signal) {
      const { file, task } = await api.call(driveContract.uploadComplete, { params: { id }, signal });
      return endedOf(file, task);
    },
    async prove(id, challenge, digest, signal) {
      const body = { challenge, digest };
      const { file, task, upload } = await api.call(driveContract.uploadProve, { params: { id }, body, signal });
      return upload ? null : endedOf(file, task);
    },
    abort: async (id) => {
      await api.call(driveContract.uploadAbort, { params: { id } });
    },
    task: (id, signal) => api.call(driveContract.task, { params: { id }, signal }),
    async createFolder(parentId, name) {
      const body = { kind: 'drive#folder' as const, name, parent_id: parentId };
      const answer = await api.call(driveContract.create, { body, idempotencyKey: newIdempotencyKey() });
      return answer.file?.id ?? '';
    },
  };
}
