/**
 * The answer of a Worker that refuses its settings: a page that names none of them. The log says which is wrong. There are no
 * languages and no styles here: a Worker whose settings are not read has neither.
 */
import { logError } from '#worker/platform/log.ts';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not set up</title>
<h1>This server is not set up yet</h1>
<p>Its settings are incomplete or not safe, so it serves nothing. The people who run it find the reason in its log.</p>
</html>
`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Logs the reason now, once, and serves the page from then on. */
export function refuseToServe(reason: unknown): { fetch(request: Request): Response } {
  logError('settings.refused', reason);
  return { fetch: ({ method }) => new Response(method === 'HEAD' ? null : PAGE, { status: 500, headers: HEADERS }) };
}
