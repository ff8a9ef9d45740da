/** Who is signed in on a page that anyone may see: the signature of the cookie alone does not tell whether the session lives. */
import type { Context } from 'hono';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** @returns null for a visitor, and for somebody whose session has ended */
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
