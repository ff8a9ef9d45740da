/** The access token: in memory, never in storage; fetched once for all callers, renewed before it expires. */
export interface FreshToken {
  readonly accessToken: string;
  readonly lifetimeSeconds: number;
}

export interface TokenCache {
  get(): Promise<string>;
  /** The server refused this token: the next `get` fetches another one, unless that has happened already. */
  drop(token: string): void;
  /** Sets a token from elsewhere; null clears the cache. */
  put(token: FreshToken | null): void;
}

/** Renewed this long before its end, so that no token expires on the way to the server. */
const MARGIN_MS = 120_000;

export function makeTokenCache(fetchToken: () => Promise<FreshToken>, now: () => number = Date.now): TokenCache {
  let held: { token: string; untilMs: number } | null = null;
  let underway: Promise<string> | null = null;

  function hold({ accessToken, lifetimeSeconds }: FreshToken): string {
    // A lifetime shorter than two margins is used for its first half.
    const usableMs = Math.max(lifetimeSeconds * 1000 - MARGIN_MS, lifetimeSeconds * 500);
    held = { token: accessToken, untilMs: now() + usableMs };
    return accessToken;
  }

  /** Incremented by `put`: an answer to an earlier request is not cached. */
  let generation = 0;

  async function renew(): Promise<string> {
    const mine = generation;
    const fresh = await fetchToken();
    return mine === generation ? hold(fresh) : fresh.accessToken;
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
      generation += 1;
      underway = null;
      held = null;
      if (token) hold(token);
    },
  };
}
