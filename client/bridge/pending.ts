/**
 * The proof that binds a code to this browser: a PKCE verifier (S256) and a state, made here and kept in this tab alone.
 * One at a time, for five minutes, taken once. Source: RFC 7636; trust.md hazard 1.
 */

export interface Pending {
  readonly verifier: string;
  readonly challenge: string;
  readonly state: string;
  /** Words of the scope that was asked for. */
  readonly scope: readonly string[];
  readonly madeAtMs: number;
}

export interface PendingKeeper {
  /** Replaces the one before. */
  begin(): Promise<Pending>;
  /** Takes the kept one: the next call finds none. Null when there is none, or it is too old or damaged. */
  take(): Pending | null;
  drop(): void;
}

/** What our own pages need of an account. */
export const ASKED_SCOPE: readonly string[] = ['user', 'pan', 'offline'];

const KEY = 'pp_bridge_pending';
/** Longer than a person needs to say yes in an app; as short as a forgotten proof should live. */
const LIFE_MS = 5 * 60_000;

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function chance(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function read(text: string | null, nowMs: number): Pending | null {
  try {
    const { verifier, challenge, state, scope, madeAtMs } = JSON.parse(text ?? '') as Record<string, unknown>;
    const isWhole =
      typeof verifier === 'string' &&
      /^[\w-]{43}$/.test(verifier) &&
      typeof challenge === 'string' &&
      typeof state === 'string' &&
      state !== '' &&
      Array.isArray(scope) &&
      typeof madeAtMs === 'number' &&
      nowMs - madeAtMs < LIFE_MS &&
      madeAtMs <= nowMs;
    return isWhole ? { verifier, challenge, state, scope: scope.map(String), madeAtMs } : null;
  } catch {
    // Damaged: as good as none.
    return null;
  }
}

/** @param storage  this tab's; where it is forbidden the proof lives as long as the page, which is enough to be answered */
export function makePendingKeeper(storage: () => Storage, nowMs: () => number): PendingKeeper {
  let own: string | null = null;
  const write = (text: string | null): void => {
    own = text;
    try {
      if (text === null) storage().removeItem(KEY);
      else storage().setItem(KEY, text);
    } catch (error) {
      console.warn('bridge: the proof is not kept over a reload', error);
    }
  };
  const kept = (): string | null => {
    try {
      return storage().getItem(KEY) ?? own;
    } catch {
      // Forbidden: what this page made is all there is.
      return own;
    }
  };
  return {
    async begin() {
      const verifier = chance(32);
      const pending: Pending = {
        verifier,
        challenge: await challengeOf(verifier),
        state: chance(16),
        scope: ASKED_SCOPE,
        madeAtMs: nowMs(),
      };
      write(JSON.stringify(pending));
      return pending;
    },
    take() {
      const text = kept();
      if (text !== null) write(null);
      return read(text, nowMs());
    },
    drop: () => write(null),
  };
}

/** Whether a code that came in the address belongs to what was asked here. Its own proof is the verifier, checked by the server. */
export function isOurs(
  came: { readonly code: string; readonly state: string | null; readonly scope: readonly string[] },
  pending: Pending | null,
): pending is Pending {
  if (!pending || came.code === '') return false;
  if (came.state !== null && came.state !== pending.state) return false;
  return came.scope.every((word) => pending.scope.includes(word));
}
