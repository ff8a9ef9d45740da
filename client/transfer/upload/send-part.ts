/** Sends one part, or a small file whole. Uses XMLHttpRequest for its upload progress. The engine retries, not this module. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { OutputOf } from '#shared/contract.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { ReceivedError } from '#shared/error-message.ts';
import { wireTime } from '#shared/units.ts';

export interface SendRequest {
  readonly origin: string;
  readonly bytes: Blob;
  /** Bytes of this request sent so far. */
  readonly onSent: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

export interface PartRequest extends SendRequest {
  readonly uploadId: string;
  /** From 1. */
  readonly part: number;
  readonly token: string;
}

/** A small file whole, with the fields of the begin call. */
export interface WholeRequest extends SendRequest {
  readonly parentId: string;
  readonly name: string;
  /** Epoch ms. */
  readonly modifiedMs: number;
  /** When a picture or film was taken, as the wire has it. */
  readonly takenTime?: string;
  readonly conflict: 'replace' | undefined;
  /** The key of the begin call, so that either call finds what the other one began. */
  readonly key: string;
}

/** Several small files: a line that says what they are, then their bytes. */
export interface GroupRequest extends SendRequest {
  /** Called with the result of each file before the promise of the request resolves. @param at  its place among them. @param error  null: it is stored */
  readonly onEnd: (at: number, error: ApiError | null) => void;
}

/** @throws ApiError; DOMException AbortError when cancelled */
export type Send<R extends SendRequest> = (request: R) => Promise<unknown>;
export type SendPart = Send<PartRequest>;
export type SendWhole = Send<WholeRequest>;
export type SendGroup = Send<GroupRequest>;

/** 90 s without progress or answer: a part of 8 MiB takes 70 s at 1 Mbit/s. */
const SILENCE_MS = 90_000;

function bodyOf(text: string): ReceivedError | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as ReceivedError) : null;
  } catch {
    // The page of a proxy, not an answer of the API.
    return null;
  }
}

/**
 * @param form  holds the bytes among other fields; left out: the body is the bytes
 * @returns the answer, if it is an object
 * @throws ApiError; DOMException AbortError when cancelled
 */
export function sendBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  request: SendRequest,
  form?: FormData,
): Promise<object | null> {
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
    if (!form) call.setRequestHeader('content-type', 'application/octet-stream');
    call.upload.onprogress = (event) => {
      listen();
      request.onSent(event.loaded);
    };
    call.onload = () =>
      end(() => {
        const received = bodyOf(call.responseText);
        if (call.status < 400 && typeof received?.error !== 'string') resolve(received);
        else reject(new ApiError(received ?? { error: 'internal' }, path));
      });
    call.onerror = () => end(() => reject(unreachable(path)));
    call.onabort = () => end(() => reject(signal.aborted ? signal.reason : unreachable(path)));
    signal.addEventListener('abort', stop);
    listen();
    call.send(form ?? request.bytes);
  });
}

export async function sendPart(request: PartRequest): Promise<void> {
  const path = `/drive/v1/uploads/${encodeURIComponent(request.uploadId)}/parts/${request.part}`;
  await sendBytes('PUT', path, { 'x-upload-token': request.token }, request);
}

/** @param api  gives the bearer */
export function makeSendWhole(api: Pick<ApiClient, 'bearer'>): SendWhole {
  return async (request) => {
    const { parentId, name, modifiedMs, takenTime, conflict, key } = request;
    const query = new URLSearchParams({ parent_id: parentId, name, user_modified_time: wireTime(modifiedMs) });
    if (takenTime) query.set('taken', takenTime);
    if (conflict) query.set('conflict', conflict);
    const headers = { authorization: `Bearer ${await api.bearer()}`, 'idempotency-key': key };
    const { method, path } = browserContract.put;
    await sendBytes(method, `${path}?${query}`, headers, request);
  };
}

/** @param api  gives the bearer */
export function makeSendGroup(api: Pick<ApiClient, 'bearer'>): SendGroup {
  return async (request) => {
    const { method, path } = browserContract.putMany;
    const headers = { authorization: `Bearer ${await api.bearer()}` };
    const { files } = (await sendBytes(method, path, headers, request)) as OutputOf<typeof browserContract.putMany>;
    for (const [at, { error }] of files.entries()) {
      if (!error) request.onEnd(at, null);
      else request.onEnd(at, new ApiError({ ...error, details: [{ metadata: error.metadata }] }, path));
    }
  };
}
