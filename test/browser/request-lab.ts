/**
 * Runs inside Chromium: the real request client, upload engine and locks, driven from the test by data alone.
 */
import { type ApiClient, makeApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { makeLock } from '#client/api/lock.ts';
import { makeDriveApi } from '#client/drive/drive.api.ts';
import { makeSlots } from '#client/transfer/slots.ts';
import { withOriginReport } from '#client/transfer/upload/origin-report.ts';
import { sendPart } from '#client/transfer/upload/send-part.ts';
import { makeTransferApi } from '#client/transfer/upload/upload.api.ts';
import { uploadOne } from '#client/transfer/upload/upload-one.ts';

export type LabStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'upload'; readonly name: string; readonly sizeBytes: number };

export interface LabResult {
  readonly ok: boolean;
  /** Id of the created item. */
  readonly id: string;
  /** Names that a listing saw. */
  readonly names: readonly string[];
  readonly error: string;
}

export interface RequestLab {
  start(origins: readonly string[], timeoutMs: number): void;
  run(steps: readonly LabStep[]): Promise<readonly LabResult[]>;
  /** Waits the client has made so far. */
  waits(): number;
  hold(name: string, timeout?: number): Promise<string>;
  letGo(name: string): void;
}

/** Neither file is large enough to be hashed. */
const noHasher = {
  fingerprint: () => Promise.resolve(null),
  prove: () => Promise.reject(new Error('nothing to prove')),
} as never;

async function upload(api: ApiClient, name: string, sizeBytes: number): Promise<string> {
  const job = {
    file: new File([new Uint8Array(sizeBytes).fill(name.length)], name),
    sizeBytes,
    modifiedMs: 0,
    parentId: () => Promise.resolve(''),
    key: crypto.randomUUID(),
    uploadId: '',
    fingerprint: undefined,
    onStarted: () => undefined,
    onHashed: () => undefined,
    onSent: () => undefined,
    onPhase: () => undefined,
  };
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const deps = {
    api: makeTransferApi(api),
    hasher: noHasher,
    sendPart: withOriginReport(api, sendPart),
    // The lab is about sessions and their parts.
    sendWhole: () => Promise.reject(new Error('not here')),
    slots: makeSlots(4),
    wait,
  };
  await uploadOne(job, deps, new AbortController().signal);
  return job.uploadId;
}

function makeLab(): RequestLab {
  let api: ApiClient | null = null;
  let waits = 0;
  const held = new Map<string, { release(): void }>();

  async function one(client: ApiClient, step: LabStep): Promise<{ id: string; names: readonly string[] }> {
    const drive = makeDriveApi(client);
    switch (step.kind) {
      case 'folder':
        return { id: (await drive.createFolder('', step.name))?.id ?? '', names: [] };
      case 'rename':
        return { id: (await drive.rename(step.id, step.name)).id, names: [] };
      case 'upload':
        return { id: await upload(client, step.name, step.sizeBytes), names: [] };
      default: {
        const request = {
          place: 'all',
          query: '',
          folderId: '',
          order: 'name_asc',
          foldersFirst: true,
          limit: 1_000,
        } as const;
        return { id: '', names: (await drive.list(request)).rows.map((row) => row.name) };
      }
    }
  }

  return {
    start(origins, timeoutMs) {
      api = makeApiClient({ origins, timeoutMs, clientId: 'web', locale: 'en-US', deviceId: 'f'.repeat(32) });
      let before = 0;
      api.waits.watch((now) => {
        waits += Math.max(0, now.length - before);
        before = now.length;
      });
    },
    run: (steps) =>
      Promise.all(
        steps.map(async (step): Promise<LabResult> => {
          try {
            if (!api) throw new Error('not started');
            return { ok: true, error: '', ...(await one(api, step)) };
          } catch (error) {
            return { ok: false, id: '', names: [], error: error instanceof ApiError ? error.errorName : String(error) };
          }
        }),
      ),
    waits: () => waits,
    async hold(name, timeout) {
      try {
        held.set(name, await makeLock(name).acquire(timeout === undefined ? {} : { timeout }));
        return 'held';
      } catch (error) {
        return error instanceof ApiError ? `${error.errorName} ${error.code}` : String(error);
      }
    },
    letGo: (name) => held.get(name)?.release(),
  };
}

Object.assign(globalThis, { requestLab: makeLab() });
