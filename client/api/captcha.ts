/**
 * Captcha tokens by action, kept until shortly before they end; the last one in local storage too. Where the server wants a
 * person, the human check is opened: one at a time, shared by all who wait for the same token.
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

export interface CaptchaWish {
  readonly action: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** Opens the check and waits for the person. @throws ApiError `cancelled` when it is closed; the signal's reason */
export type HumanCheck = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly captchaToken: string; readonly expiresInSeconds: number }>;

/** The one record that outlives the page. */
export interface CaptchaStore {
  get(): CaptchaRecord | null;
  set(record: CaptchaRecord): void;
  remove(): void;
}

export interface CaptchaDeps {
  /** One init call; `previous` is the refused token of the action, if any. */
  readonly ask: (wish: CaptchaWish, previous: string) => Promise<CaptchaAnswer>;
  readonly humanCheck?: HumanCheck | undefined;
  readonly store?: CaptchaStore | undefined;
  readonly nowMs: () => number;
}

export interface CaptchaKeeper {
  /** @throws ApiError `captcha_required` where nobody can be asked, `cancelled` when the check was closed; the signal's reason */
  get(wish: CaptchaWish, signal?: AbortSignal): Promise<string>;
  /** What is held for this opens nothing any more. `refused`: the server is told which one it was; `spent`: it was used. */
  drop(wish: CaptchaWish, why: 'refused' | 'spent'): void;
}

/** A token counts as expired this long before its stated end (spec section 4). */
const MARGIN_MS = 30_000;

function keyOf({ action, meta }: CaptchaWish): string {
  return JSON.stringify([action, Object.entries(meta).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

interface Underway {
  readonly token: Promise<string>;
  readonly control: AbortController;
  waiting: number;
}

export function makeCaptchaKeeper({ ask, humanCheck, store, nowMs }: CaptchaDeps): CaptchaKeeper {
  const held = new Map<string, CaptchaRecord>();
  const refused = new Map<string, string>();
  const underway = new Map<string, Underway>();
  let lastCheck: Promise<unknown> = Promise.resolve();

  const isFresh = (record: CaptchaRecord) => nowMs() < record.expiresAtMs - MARGIN_MS;

  function known(key: string): string | null {
    const kept = store?.get();
    const record = held.get(key) ?? (kept && keyOf(kept) === key ? kept : undefined);
    return record && isFresh(record) ? record.captchaToken : null;
  }

  /** One check on the screen at a time, whoever asks. */
  function checked(url: string, signal: AbortSignal): Promise<{ captchaToken: string; expiresInSeconds: number }> {
    if (!humanCheck) throw new ApiError({ error: 'captcha_required', error_code: 4001 }, 'captcha');
    const mine = lastCheck.then(() => {
      signal.throwIfAborted();
      return humanCheck(url, signal);
    });
    lastCheck = mine.catch(() => undefined);
    return mine;
  }

  async function renew(key: string, wish: CaptchaWish, signal: AbortSignal): Promise<string> {
    const answer = await ask(wish, refused.get(key) ?? '');
    const passed = answer.url
      ? await checked(answer.url, signal)
      : { captchaToken: answer.captcha_token ?? '', expiresInSeconds: answer.expires_in ?? 0 };
    if (passed.captchaToken === '') throw new ApiError({ error: 'captcha_required', error_code: 4001 }, 'captcha');
    const record = { ...wish, ...passed, expiresAtMs: nowMs() + passed.expiresInSeconds * 1_000 };
    held.set(key, record);
    store?.set(record);
    return passed.captchaToken;
  }

  function begin(key: string, wish: CaptchaWish): Underway {
    const control = new AbortController();
    const token = renew(key, wish, control.signal).finally(() => underway.delete(key));
    const begun = { token, control, waiting: 0 };
    underway.set(key, begun);
    return begun;
  }

  return {
    async get(wish, signal) {
      signal?.throwIfAborted();
      const key = keyOf(wish);
      const token = known(key);
      if (token !== null) return token;
      const shared = underway.get(key) ?? begin(key, wish);
      shared.waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = () => {
          shared.waiting -= 1;
          // Nobody wants it any more: a check on the screen goes away.
          if (shared.waiting === 0) shared.control.abort(signal?.reason);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        shared.token.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
      });
    },
    drop(wish, why) {
      const key = keyOf(wish);
      const kept = store?.get();
      const record = held.get(key) ?? (kept && keyOf(kept) === key ? kept : undefined);
      if (record && why === 'refused') refused.set(key, record.captchaToken);
      else refused.delete(key);
      held.delete(key);
      if (kept && keyOf(kept) === key) store?.remove();
    },
  };
}
