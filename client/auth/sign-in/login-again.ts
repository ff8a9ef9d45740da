/**
 * Calls of a page whose session has ended: the user signs in by a dialog over the page, and the call is repeated. One dialog
 * serves all calls. The page stays as it is, unless another user signs in: then it reloads.
 */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { sessionEndpoints } from '#shared/auth/session.contract.ts';
import { ERRORS } from '#shared/errors.ts';

export interface LoginAgainDeps {
  readonly api: ApiClient;
  /** User of the page. */
  readonly userId: string;
  /** Shows the login dialog. @returns whether a user is signed in now */
  readonly ask: () => Promise<boolean>;
  readonly reload: () => void;
  /** The user of the page is signed in again. */
  readonly onBack?: () => void;
  /** Calls the listener once, at the next press of a key or a button: calls after it may open the dialog again. */
  readonly onPress?: (listener: () => void) => void;
  readonly nowMs?: () => number;
  readonly log?: (...parts: readonly unknown[]) => void;
}

/** Calls within this time after the dialog was closed end without another dialog. */
const DECLINED_MS = 3_000;

/** The same failure with the number whose message says to sign in: 16 has none (spec section 8, "Message choice order"). */
function loginRequired(error: ApiError): ApiError {
  const { code } = ERRORS.login_required;
  return new ApiError({ error: 'unauthenticated', error_code: code }, error.errorUri, { cause: error });
}

function nextPress(listener: () => void): void {
  for (const type of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(type, listener, { capture: true, once: true });
}

/** @returns the client for actions of the user */
export function withLogin({
  api,
  userId,
  ask,
  reload,
  onBack,
  onPress = nextPress,
  nowMs = Date.now,
  log = console.warn,
}: LoginAgainDeps): ApiClient {
  let asking: Promise<boolean> | null = null;
  let declinedMs = Number.NEGATIVE_INFINITY;

  async function signIn(): Promise<boolean> {
    try {
      if (!(await ask())) {
        declinedMs = nowMs();
        onPress(() => {
          declinedMs = Number.NEGATIVE_INFINITY;
        });
        return false;
      }
      const { sub } = await api.call(sessionEndpoints.me);
      if (sub === userId) {
        onBack?.();
        return true;
      }
    } catch (error) {
      log('login dialog', error);
      return false;
    }
    reload();
    // The page reloads: the call never ends.
    return new Promise(() => undefined);
  }

  return {
    ...api,
    async call(row, input) {
      try {
        return await api.call(row, input);
      } catch (error) {
        const hasEnded = error instanceof ApiError && error.errorName === 'unauthenticated' && row.callers === 'person';
        if (!hasEnded || input?.isBackground) throw error;
        if (nowMs() - declinedMs < DECLINED_MS) throw loginRequired(error);
        asking ??= signIn().finally(() => {
          asking = null;
        });
        if (!(await asking)) throw loginRequired(error);
        return api.call(row, input);
      }
    },
  };
}
