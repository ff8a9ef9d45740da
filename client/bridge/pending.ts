/**
 * The proof that binds a code to this browser: a PKCE verifier (S256) and a state, created and stored in this tab only.
 * One at a time, valid for five minutes, used once. Source: RFC 7636; trust.md hazard 1.
 */

export interface PendingProof {
  readonly verifier: string;
  readonly challenge: string;
  readonly state: string;
  /** Requested scopes. */
  readonly scope: readonly string[];
  readonly madeAtMs: number;
}

export interface ProofStore {
  /** Creates a proof, which replaces the one before. */
  begin(): Promise<PendingProof>;
  /** Removes and returns the stored proof; null without a valid one. */
  take(): PendingProof | null;
  drop(): void;
}

/** Scopes that the product's own pages need. */
export const ENTRY_SCOPE: readonly string[] = ['user', 'pan', 'offline'];

const KEY = 'pp_bridge_pending';
/** Longer than the user needs to agree in an app, and short for a forgotten proof. */
const TTL_MS = 5 * 60_000;

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function randomText(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function read(text: string | null, nowMs: number): PendingProof | null {
  try {
    const { verifier, challenge, state, scope, madeAtMs } = JSON.parse(text ?? '') as Record<string, unknown>;
    const isValid =
      typeof verifier === 'string' &&
      /^[\w-]{43}$/.test(verifier) &&
      typeof challenge === 'string' &&
      typeof state === 'string' &&
      state !== '' &&
      Array.isArray(scope) &&
      typeof madeAtMs === 'number' &&
      nowMs - madeAtMs < TTL_MS &&
      madeAtMs <= nowMs;
    return isValid ? { verifier, challenge, state, scope: scope.map(String), madeAtMs } : null;
  } catch {
    // Damaged: the same as none.
    return null;
  }
}

/** @param storage  session storage; where it is forbidden the proof lasts as long as the page */
export function makeProofStore(storage: () => Storage, nowMs: () => number): ProofStore {
  let own: string | null = null;
  const write = (text: string | null): void => {
    own = text;
    try {
      if (text === null) storage().removeItem(KEY);
      else storage().setItem(KEY, text);
    } catch (error) {
      console.warn('bridge: the proof does not survive a reload', error);
    }
  };
  const stored = (): string | null => {
    try {
      return storage().getItem(KEY) ?? own;
    } catch {
      // Forbidden: only the proof of this page exists.
      return own;
    }
  };
  return {
    async begin() {
      const verifier = randomText(32);
      const pending: PendingProof = {
        verifier,
        challenge: await challengeOf(verifier),
        state: randomText(16),
        scope: ENTRY_SCOPE,
        madeAtMs: nowMs(),
      };
      write(JSON.stringify(pending));
      return pending;
    },
    take() {
      const text = stored();
      if (text !== null) write(null);
      return read(text, nowMs());
    },
    drop: () => write(null),
  };
}

/** Whether a code in the address belongs to the pending proof. The server checks the verifier itself. */
export function isOurs(
  received: { readonly code: string; readonly state: string | null; readonly scope: readonly string[] },
  pending: PendingProof | null,
): pending is PendingProof {
  if (!pending || received.code === '') return false;
  if (received.state !== null && received.state !== pending.state) return false;
  return received.scope.every((word) => pending.scope.includes(word));
}
