/**
 * Captcha tokens by action, kept in memory until shortly before they end. Source: spec section 4 "Captcha token", 7.5.
 */
export interface CaptchaAnswer {
  readonly captcha_token?: string;
  /** Seconds. */
  readonly expires_in?: number;
  /** A human check must be passed first. */
  readonly url?: string;
}

export interface CaptchaKeeper {
  /** @returns '' when only a human check would give one */
  get(action: string): Promise<string>;
  /** The server refused it. */
  drop(action: string): void;
}

/** A token counts as expired this long before its stated end (spec section 4). */
const MARGIN_MS = 30_000;

/** @param ask  one init call; `previous` is the refused token of the action, if any */
export function makeCaptchaKeeper(
  ask: (action: string, previous: string) => Promise<CaptchaAnswer>,
  now: () => number = Date.now,
): CaptchaKeeper {
  const held = new Map<string, { token: string; untilMs: number }>();
  const refused = new Map<string, string>();
  return {
    async get(action) {
      const known = held.get(action);
      if (known && now() < known.untilMs) return known.token;
      const answer = await ask(action, refused.get(action) ?? '');
      const token = answer.url ? '' : (answer.captcha_token ?? '');
      if (token !== '') held.set(action, { token, untilMs: now() + (answer.expires_in ?? 0) * 1000 - MARGIN_MS });
      return token;
    },
    drop(action) {
      const known = held.get(action);
      if (known) refused.set(action, known.token);
      held.delete(action);
    },
  };
}
