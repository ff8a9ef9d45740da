/** The bearer of a stored sign-in, renewed by its refresh token, which rotates: by one process at a time. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { SessionRefresh } from '#client/api/refresh.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import type { TokenObject } from '#shared/auth/token-object.ts';
import type { ErrorName } from '#shared/error-catalogue.ts';
import type { Sessions, StoredSession } from './sessions.ts';

/** The client of the table of clients of the server. */
export const CLIENT_ID = 'cli';

/** A token that ends sooner is renewed first. */
const MARGIN_MS = 120_000;

/** The session has ended at the server. */
const ENDED: readonly ErrorName[] = [
  'invalid_grant',
  'unauthenticated',
  'expired_token',
  'user_blocked',
  'account_freeze',
];

export function sessionOf(
  answer: Pick<TokenObject, 'access_token' | 'expires_in' | 'sub'> & { readonly refresh_token?: string | undefined },
  nowMs: number,
): StoredSession {
  return {
    accessToken: answer.access_token,
    untilMs: nowMs + answer.expires_in * 1000,
    refreshToken: answer.refresh_token ?? '',
    userId: answer.sub,
  };
}

export interface BearerDeps {
  readonly server: string;
  readonly sessions: Sessions;
  /** Of calls that need no bearer. */
  readonly api: () => Pick<ApiClient, 'call'>;
  readonly nowMs: () => number;
}

export function makeBearer({ server, sessions, api, nowMs }: BearerDeps): SessionRefresh {
  /** The client drops a token that the server has refused, and asks again. */
  let given = '';
  let userId = '';
  const isUsable = (session: StoredSession) => session.accessToken !== given && session.untilMs - MARGIN_MS > nowMs();

  async function renew(now: StoredSession | null): Promise<StoredSession | null> {
    // Another process has renewed it while this one waited.
    if (now === null || isUsable(now)) return now;
    const body = { client_id: CLIENT_ID, grant_type: 'refresh_token', refresh_token: now.refreshToken };
    try {
      return sessionOf(await api().call(sessionEndpoints.token, { body }), nowMs());
    } catch (error) {
      if (error instanceof ApiError && ENDED.includes(error.errorName)) return null;
      throw error;
    }
  }

  return {
    userId: () => userId,
    async fetchToken() {
      const stored = await sessions.find(server);
      const session = stored && isUsable(stored) ? stored : await sessions.renew(server, renew);
      if (!session) throw new ApiError({ error: 'unauthenticated', error_code: 16 }, sessionEndpoints.token.path);
      userId = session.userId;
      given = session.accessToken;
      return { accessToken: session.accessToken, lifetimeSeconds: (session.untilMs - nowMs()) / 1000 };
    },
  };
}
