/**
 * Calls of a page whose session ended meanwhile: the person signs in over the page, and what was asked is asked again.
 * One dialog for many callers. Nothing of the page is lost, unless somebody else signs in: then it is loaded anew.
 */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { sessionRows } from '#shared/auth/session.contract.ts';
import { ERRORS } from '#shared/errors.ts';

export interface LoginAgainDeps {
  readonly api: ApiClient;
  /** Whose page this is. */
  readonly userId: string;
  /** Shows the login dialog. @returns whether somebody is signed in now */
  readonly ask: () => Promise<boolean>;
  readonly reload: () => void;
  /** The person of the page is signed in again. */
  readonly onBack?: () => void;
  /** Told once of the next press of a key or a button: what follows it is a wish of its own. */
  readonly onPress?: (listener: () => void) => void;
  readonly nowMs?: () => number;
  readonly log?: (...words: readonly unknown[]) => void;
}

/** Calls this soon after the dialog was closed belong to what was given up; a later one is a new wish. */
const DECLINED_MS = 3_000;

/** The same failure with the catalogue's sentence for it: number 16 alone has none (spec section 8, "Message choice order"). */
function stillOver(error: ApiError): ApiError {
  const { code } = ERRORS.login_required;
  return new ApiError({ error: 'unauthenticated', error_code: code }, error.errorUri, { cause: error });
}

function nextPress(listener: () => void): void {
  for (const type of ['pointerdown', 'keydown'])
    globalThis.addEventListener?.(type, listener, { capture: true, once: true });
}

/** @returns the same client, for what the person of the page does */
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
      const { sub } = await api.call(sessionRows.me);
      if (sub === userId) {
        onBack?.();
        return true;
      }
    } catch (error) {
      log('login dialog', error);
      return false;
    }
    reload();
    // The page is on its way out: nothing is to be done for the one before.
    return new Promise(() => undefined);
  }

  return {
    ...api,
    async call(row, input) {
      try {
        return await api.call(row, input);
      } catch (error) {
        const isOver = error instanceof ApiError && error.errorName === 'unauthenticated' && row.callers === 'person';
        if (!isOver || input?.isUnasked) throw error;
        if (nowMs() - declinedMs < DECLINED_MS) throw stillOver(error);
        asking ??= signIn().finally(() => {
          asking = null;
        });
        if (!(await asking)) throw stillOver(error);
        return api.call(row, input);
      }
    },
  };
}
