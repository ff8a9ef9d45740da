/**
 * The five calls of a hand-off to our own origin: exchange, renew, profile, authorize, revoke. Without the request client, which
 * pages with this script may lack; each call is made once.
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
   * Spends a code. @param setsCookie  true: signs this browser in; false: changes nothing here.
   * @throws BridgeFailure invalid-code, unreachable
   */
  exchange(proof: CodeProof, setsCookie: boolean): Promise<Holder>;
  /** The user of the session cookie; null without a session. @throws BridgeFailure unreachable */
  holder(): Promise<Holder | null>;
  /** Display name of the account. */
  nameOf(holder: Holder): Promise<string>;
  /** A code for this browser, issued by the session of `holder`. */
  authorize(holder: Holder, challenge: string, state: string): Promise<string>;
  /** Ends the session of a token. A failure is logged; the token expires by itself. */
  revoke(holder: Holder): Promise<void>;
}

export interface WireOptions {
  readonly origin: string;
  readonly clientId: string;
  readonly deviceId: string;
  readonly locale: string;
  readonly fetch: typeof fetch;
}

/** Copied from the contract (a test compares them): its schemas would be larger than this whole chunk. */
export const BRIDGE_CALLS = {
  token: { method: 'POST', path: '/v1/auth/token' },
  me: { method: 'GET', path: '/v1/user/me' },
  authorize: { method: 'POST', path: '/v1/user/authorize' },
  revoke: { method: 'POST', path: '/v1/auth/revoke' },
} as const;

/** Timeout of our own server. */
const TIMEOUT_MS = 20_000;

interface CallOptions {
  readonly body?: object;
  readonly bearer?: string;
  readonly setsCookie?: boolean;
}

type Answer = Readonly<Record<string, unknown>>;

/** Redirect address of codes for our own pages; the counterpart must request exactly this one. */
export function redirectUriOf(origin: string): string {
  return `${origin}/auth`;
}

/** An error answer of our server, with its name in the catalogue. */
class Refusal extends Error {
  readonly errorName: string;

  constructor(errorName: string) {
    super(errorName);
    this.name = 'Refusal';
    this.errorName = errorName;
  }
}

/** Temporary errors, which must not count as "signed out" or "invalid code". */
const PASSING: readonly string[] = [
  'internal',
  'unavailable',
  'server_error',
  'temporarily_unavailable',
  'too_many_requests',
  'captcha_required',
  'captcha_invalid',
];
/** Errors of the renewal without a session; the last two without a cookie. */
const SIGNED_OUT: readonly string[] = [
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

  async function call(
    row: { method: string; path: string },
    { body, bearer, setsCookie = false }: CallOptions,
  ): Promise<Answer> {
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
        // Without credentials the browser ignores the cookie of the answer, and the session stays as it is.
        credentials: setsCookie ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ignoreResponseError: true,
      });
    } catch (cause) {
      throw new BridgeFailure('unreachable', 'our server did not answer', { code: 8000 }, { cause });
    }
    if (typeof answer !== 'object' || answer === null) throw new BridgeFailure('unreachable', 'no JSON answer');
    const received = answer as Answer;
    const errorName = textOf(received, 'error');
    if (errorName === '') return received;
    if (received['error_code'] === 16) console.warn('not login');
    if (PASSING.includes(errorName)) throw new BridgeFailure('unreachable', errorName);
    throw new Refusal(errorName);
  }

  return {
    async exchange({ code, verifier }, setsCookie) {
      const body = {
        client_id: clientId,
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUriOf(origin),
      };
      try {
        return holderOf(await call(BRIDGE_CALLS.token, { body, setsCookie }));
      } catch (cause) {
        if (!isRefusal(cause)) throw cause;
        throw new BridgeFailure('invalid-code', 'invalid auth code!', {}, { cause });
      }
    },
    async holder() {
      try {
        const body = { client_id: clientId, grant_type: 'refresh_token' };
        return holderOf(await call(BRIDGE_CALLS.token, { body, setsCookie: true }));
      } catch (error) {
        if (isRefusal(error) && SIGNED_OUT.includes(error.errorName)) return null;
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
        console.warn('bridge: an unused session expires by itself', error);
      }
    },
  };
}
