/**
 * Sends one request once: chooses the origin, adds the common headers, applies the timeout, maps the answer to a result or error.
 * Source: spec sections 7 and 7.5 (generic request helper).
 */
import type { ReceivedError } from '#shared/error-message.ts';
import { ApiError, unreachable } from './errors.ts';
import { makeFetch } from './fetch.ts';
import type { Origins, Turn } from './origins.ts';
import { isPassing } from './retry.ts';

export interface SenderOptions {
  readonly clientId: string;
  readonly locale: string;
  readonly deviceId: string;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
  readonly rotation: Origins;
  /** Called with the header `Date` of every answer. */
  readonly onDate?: (date: string | null) => void;
}

export interface SendOptions {
  readonly query?: object;
  readonly body?: object;
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  /** `app`: the page's own origin, with its session cookie. */
  readonly to: 'api' | 'app';
}

/** @param tried  origins this call has asked; this request adds its own. @throws ApiError; the reason of the signal */
export type Sender = (method: string, path: string, init: SendOptions, tried?: string[]) => Promise<object>;

/** A listing of a thousand rows on a slow network takes some seconds; after this the server counts as unreachable. */
const READ_TIMEOUT_MS = 15_000;
/** Some writes take the server one or two seconds. */
const WRITE_TIMEOUT_MS = 30_000;

/** Error names of answers without an error body. */
const NAMES_BY_STATUS: Readonly<Record<number, string>> = { 401: 'unauthenticated', 429: 'too_many_requests' };

/** Whether a body names an error; `ok` and `success` name none. */
function namesError(data: ReceivedError): boolean {
  return typeof data.error === 'string' && !['', 'ok', 'success'].includes(data.error.toLowerCase());
}

/** The caller's signal combined with a timeout. */
function withDeadline(ms: number, signal: AbortSignal | undefined): { signal: AbortSignal; done(): void } {
  const control = new AbortController();
  const stop = () => control.abort(signal?.reason);
  const timer = setTimeout(() => control.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: control.signal,
    done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** @throws ApiError unless the answer is a JSON object that names no error */
function answerOf(status: number, data: unknown, path: string): object {
  const isBody = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (isBody && namesError(data)) throw new ApiError(data, path);
  if (status >= 400) throw new ApiError({ error: NAMES_BY_STATUS[status] ?? 'internal' }, path);
  // The page of a proxy or a truncated answer.
  if (!isBody) throw new ApiError({ error: 'internal' }, path);
  return data;
}

export function makeSender(options: SenderOptions): Sender {
  const { clientId, locale, deviceId, rotation, timeoutMs, onDate } = options;
  const http = makeFetch({ locale, ...(options.fetch ? { fetch: options.fetch } : {}) });
  const common = { 'x-client-id': clientId, 'x-device-id': deviceId };

  async function once(method: string, path: string, init: SendOptions, turn: Turn | null): Promise<object> {
    const limitMs = timeoutMs ?? (method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
    const { signal, done } = withDeadline(limitMs, init.signal);
    try {
      const { status, headers, _data } = await http.raw<unknown>(path, {
        ...(turn ? { baseURL: turn.origin } : {}),
        retry: 0,
        ignoreResponseError: true,
        method,
        query: init.query as Record<string, unknown>,
        ...(init.body ? { body: init.body as Record<string, unknown> } : {}),
        headers: { ...common, ...init.headers },
        ...(init.keepalive ? { keepalive: true } : {}),
        credentials: turn ? 'omit' : 'same-origin',
        signal,
      });
      onDate?.(headers.get('date'));
      return answerOf(status, _data, path);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      if (init.signal?.aborted) throw init.signal.reason;
      throw unreachable(path, cause);
    } finally {
      done();
    }
  }

  return async (method, path, init, tried = []) => {
    if (init.to === 'app') return once(method, path, init, null);
    const turn = rotation.take({ tried });
    tried.push(turn.origin);
    try {
      const answer = await once(method, path, init, turn);
      turn.end('worked');
      return answer;
    } catch (error) {
      if (error instanceof ApiError) turn.end(isPassing(error) ? 'failed' : 'worked');
      else turn.end('unknown');
      throw error;
    }
  };
}
