/** One attempt of a call: bearer, captcha token, request; renews a refused bearer once and a refused captcha token three times. */
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf } from '#shared/contract.ts';
import type { CaptchaRequest, CaptchaTokens } from './captcha.ts';
import { ApiError } from './errors.ts';
import { isPassing, MAX_ATTEMPTS, type RetryBudget } from './retry.ts';
import type { Sender, SendOptions } from './send.ts';
import type { TokenCache } from './token.ts';

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: Partial<QueryInputOf<E>>;
  readonly body?: BodyInputOf<E>;
  readonly signal?: AbortSignal;
  /** The server applies a write once per key. Made for each call; a caller that repeats a call itself passes its own. */
  readonly idempotencyKey?: string;
  /** Short retries, 0 to 4; 2 unless given. */
  readonly retry?: number;
  /** `long`: after the short retries waits of 1, 2, 4 ... seconds, each listed in `waits`. For calls that the user waits for. */
  readonly patience?: 'short' | 'long';
  /** The page makes the call by itself: an ended session opens no sign-in dialog. */
  readonly isBackground?: boolean;
  /** The request may end after the page has gone; its body is small. */
  readonly keepalive?: boolean;
}

/** State of one call over all its attempts. */
export interface CallState {
  readonly budget: RetryBudget;
  /** Origins asked so far. */
  readonly tried: string[];
  captchaRenewals: number;
  isRefreshed: boolean;
  /** A request was sent, and no answer says that it had no effect. */
  mayHaveArrived: boolean;
}

export interface AttemptDeps {
  readonly send: Sender;
  readonly tokens: TokenCache;
  readonly captchas: () => Promise<CaptchaTokens>;
}

/** Captcha tokens that one call may request (spec section 9). */
const CAPTCHA_RENEWALS = 3;

/** @throws ApiError; the reason of the signal */
export async function attemptCall(
  { send, tokens, captchas }: AttemptDeps,
  { row, path }: { readonly row: Endpoint; readonly path: string },
  init: SendOptions,
  state: CallState,
): Promise<object> {
  const { budget } = state;
  const request: CaptchaRequest = { action: `${row.method}:${path}`, meta: {} };
  const { headers } = init;
  for (;;) {
    budget.attempts += 1;
    const token = row.callers === 'person' ? await tokens.get() : '';
    if (token !== '') headers['authorization'] = `Bearer ${token}`;
    try {
      state.mayHaveArrived = true;
      const answer = await send(row.method, path, init, state.tried);
      if (headers['x-captcha-token']) (await captchas()).drop(request, 'spent');
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) throw error;
      state.mayHaveArrived = false;
      const isCaptcha = error.errorName === 'captcha_required' || error.errorName === 'captcha_invalid';
      if (headers['x-captcha-token']) (await captchas()).drop(request, isCaptcha ? 'refused' : 'spent');
      if (budget.attempts >= MAX_ATTEMPTS) throw error;
      if (error.errorName === 'unauthenticated' && token !== '' && !state.isRefreshed) {
        state.isRefreshed = true;
        tokens.drop(token);
      } else if (isCaptcha && state.captchaRenewals < CAPTCHA_RENEWALS) {
        state.captchaRenewals += 1;
        headers['x-captcha-token'] = await (await captchas()).get(request, init.signal);
      } else throw error;
    }
  }
}
