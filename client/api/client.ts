/**
 * The request client: typed by contract endpoints, rotating over the API origins, bearer in memory only. A call takes an origin,
 * a bearer, a captcha token where one is needed, and retries within one budget. A write is repeated only under its idempotency key.
 * Source: spec sections 7 and 7.5; trust.md hazard 8.
 */
import type { Endpoint, OutputOf } from '#shared/contract.ts';
import { attemptCall, type CallInput, type CallState } from './attempt.ts';
import type { CaptchaStore, CaptchaTokens, HumanCheck } from './captcha.ts';
import { endpointPath } from './endpoint-path.ts';
import { ApiError, unreachable } from './errors.ts';
import { makeOrigins } from './origins.ts';
import { makeSessionRefresh, type RefreshDeps, type SessionRefresh } from './refresh.ts';
import { makeRetryBudget, retryCountOf, retryLong, retryShort } from './retry.ts';
import { makeSender, type SendOptions } from './send.ts';
import { type FreshToken, makeTokenCache } from './token.ts';
import { type CallWaits, makeWaitList, type WaitList } from './waits.ts';

export interface ApiOptions extends Pick<RefreshDeps, 'onSession'> {
  readonly origins: readonly string[];
  readonly clientId: string;
  readonly locale: string;
  readonly deviceId: string;
  readonly fetch?: typeof fetch;
  /** Where bearers come from; left out: the session cookie of the page. */
  readonly session?: SessionRefresh;
  /** Left out: a check that needs the user ends the call. */
  readonly humanCheck?: HumanCheck;
  readonly captchaStore?: CaptchaStore;
  /** Long waits make no sense while the device itself has no network. */
  readonly isOnline?: () => boolean;
  readonly waits?: WaitList;
  readonly nowMs?: () => number;
  /** Timeout of one request, ms; left out: 15 s for reads, 30 s for writes. */
  readonly timeoutMs?: number;
  /** Called with the header `Date` of every answer. */
  readonly onDate?: (date: string | null) => void;
  readonly log?: (...parts: readonly unknown[]) => void;
}

export interface ApiClient {
  /** @throws ApiError; Error `wrong options param: retry`; the reason of the signal */
  call<E extends Endpoint>(row: E, input?: CallInput<E>): Promise<OutputOf<E>>;
  /** Origin for streamed requests such as upload parts, which report their outcome. */
  nextOrigin(): string;
  reportOrigin(origin: string, outcome: 'worked' | 'failed'): void;
  /** The current bearer, for requests that are no calls: a socket. @throws ApiError unauthenticated */
  bearer(): Promise<string>;
  /** Retry waits of all calls. */
  readonly waits: WaitList;
  /** Takes the bearer of a code that was exchanged elsewhere; null: signed out. */
  useToken(token: FreshToken | null): void;
}

export function makeApiClient(options: ApiOptions): ApiClient {
  const { clientId, deviceId, isOnline = () => true, nowMs = Date.now, log = console.warn } = options;
  const waits = options.waits ?? makeWaitList();
  const origins = makeOrigins(options.origins, nowMs);
  const send = makeSender({ ...options, rotation: origins });
  const { fetchToken, userId } =
    options.session ?? makeSessionRefresh({ clientId, send, onSession: options.onSession });
  const tokens = makeTokenCache(fetchToken, nowMs);
  let loading: Promise<CaptchaTokens> | null = null;

  /** Loads the code of captchas with the first one: most pages need none. */
  function captchas(): Promise<CaptchaTokens> {
    loading ??= import('./captcha-request.ts').then(
      ({ makeCaptchas }) =>
        makeCaptchas({
          humanCheck: options.humanCheck,
          store: options.captchaStore,
          nowMs,
          facts: () => ({ clientId, deviceId, userId: userId() }),
          send: (method, path, body) => send(method, path, { body, headers: {}, to: 'api' }),
        }),
      (cause: unknown) => {
        loading = null;
        throw unreachable('captcha', cause);
      },
    );
    return loading;
  }

  function run(row: Endpoint, input: CallInput<Endpoint>, path: string, callWaits: CallWaits): Promise<unknown> {
    const budget = makeRetryBudget();
    const state: CallState = { budget, tried: [], captchaRenewals: 0, isRefreshed: false, mayHaveArrived: false };
    const headers: Record<string, string> = {};
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
    else if (row.idempotency === 'key') headers['idempotency-key'] = newIdempotencyKey();
    const { query, body, keepalive } = input;
    const init: SendOptions = {
      headers,
      to: 'api',
      signal: callWaits.signal,
      ...(query ? { query } : {}),
      ...(body ? { body: body as object } : {}),
      ...(keepalive ? { keepalive } : {}),
    };
    const mayRepeat = () => row.idempotency !== 'never' || !state.mayHaveArrived;
    const wait = (ms: number, failure: unknown) => callWaits.wait({ ms, attempt: budget.attempts, failure });
    const attempt = () => attemptCall({ send, tokens, captchas }, { row, path }, init, state);
    const quick = () => retryShort(attempt, { budget, mayRepeat, wait, retry: input.retry });
    if (input.patience !== 'long') return quick();
    return retryLong(quick, { budget, mayRepeat: () => mayRepeat() && isOnline(), wait });
  }

  return {
    waits,
    nextOrigin: () => origins.take({ mayProbe: false }).origin,
    reportOrigin: origins.report,
    bearer: tokens.get,
    useToken: tokens.put,
    async call(row, input = {}) {
      retryCountOf(input.retry);
      const path = endpointPath(row, input.params as Record<string, unknown> | undefined);
      const callWaits = waits.openCall(path, input.signal);
      try {
        return (await run(row, input as CallInput<Endpoint>, path, callWaits)) as OutputOf<typeof row>;
      } catch (error) {
        if (error instanceof ApiError) {
          log('request failed', row.method, path, error.errorName, error.code);
          if (error.code === 16) log('not login');
        }
        throw error;
      } finally {
        callWaits.close();
      }
    },
  };
}

/** Key under which one write is repeated. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
