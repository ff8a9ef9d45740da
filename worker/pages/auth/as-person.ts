/** Pages that are one person's own: whoever is not signed in is sent to the door, and back. */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';

/** @param back  path of the page, to come back to */
export async function asPerson(
  c: Context<AppEnv>,
  back: string,
  work: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  const door = () => c.redirect(`${href('auth.sign-in')}?next=${encodeURIComponent(back)}`, 303);
  const { caller } = c.get('call');
  if (!caller) return door();
  try {
    return await work(caller);
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return door();
    throw error;
  }
}
