/**
 * The request client: typed by contract rows, rotating over the API origins, bearer in memory only.
 * Repeats a read that failed to reach the server; a write is repeated only under the same idempotency key.
 */
import { ofetch } from 'ofetch';
import { authContract } from '#shared/auth/contract.ts';
import type { BodyInputOf, Endpoint, OutputOf, ParamsOf, QueryInputOf } from '#shared/contract.ts';
import type { ErrorName, ReceivedError } from '#shared/errors.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { type CaptchaAnswer, makeCaptchaKeeper } from './captcha.ts';
import { ApiError, unreachable } from './errors.ts';
import { inTurn } from './lock.ts';
import { originAt } from './origins.ts';
import { type FreshToken, makeTokenKeeper } from './token.ts';

export interface ApiOptions {
  readonly origins: readonly string[];
  readonly clientId: string;
  readonly locale: string;
  readonly deviceId: string;
  readonly fetch?: typeof fetch;
  /** For tests. */
  readonly retryDelayMs?: number;
}

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: Partial<QueryInputOf<E>>;
  readonly body?: BodyInputOf<E>;
  readonly signal?: AbortSignal;
  /** Same key, same effect: once. Made per click by the caller. */
  readonly idempotencyKey?: string;
}

export interface ApiClient {
  /** @throws ApiError */
  call<E extends Endpoint>(row: E, input?: CallInput<E>): Promise<OutputOf<E>>;
  /** Origin for streamed requests such as upload parts. */
  nextOrigin(): string;
}

/** Tries after the first, for failures that never reached the server or came back `internal` (spec 7.5). */
const RETRIES = 2;
const RETRY_DELAY_MS = 300;
/** Times one call asks for a new captcha token (spec section 9). */
const CAPTCHA_RENEWALS = 3;

function pathOf(row: Endpoint, params: Record<string, unknown> | undefined): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

interface Sent {
  readonly query?: object;
  readonly body?: object;
  readonly headers: Record<string, string>;
  readonly signal?: AbortSignal;
  /** `app`: the page's own origin, whose session cookie goes along. */
  readonly to: 'api' | 'app';
}

/** A body that names an error; `ok` and `success` are names of none. */
function namesError(data: ReceivedError): boolean {
  return typeof data.error === 'string' && !['', 'ok', 'success'].includes(data.error.toLowerCase());
}

/** Refusals of the refresh call that mean: nobody is signed in here any more. */
const SESSION_OVER: readonly ErrorName[] = [
  'unauthenticated',
  'invalid_grant',
  'expired_token',
  'user_blocked',
  'account_freeze',
];

export function makeApiClient(options: ApiOptions): ApiClient {
  const { origins, clientId, locale, deviceId } = options;
  const delayMs = options.retryDelayMs ?? RETRY_DELAY_MS;
  let turn = 0;
  const http = ofetch.create(
    { retry: 0, mode: 'cors', ignoreResponseError: true },
    options.fetch ? { fetch: options.fetch } : undefined,
  );
  const common = { 'accept-language': locale, 'x-client-id': clientId, 'x-device-id': deviceId };

  function nextOrigin(): string {
    return originAt(origins, turn++);
  }

  /** One request; answers the body, throws ApiError for a refusal and for silence. */
  async function send(method: string, path: string, init: Sent): Promise<unknown> {
    let response: { status: number; _data?: unknown };
    try {
      response = await http.raw<unknown>(path, {
        ...(init.to === 'api' ? { baseURL: nextOrigin() } : {}),
        method,
        query: init.query as Record<string, unknown>,
        ...(init.body ? { body: init.body as Record<string, unknown> } : {}),
        headers: { ...common, ...init.headers },
        credentials: init.to === 'app' ? 'same-origin' : 'omit',
        ...(init.signal ? { signal: init.signal } : {}),
      });
    } catch (cause) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw unreachable(path, cause);
    }
    const data = response._data;
    const isBody = typeof data === 'object' && data !== null;
    if (isBody && namesError(data)) throw new ApiError(data, path);
    if (response.status >= 400)
      throw new ApiError({ error: response.status === 401 ? 'unauthenticated' : 'internal' }, path);
    // A proxy's page or a cut answer: not what the contract promises.
    if (!isBody) throw new ApiError({ error: 'internal' }, path);
    return data;
  }

  async function fetchToken(): Promise<FreshToken> {
    const { method, path } = authContract.token;
    const body = { client_id: clientId, grant_type: 'refresh_token' };
    try {
      const answer = (await inTurn('magpie-token', () =>
        send(method, path, { body, headers: {}, to: 'app' }),
      )) as OutputOf<typeof authContract.token>;
      return { accessToken: answer.access_token, lifetimeSeconds: answer.expires_in };
    } catch (error) {
      if (error instanceof ApiError && SESSION_OVER.includes(error.errorName)) {
        throw new ApiError({ error: 'unauthenticated' }, path, { cause: error });
      }
      throw error;
    }
  }

  const tokens = makeTokenKeeper(fetchToken);
  const captchas = makeCaptchaKeeper(async (action, previous) => {
    const { method, path } = shieldContract.captchaInit;
    const body = { client_id: clientId, action, device_id: deviceId, captcha_token: previous, meta: {} };
    return (await send(method, path, { body, headers: {}, to: 'api' })) as CaptchaAnswer;
  });

  async function attempt<E extends Endpoint>(row: E, input: CallInput<E>, path: string): Promise<unknown> {
    const headers: Record<string, string> = {};
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
    const init: Sent = {
      headers,
      to: 'api',
      ...(input.query ? { query: input.query } : {}),
      ...(input.body ? { body: input.body as object } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    };
    const action = `${row.method}:${path}`;
    let captchaRenewals = 0;
    let isRefreshed = false;
    for (;;) {
      const token = row.callers === 'person' ? await tokens.get() : '';
      if (token !== '') headers['authorization'] = `Bearer ${token}`;
      try {
        return await send(row.method, path, init);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.errorName === 'unauthenticated' && token !== '' && !isRefreshed) {
          isRefreshed = true;
          tokens.drop(token);
        } else if (
          (error.errorName === 'captcha_required' || error.errorName === 'captcha_invalid') &&
          captchaRenewals < CAPTCHA_RENEWALS
        ) {
          captchaRenewals += 1;
          captchas.drop(action);
          const captcha = await captchas.get(action);
          // Only a person can pass what is asked for now.
          if (captcha === '') throw error;
          headers['x-captcha-token'] = captcha;
        } else throw error;
      }
    }
  }

  return {
    nextOrigin,
    async call(row, input = {}) {
      const path = pathOf(row, input.params as Record<string, unknown> | undefined);
      const repeatable =
        row.repeat === 'read' ||
        row.repeat === 'natural' ||
        (row.repeat === 'key' && input.idempotencyKey !== undefined);
      for (let tried = 0; ; tried++) {
        try {
          return (await attempt(row, input, path)) as OutputOf<typeof row>;
        } catch (error) {
          const passing =
            error instanceof ApiError && (error.errorName === 'internal' || error.errorName === 'unreachable');
          if (!passing || !repeatable || tried >= RETRIES) throw error;
          await wait(delayMs, input.signal);
        }
      }
    },
  };
}

/** A key to repeat one write by. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
