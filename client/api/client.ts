/**
 * The request client: typed by contract rows, rotating over the API origins, bearer in memory only. One call: a turn of an
 * origin, a bearer, a captcha where one is wanted, retries within one budget. A write is repeated only under its key.
 * Source: spec sections 7 and 7.5; trust.md hazard 8.
 */
import { sessionRows } from '#shared/auth/session.contract.ts';
import type { BodyInputOf, Endpoint, OutputOf, ParamsOf, QueryInputOf } from '#shared/contract.ts';
import type { ErrorName } from '#shared/errors.ts';
import type { CaptchaKeeper, CaptchaStore, CaptchaWish, HumanCheck } from './captcha.ts';
import { ApiError, unreachable } from './errors.ts';
import { inTurn } from './lock.ts';
import { makeOrigins } from './origins.ts';
import {
  isPassing,
  MAX_ATTEMPTS,
  makeRetryBudget,
  type RetryBudget,
  retryCountOf,
  retryLong,
  retryShort,
} from './retry.ts';
import { makeSender, type Sent } from './send.ts';
import { type FreshToken, makeTokenKeeper } from './token.ts';
import { makeWaitBoard, type WaitBoard, type WaitSeat } from './waits.ts';

export interface ApiOptions {
  readonly origins: readonly string[];
  readonly clientId: string;
  readonly locale: string;
  readonly deviceId: string;
  readonly fetch?: typeof fetch;
  /** Left out: a check that only a person can pass ends the call. */
  readonly humanCheck?: HumanCheck;
  readonly captchaStore?: CaptchaStore;
  /** A session was renewed, or is over (null). */
  readonly onSession?: (session: { readonly sub: string; readonly expiresInSeconds: number } | null) => void;
  /** Long waits make no sense while the device itself has no network. */
  readonly isOnline?: () => boolean;
  readonly waits?: WaitBoard;
  readonly nowMs?: () => number;
  /** Longest silence of one request, ms; left out: 15 s for reads, 30 s for writes. */
  readonly timeoutMs?: number;
  /** Told the header `Date` of every answer. */
  readonly onDate?: (date: string | null) => void;
  readonly log?: (...words: readonly unknown[]) => void;
}

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: Partial<QueryInputOf<E>>;
  readonly body?: BodyInputOf<E>;
  readonly signal?: AbortSignal;
  /** Same key, same effect: once. Made for each call; a caller that repeats a call itself hands in its own. */
  readonly idempotencyKey?: string;
  /** A captcha token goes with the first attempt already; the action is METHOD:path unless given. */
  readonly captcha?: boolean | { readonly action?: string; readonly meta?: Readonly<Record<string, string>> };
  /** Short retries, 0 to 4; 2 unless given. */
  readonly retry?: number;
  /** `long`: after the short retries waits of 1, 2, 4 ... seconds, each on the board. For what a person is waiting for. */
  readonly patience?: 'short' | 'long';
  /** The page asks by itself: nobody is asked to sign in again for it. */
  readonly isUnasked?: boolean;
}

export interface ApiClient {
  /** @throws ApiError; Error `wrong options param: retry`; the signal's reason */
  call<E extends Endpoint>(row: E, input?: CallInput<E>): Promise<OutputOf<E>>;
  /** Origin for streamed requests such as upload parts; they tell how it went. */
  nextOrigin(): string;
  reportOrigin(origin: string, outcome: 'worked' | 'failed'): void;
  /** The bearer of now, for what is no call: a socket. @throws ApiError unauthenticated */
  bearer(): Promise<string>;
  /** Waits of all calls. */
  readonly waits: WaitBoard;
  /** A code was exchanged elsewhere: this is its bearer. Null: signed out. */
  useToken(token: FreshToken | null): void;
}

/** Times one call asks for a new captcha token (spec section 9). */
const CAPTCHA_RENEWALS = 3;

/** 60 s: a tab that renews gives up after 30 s, so a turn that lasts longer belongs to a tab that no longer runs. */
const TURN_TIMEOUT_MS = 60_000;

/** Refusals of the refresh call that mean: nobody is signed in here any more. */
const SESSION_OVER: readonly ErrorName[] = [
  'unauthenticated',
  'invalid_grant',
  'expired_token',
  'user_blocked',
  'account_freeze',
];

function pathOf(row: Endpoint, params: Record<string, unknown> | undefined): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')));
}

function wishOf(row: Endpoint, path: string, captcha: CallInput<Endpoint>['captcha']): CaptchaWish {
  const given = typeof captcha === 'object' ? captcha : {};
  return { action: given.action ?? `${row.method}:${path}`, meta: given.meta ?? {} };
}

/** What one call has been through, over all its attempts. */
interface Journey {
  readonly budget: RetryBudget;
  readonly tried: string[];
  captchaRenewals: number;
  isRefreshed: boolean;
  /** A request of this call has left, and no answer says that nothing came of it. */
  mayHaveArrived: boolean;
}

