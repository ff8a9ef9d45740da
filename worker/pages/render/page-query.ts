/** The query parameters of a page that a change of language and the closing of a note keep. */
import type { Context } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';

/** Never codes, tokens and passcodes. */
const PAGE_QUERY_NAMES = ['next', 'scene', 'q', 'view', 'order', 'kind', 'hide_header', 'app', 'frame'];

/** @returns without `?`; '' for nothing */
export function pageQuery(c: Context<AppEnv>): string {
  const query = new URLSearchParams();
  for (const name of PAGE_QUERY_NAMES) {
    const value = c.req.query(name);
    // A `next` that leaves this site is dropped.
    if (value && (name !== 'next' || /^\/(?![/\\])/.test(value))) query.set(name, value);
  }
  return query.toString();
}
