/** The signed-in user on a public page. The account confirms the session, which the cookie's signature does not. */
import type { Context } from 'hono';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** @returns null without a session, and after it has ended */
export async function signedInPerson(
  c: Context<AppEnv>,
  { auth }: Pick<PageDeps, 'auth'>,
): Promise<{ name: string; userId: string } | null> {
  const { caller } = c.get('call');
  if (caller === null) return null;
  try {
    const { name, email, phone_number: phone, sub } = await auth.profile(caller);
    return { name: name || email || phone, userId: sub };
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}
