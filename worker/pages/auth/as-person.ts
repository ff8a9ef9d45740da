/** Personal pages: a visitor is sent to sign-in and returns after it. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { boundedNext } from './next.ts';

/** @param back  path of the page, to return to */
export async function asPerson(
  c: Context<AppEnv>,
  back: string,
  work: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  const toSignIn = () => c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(boundedNext(back))}`, 303);
  const { caller } = c.get('call');
  if (!caller) return toSignIn();
  try {
    return await work(caller);
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return toSignIn();
    throw error;
  }
}
