/** Reads content over its signed address: status, a part, or the whole with its progress. */

import { PreviewError } from './preview-error.ts';
import type { Problem } from './preview-types.ts';

/** @returns the reason of a status that is no success */
function problemOfStatus(status: number): Problem {
  if (status === 403 || status === 410) return 'closed';
  return status === 404 ? 'gone' : 'failed';
}

async function request(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new PreviewError(navigator.onLine ? 'failed' : 'offline', '', { cause: error });
  }
  if (!response.ok) throw new PreviewError(problemOfStatus(response.status));
  return response;
}

/** Whether the address still gives the content. @throws PreviewError when not */
export async function probe(url: string, signal: AbortSignal): Promise<void> {
  await request(url, { method: 'HEAD', signal });
}

/** The first bytes. @param sizeBytes  at most so many */
export async function readStart(url: string, sizeBytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request(url, { headers: { range: `bytes=0-${sizeBytes - 1}` }, signal });
  if (response.status === 206) return new Uint8Array(await response.arrayBuffer());
  // An address without ranges gives all of it: the rest is not read.
  const reader = response.body?.getReader();
  const start = new Uint8Array(sizeBytes);
  let at = 0;
  while (reader && at < sizeBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const piece = value.subarray(0, sizeBytes - at);
    start.set(piece, at);
    at += piece.length;
  }
  await reader?.cancel().catch(() => undefined);
  return start.subarray(0, at);
}

/** Reads ranges of the content. */
export function readRange(url: string, signal: AbortSignal) {
  return async (start: number, end: number): Promise<Uint8Array> => {
    const response = await request(url, { headers: { range: `bytes=${start}-${end - 1}` }, signal });
    return new Uint8Array(await response.arrayBuffer());
  };
}

/**
 * The whole content.
 * @param limitBytes  a longer answer is refused, whatever the listing said of its size
 * @param onProgress  0 to 1; not called where the length is unknown
 * @throws PreviewError
 */
export async function readAll(
  url: string,
  limitBytes: number,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request(url, { signal });
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > limitBytes) throw new PreviewError('large');
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      sizeBytes += value.length;
      if (sizeBytes > limitBytes) throw new PreviewError('large');
      pieces.push(value);
      if (length > 0) onProgress(sizeBytes / length);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof PreviewError || signal.aborted) throw error;
    throw new PreviewError(navigator.onLine ? 'failed' : 'offline', '', { cause: error });
  }
  const whole = new Uint8Array(sizeBytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Runs a loader; an address that has expired is renewed once. */
export async function withFreshLink<T>(
  link: (isFresh?: boolean) => Promise<string>,
  load: (url: string) => Promise<T>,
): Promise<T> {
  try {
    return await load(await link());
  } catch (error) {
    if (!(error instanceof PreviewError) || error.problem !== 'closed') throw error;
    return load(await link(true));
  }
}
