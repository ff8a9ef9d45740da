/**
 * Captcha tokens by action, cached until shortly before they expire; the last one in local storage too. Where the server requires
 * a human check, it opens: one at a time, shared by all calls that wait for the same token.
 * Source: spec section 4 "Captcha token", sections 5, 7.5 and 9.
 */
import type { CaptchaRecord } from '#client/browser-storage/page-keys.ts';
import { ApiError } from './errors.ts';

export interface CaptchaAnswer {
  readonly captcha_token?: string;
  /** Seconds. */
  readonly expires_in?: number;
  /** A human check must be passed first. */
  readonly url?: string;
}

export interface CaptchaRequest {
  readonly action: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** Opens the check and waits for the user. @throws ApiError `cancelled` when it is closed; the reason of the signal */
export type HumanCheck = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly captchaToken: string; readonly expiresInSeconds: number }>;

/** The record that survives the page. */
export interface CaptchaStore {
  get(): CaptchaRecord | null;
  set(record: CaptchaRecord): void;
  remove(): void;
}

export interface CaptchaDeps {
  /** One init call; `previous` is the refused token of the action, if any. */
  readonly ask: (request: CaptchaRequest, previous: string) => Promise<CaptchaAnswer>;
  readonly humanCheck?: HumanCheck | undefined;
  readonly store?: CaptchaStore | undefined;
  readonly nowMs: () => number;
}

export interface CaptchaTokens {
  /** @throws ApiError `captcha_required` without a human check, `cancelled` when the check was closed; the reason of the signal */
  get(request: CaptchaRequest, signal?: AbortSignal): Promise<string>;
  /** Drops the token of a request. `refused`: the next init call names it; `spent`: it was used. */
  drop(request: CaptchaRequest, why: 'refused' | 'spent'): void;
}

/** A token counts as expired this long before its stated end (spec section 4). */
const MARGIN_MS = 30_000;

function keyOf({ action, meta }: CaptchaRequest): string {
  return JSON.stringify([action, Object.entries(meta).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

interface Underway {
  readonly token: Promise<string>;
  readonly control: AbortController;
  waiting: number;
}

export function makeCaptchaTokens({ ask, humanCheck, store, nowMs }: CaptchaDeps): CaptchaTokens {
  const held = new Map<string, CaptchaRecord>();
  const refused = new Map<string, string>();
  const underway = new Map<string, Underway>();
  let lastCheck: Promise<unknown> = Promise.resolve();

  const isFresh = (record: CaptchaRecord) => nowMs() < record.expiresAtMs - MARGIN_MS;

  function known(key: string): string | null {
    const stored = store?.get();
    const record = held.get(key) ?? (stored && keyOf(stored) === key ? stored : undefined);
    return record && isFresh(record) ? record.captchaToken : null;
  }

  /** Runs one check at a time. */
  function checked(url: string, signal: AbortSignal): Promise<{ captchaToken: string; expiresInSeconds: number }> {
    if (!humanCheck) throw new ApiError({ error: 'captcha_required', error_code: 4001 }, 'captcha');
    const mine = lastCheck.then(() => {
      signal.throwIfAborted();
      return humanCheck(url, signal);
    });
    lastCheck = mine.catch(() => undefined);
    return mine;
  }

  async function renew(key: string, request: CaptchaRequest, signal: AbortSignal): Promise<string> {
    const answer = await ask(request, refused.get(key) ?? '');
    const passed = answer.url
      ? await checked(answer.url, signal)
      : { captchaToken: answer.captcha_token ?? '', expiresInSeconds: answer.expires_in ?? 0 };
    if (passed.captchaToken === '') throw new ApiError({ error: 'captcha_required', error_code: 4001 }, 'captcha');
    const record = { ...request, ...passed, expiresAtMs: nowMs() + passed.expiresInSeconds * 1_000 };
    held.set(key, record);
    store?.set(record);
    return passed.captchaToken;
  }

  function begin(key: string, request: CaptchaRequest): Underway {
    const control = new AbortController();
    const token = renew(key, request, control.signal).finally(() => underway.delete(key));
    const started = { token, control, waiting: 0 };
    underway.set(key, started);
    return started;
  }

  return {
    async get(request, signal) {
      signal?.throwIfAborted();
      const key = keyOf(request);
      const token = known(key);
      if (token !== null) return token;
      const shared = underway.get(key) ?? begin(key, request);
      shared.waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = () => {
          shared.waiting -= 1;
          // No call waits any more: an open check closes.
          if (shared.waiting === 0) shared.control.abort(signal?.reason);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        shared.token.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
    drop(request, why) {
      const key = keyOf(request);
      const stored = store?.get();
      const record = held.get(key) ?? (stored && keyOf(stored) === key ? stored : undefined);
      if (record && why === 'refused') refused.set(key, record.captchaToken);
      else refused.delete(key);
      held.delete(key);
      if (stored && keyOf(stored) === key) store?.remove();
    },
  };
}
