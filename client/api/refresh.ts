/** Renews the access token by the session cookie, in one tab of the browser at a time. */
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import type { OutputOf } from '#shared/contract.ts';
import type { ErrorName } from '#shared/errors.ts';
import { ApiError } from './errors.ts';
import { withLock } from './lock.ts';
import type { Sender } from './send.ts';
import type { FreshToken } from './token.ts';

/** 60 s: a tab gives up its renewal after 30 s, so a lock held longer belongs to a tab that no longer runs. */
const LOCK_TIMEOUT_MS = 60_000;

/** Errors of the refresh call when no session exists in this browser. */
const SIGNED_OUT: readonly ErrorName[] = [
  'unauthenticated',
  'invalid_grant',
  'expired_token',
  'user_blocked',
  'account_freeze',
];

export interface RefreshDeps {
  readonly clientId: string;
  readonly send: Sender;
  /** The session was renewed, or has ended (null). */
  readonly onSession?: (session: { readonly sub: string; readonly expiresInSeconds: number } | null) => void;
}

export interface SessionRefresh {
  /** @throws ApiError unauthenticated when no session exists */
  fetchToken(): Promise<FreshToken>;
  /** User id of the last renewal; '' before it and after the end of the session. */
  userId(): string;
}

export function makeSessionRefresh({ clientId, send, onSession }: RefreshDeps): SessionRefresh {
  const { method, path } = sessionEndpoints.token;
  let userId = '';
  return {
    userId: () => userId,
    async fetchToken() {
      const body = { client_id: clientId, grant_type: 'refresh_token' };
      try {
        const renew = () => send(method, path, { body, headers: {}, to: 'app' });
        const answer = (await withLock('magpie-token', renew, { timeout: LOCK_TIMEOUT_MS })) as OutputOf<
          typeof sessionEndpoints.token
        >;
        userId = answer.sub;
        onSession?.({ sub: userId, expiresInSeconds: answer.expires_in });
        return { accessToken: answer.access_token, lifetimeSeconds: answer.expires_in };
      } catch (error) {
        if (!(error instanceof ApiError) || !SIGNED_OUT.includes(error.errorName)) throw error;
        userId = '';
        onSession?.(null);
        throw new ApiError({ error: 'unauthenticated', error_code: 16 }, path, { cause: error });
      }
    },
  };
}
