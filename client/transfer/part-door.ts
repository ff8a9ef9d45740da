/**
 * Sends one part. XMLHttpRequest, because it alone tells how many bytes have left. No retry here: the engine decides.
 */
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { ReceivedError } from '#shared/errors.ts';

export interface PartRequest {
  readonly origin: string;
  readonly uploadId: string;
  /** From 1. */
  readonly part: number;
  readonly token: string;
  readonly bytes: Blob;
  /** Bytes of this part that have left so far. */
  readonly onSent: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** @throws ApiError; DOMException AbortError when cancelled */
export type PartDoor = (request: PartRequest) => Promise<void>;

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

export function sendPart(request: PartRequest): Promise<void> {
  const path = `/drive/v1/uploads/${encodeURIComponent(request.uploadId)}/parts/${request.part}`;
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
    call.open('PUT', request.origin + path);
    call.setRequestHeader('x-upload-token', request.token);
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
