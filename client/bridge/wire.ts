/**
 * The five calls of a hand-off, to our own origin: exchange, renew, profile, authorize, revoke. Not the request client:
 * this chunk stands on pages without it, and each call here is made once.
 */
import { makeFetch } from '#client/api/fetch.ts';
import { BridgeFailure } from './failure.ts';

export interface Holder {
  /** User id. */
  readonly sub: string;
  readonly accessToken: string;
  /** Seconds. */
  readonly lifetimeSeconds: number;
}

export interface CodeProof {
  readonly code: string;
  readonly verifier: string;
}

export interface BridgeWire {
  /**
   * Spends a code. @param keep  true: this browser is signed in by it; false: nothing here changes.
   * @throws BridgeFailure invalid-code, unreachable
   */
  exchange(proof: CodeProof, keep: boolean): Promise<Holder>;
  /** Who is signed in here by the session cookie; null for nobody. @throws BridgeFailure unreachable */
  holder(): Promise<Holder | null>;
  /** What the person calls that account. */
  nameOf(holder: Holder): Promise<string>;
  /** A code for this browser, by the right of `holder`. */
  authorize(holder: Holder, challenge: string, state: string): Promise<string>;
  /** Ends the session of a token; a failure is logged, the token ends by itself. */
  revoke(holder: Holder): Promise<void>;
}

export interface WireOptions {
  readonly origin: string;
  readonly clientId: string;
  readonly deviceId: string;
  readonly locale: string;
  readonly fetch: typeof fetch;
}

/**
 * As the contract spells them (the test compares): its schemas would weigh more than this whole chunk.
 */
export const BRIDGE_CALLS = {
  token: { method: 'POST', path: '/v1/auth/token' },
  me: { method: 'GET', path: '/v1/user/me' },
  authorize: { method: 'POST', path: '/v1/user/authorize' },
  revoke: { method: 'POST', path: '/v1/auth/revoke' },
} as const;

/** Our own server; past this it counts as gone. */
const TIMEOUT_MS = 20_000;

interface Asked {
  readonly body?: object;
  readonly bearer?: string;
  readonly keep?: boolean;
}

type Answer = Readonly<Record<string, unknown>>;

/** Where codes for our own pages lead. The counterpart must name it when it asks for one. */
export function redirectUriOf(origin: string): string {
  return `${origin}/auth`;
}

/** A refusal by our server, by its name in the catalogue. */
class Refusal extends Error {
  readonly errorName: string;

  constructor(errorName: string) {
    super(errorName);
    this.name = 'Refusal';
    this.errorName = errorName;
  }
}

/** Answers that decide nothing: they must never pass for "nobody is signed in" or "the code is bad". */
const PASSING: readonly string[] = [
  'internal',
  'unavailable',
  'server_error',
  'temporarily_unavailable',
  'too_many_requests',
  'captcha_required',
  'captcha_invalid',
];
/** What the renewal answers when nobody is signed in here; the last two when there is no cookie at all. */
const SESSION_OVER: readonly string[] = [
  'unauthenticated',
  'invalid_grant',
  'expired_token',
  'user_blocked',
  'account_freeze',
  'invalid_request',
  'invalid_argument',
];

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

function textOf(answer: Answer, ...names: string[]): string {
  for (const name of names) {
    const value = answer[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

function holderOf(answer: Answer): Holder {
  return {
    sub: textOf(answer, 'sub'),
    accessToken: textOf(answer, 'access_token'),
    lifetimeSeconds: Number(answer['expires_in']) || 0,
  };
}

export function makeBridgeWire({ origin, clientId, deviceId, locale, fetch }: WireOptions): BridgeWire {
  const http = makeFetch({ locale, fetch });

  async function call(row: { method: string; path: string }, { body, bearer, keep = false }: Asked): Promise<Answer> {
    let answer: unknown;
    try {
      answer = await http<unknown>(origin + row.path, {
        method: row.method,
        headers: {
          'x-client-id': clientId,
          'x-device-id': deviceId,
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        },
        ...(body ? { body: body as Record<string, unknown> } : {}),
        // Without credentials the browser takes no cookie from the answer: the session here stays as it is.
        credentials: keep ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ignoreResponseError: true,
      });
    } catch (cause) {
      throw new BridgeFailure('unreachable', 'our server did not answer', { code: 8000 }, { cause });
    }
    if (typeof answer !== 'object' || answer === null) throw new BridgeFailure('unreachable', 'no answer of ours');
    const received = answer as Answer;
    const errorName = textOf(received, 'error');
    if (errorName === '') return received;
    if (received['error_code'] === 16) console.warn('not login');
    if (PASSING.includes(errorName)) throw new BridgeFailure('unreachable', errorName);
    throw new Refusal(errorName);
  }

  return {
    async exchange({ code, verifier }, keep) {
      const body = {
        client_id: clientId,
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUriOf(origin),
      };
      try {
        return holderOf(await call(BRIDGE_CALLS.token, { body, keep }));
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        throw new BridgeFailure('invalid-code', 'invalid auth code!', {}, { cause });
      }
    },
    async holder() {
      try {
        const body = { client_id: clientId, grant_type: 'refresh_token' };
        return holderOf(await call(BRIDGE_CALLS.token, { body, keep: true }));
      } catch (error) {
        if (isRefusal(error) && SESSION_OVER.includes(error.errorName)) return null;
        throw isRefusal(error) ? new BridgeFailure('unreachable', error.errorName, {}, { cause: error }) : error;
      }
    },
    async nameOf({ accessToken, sub }) {
      try {
        const profile = await call(BRIDGE_CALLS.me, { bearer: accessToken });
        const [name, contact] = [textOf(profile, 'name'), textOf(profile, 'email', 'phone_number', 'username')];
        return name && contact ? `${name} (${contact})` : name || contact || sub;
      } catch (error) {
        if (isRefusal(error)) return sub;
        throw error;
      }
    },
    async authorize({ accessToken }, challenge, state) {
      const body = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUriOf(origin),
        scope: 'user pan offline',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      };
      try {
        const code = textOf(await call(BRIDGE_CALLS.authorize, { body, bearer: accessToken }), 'code');
        if (code !== '') return code;
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        throw new BridgeFailure('invalid-code', 'invalid auth code!', {}, { cause });
      }
      throw new BridgeFailure('invalid-code', 'invalid auth code!');
    },
    async revoke({ accessToken }) {
      try {
        await call(BRIDGE_CALLS.revoke, { body: { token: accessToken } });
      } catch (error) {
        console.warn('bridge: a session that was not needed ends by itself', error);
      }
    },
  };
}
