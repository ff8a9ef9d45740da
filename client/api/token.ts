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
}

/** Renewed this long before its end, so that no request is sent with a token about to die. */
const MARGIN_MS = 120_000;

export function makeTokenKeeper(fetchToken: () => Promise<FreshToken>, now: () => number = Date.now): TokenKeeper {
  let held: { token: string; untilMs: number } | null = null;
  let underway: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const { accessToken, lifetimeSeconds } = await fetchToken();
    // A lifetime shorter than two margins is used for its first half.
    const usableMs = Math.max(lifetimeSeconds * 1000 - MARGIN_MS, lifetimeSeconds * 500);
    held = { token: accessToken, untilMs: now() + usableMs };
    return accessToken;
  }

  return {
    get() {
      if (held && now() < held.untilMs) return Promise.resolve(held.token);
      underway ??= renew().finally(() => {
        underway = null;
      });
      return underway;
    },
    drop(token) {
      if (held?.token === token) held = null;
    },
  };
}
