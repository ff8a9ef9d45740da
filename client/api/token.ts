/**
 * The access token: in memory, never in storage; fetched once for many callers, renewed before it ends.
 */
export interface FreshToken {
  readonly accessToken: string;
  readonly lifetimeSeconds: number;
}

export interface TokenKeeper {
  get(): Promise<string>;
  /** The server refused this one: the next `get` fetches anew, unless somebody has done so already. */
  drop(token: string): void;
  /** One that came another way; null forgets what is held. */
  put(token: FreshToken | null): void;
}

/** Renewed this long before its end, so that no request is sent with a token about to die. */
const MARGIN_MS = 120_000;

export function makeTokenKeeper(fetchToken: () => Promise<FreshToken>, now: () => number = Date.now): TokenKeeper {
  let held: { token: string; untilMs: number } | null = null;
  let underway: Promise<string> | null = null;

  function hold({ accessToken, lifetimeSeconds }: FreshToken): string {
    // A lifetime shorter than two margins is used for its first half.
    const usableMs = Math.max(lifetimeSeconds * 1000 - MARGIN_MS, lifetimeSeconds * 500);
    held = { token: accessToken, untilMs: now() + usableMs };
    return accessToken;
  }

  /** Whose answer is still wanted: one put or dropped meanwhile stands. */
  let era = 0;

  async function renew(): Promise<string> {
    const mine = era;
    const fresh = await fetchToken();
    return mine === era ? hold(fresh) : fresh.accessToken;
  }

  return {
    get() {
      if (held && now() < held.untilMs) return Promise.resolve(held.token);
      if (underway) return underway;
      const mine = renew().finally(() => {
        if (underway === mine) underway = null;
      });
      underway = mine;
      return mine;
    },
    drop(token) {
      if (held?.token === token) held = null;
    },
    put(token) {
      era += 1;
      underway = null;
      held = null;
      if (token) hold(token);
    },
  };
}