export function makeApiClient(options: ApiOptions): ApiClient {
  const { clientId, deviceId, onSession, isOnline = () => true, nowMs = Date.now, log = console.warn } = options;
  const waits = options.waits ?? makeWaitBoard();
  const origins = makeOrigins(options.origins, nowMs);
  const send = makeSender({ ...options, rotation: origins });
  let sub = '';

  async function fetchToken(): Promise<FreshToken> {
    const { method, path } = sessionRows.token;
    const body = { client_id: clientId, grant_type: 'refresh_token' };
    try {
      const renewed = () => send(method, path, { body, headers: {}, to: 'app' });
      const answer = (await inTurn('magpie-token', renewed, {
        timeout: TURN_TIMEOUT_MS,
      })) as OutputOf<typeof sessionRows.token>;
      sub = answer.sub;
      onSession?.({ sub, expiresInSeconds: answer.expires_in });
      return { accessToken: answer.access_token, lifetimeSeconds: answer.expires_in };
    } catch (error) {
      if (error instanceof ApiError && SESSION_OVER.includes(error.errorName)) {
        sub = '';
        onSession?.(null);
        throw new ApiError({ error: 'unauthenticated', error_code: 16 }, path, { cause: error });
      }
      throw error;
    }
  }

  const tokens = makeTokenKeeper(fetchToken, nowMs);
  let keeper: Promise<CaptchaKeeper> | null = null;

  /** Loaded when the first captcha is asked for: most pages never do. */
  function captchas(): Promise<CaptchaKeeper> {
    keeper ??= import('./captcha-request.ts').then(
      ({ makeCaptchas }) =>
        makeCaptchas({
          humanCheck: options.humanCheck,
          store: options.captchaStore,
          nowMs,
          facts: () => ({ clientId, deviceId, userId: sub }),
          send: (method, path, body) => send(method, path, { body, headers: {}, to: 'api' }),
        }),
      (cause: unknown) => {
        keeper = null;
        throw unreachable('captcha', cause);
      },
    );
    return keeper;
  }

  /** Sends until an answer stands: a bearer that was refused is renewed once, a captcha three times. */
  async function attempt(row: Endpoint, path: string, input: CallInput<Endpoint>, init: Sent, journey: Journey) {
    const { budget } = journey;
    const wish = wishOf(row, path, input.captcha);
    const { headers } = init;
    for (;;) {
      budget.attempts += 1;
      const token = row.callers === 'person' ? await tokens.get() : '';
      if (token !== '') headers['authorization'] = `Bearer ${token}`;
      if (input.captcha && !headers['x-captcha-token'])
        headers['x-captcha-token'] = await (await captchas()).get(wish, init.signal);
      try {
        journey.mayHaveArrived = true;
        const answer = await send(row.method, path, init, journey.tried);
        if (headers['x-captcha-token']) (await captchas()).drop(wish, 'spent');
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError) || isPassing(error)) throw error;
        journey.mayHaveArrived = false;
        const isCaptcha = error.errorName === 'captcha_required' || error.errorName === 'captcha_invalid';
        if (headers['x-captcha-token']) (await captchas()).drop(wish, isCaptcha ? 'refused' : 'spent');
        if (budget.attempts >= MAX_ATTEMPTS) throw error;
        if (error.errorName === 'unauthenticated' && token !== '' && !journey.isRefreshed) {
          journey.isRefreshed = true;
          tokens.drop(token);
        } else if (isCaptcha && journey.captchaRenewals < CAPTCHA_RENEWALS) {
          journey.captchaRenewals += 1;
          headers['x-captcha-token'] = await (await captchas()).get(wish, init.signal);
        } else throw error;
      }
    }
  }

  function run(row: Endpoint, input: CallInput<Endpoint>, path: string, seat: WaitSeat): Promise<unknown> {
    const budget = makeRetryBudget();
    const journey: Journey = { budget, tried: [], captchaRenewals: 0, isRefreshed: false, mayHaveArrived: false };
    const headers: Record<string, string> = {};
    if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
    else if (row.idempotency === 'key') headers['idempotency-key'] = newIdempotencyKey();
    const { query, body } = input;
    const init: Sent = {
      headers,
      to: 'api',
      signal: seat.signal,
      ...(query ? { query } : {}),
      ...(body ? { body: body as object } : {}),
    };
    const mayRepeat = () => row.idempotency !== 'never' || !journey.mayHaveArrived;
    const wait = (ms: number, failure: unknown) => seat.wait({ ms, attempt: budget.attempts, failure });
    const quick = () =>
      retryShort(() => attempt(row, path, input, init, journey), { budget, mayRepeat, wait, retry: input.retry });
    if (input.patience !== 'long') return quick();
    return retryLong(quick, { budget, mayRepeat: () => mayRepeat() && isOnline(), wait });
  }

  return {
    waits,
    nextOrigin: () => origins.take({ mayProbe: false }).origin,
    reportOrigin: origins.tell,
    bearer: () => tokens.get(),
    useToken(token) {
      tokens.put(token);
    },
    async call(row, input = {}) {
      retryCountOf(input.retry);
      const path = pathOf(row, input.params as Record<string, unknown> | undefined);
      const seat = waits.seat(path, input.signal);
      try {
        return (await run(row, input as CallInput<Endpoint>, path, seat)) as OutputOf<typeof row>;
      } catch (error) {
        if (error instanceof ApiError) {
          log('request failed', row.method, path, error.errorName, error.code);
          if (error.code === 16) log('not login');
        }
        throw error;
      } finally {
        seat.leave();
      }
    },
  };
}

/** A key to repeat one write by. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
