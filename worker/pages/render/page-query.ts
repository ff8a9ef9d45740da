/** What of a query belongs to the page and goes along when its language is changed or a note on it is closed. */
import type { Context } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';

/** Codes, tokens and passcodes never are. */
const KEPT_QUERY = ['next', 'scene', 'q', 'view', 'order', 'kind', 'hide_header', 'app', 'frame'];

/** @returns without `?`; '' for nothing */
export function keptQuery(c: Context<AppEnv>): string {
  const kept = new URLSearchParams();
  for (const name of KEPT_QUERY) {
    const value = c.req.query(name);
    // What is no way inside this site is not carried on either.
    if (value && (name !== 'next' || /^\/(?![/\\])/.test(value))) kept.set(name, value);
  }
  return kept.toString();
}
