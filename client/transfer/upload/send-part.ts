/**
 * Sends bytes: one part, or a small file whole. XMLHttpRequest, because it alone tells how many bytes have left. No retry
 * here: the engine decides.
 */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError, unreachable } from '#client/api/errors.ts';
import { driveContract } from '#shared/drive/contract.ts';
import type { ReceivedError } from '#shared/errors.ts';
import { wireTime } from '#shared/units.ts';

export interface SendRequest {
  readonly origin: string;
  readonly bytes: Blob;
  /** Of these bytes, how many have left so far. */
  readonly onSent: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

export interface PartRequest extends SendRequest {
  readonly uploadId: string;
  /** From 1. */
  readonly part: number;
  readonly token: string;
}

/** A small file whole, in the words of the begin call. */
export interface WholeRequest extends SendRequest {
  readonly parentId: string;
  readonly name: string;
  /** Epoch ms. */
  readonly modifiedMs: number;
  readonly conflict: 'replace' | undefined;
  /** The one of the begin call: whichever is made again finds what the other began. */
  readonly key: string;
}

/** @throws ApiError; DOMException AbortError when cancelled */
export type Door<R extends SendRequest> = (request: R) => Promise<void>;
export type PartDoor = Door<PartRequest>;
export type WholeDoor = Door<WholeRequest>;

/** 90 s without an answer at all: a part of 8 MiB takes 70 s at 1 Mbit/s. */
const SILENCE_MS = 90_000;

function bodyOf(text: string): ReceivedError | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as ReceivedError) : null;
  } catch {
    // A proxy's page, not our answer.
    return null;
  }
}

function sendBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  request: SendRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const call = new XMLHttpRequest();
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => call.abort(), SILENCE_MS);
    };
    const stop = () => call.abort();
    const end = (settle: () => void) => {
      clearTimeout(quiet);
      signal.removeEventListener('abort', stop);
      settle();
    };
    call.open(method, request.origin + path);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.setRequestHeader('content-type', 'application/octet-stream');
    call.upload.onprogress = (event) => {
      listen();
      request.onSent(event.loaded);
    };
    call.onload = () =>
      end(() => {
        const received = bodyOf(call.responseText);
        if (call.status < 400 && typeof received?.error !== 'string') resolve();
        else reject(new ApiError(received ?? { error: 'internal' }, path));
      });
    call.onerror = () => end(() => reject(unreachable(path)));
    call.onabort = () => end(() => reject(signal.aborted ? signal.reason : unreachable(path)));
    signal.addEventListener('abort', stop);
    listen();
    call.send(request.bytes);
  });
}

export function sendPart(request: PartRequest): Promise<void> {
  const path = `/drive/v1/uploads/${encodeURIComponent(request.uploadId)}/parts/${request.part}`;
  return sendBytes('PUT', path, { 'x-upload-token': request.token }, request);
}

/** @param api  knows the bearer */
export function makeWholeDoor(api: Pick<ApiClient, 'bearer'>): WholeDoor {
  return async (request) => {
    const { parentId, name, modifiedMs, conflict, key } = request;
    const query = new URLSearchParams({ parent_id: parentId, name, user_modified_time: wireTime(modifiedMs) });
    if (conflict) query.set('conflict', conflict);
    const headers = { authorization: `Bearer ${await api.bearer()}`, 'idempotency-key': key };
    const { method, path } = driveContract.put;
    await sendBytes(method, `${path}?${query}`, headers, request);
  };
}
