/**
 * The answer of a Worker that refuses its settings: a page that names none of them. The log says which is wrong. There are no
 * languages and no styles here: a Worker whose settings are not read has neither.
 */
import { logError } from '#worker/platform/log.ts';

const pageOf = (title: string, text: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
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

interface PlainPage {
  readonly status: number;
  /** Constants: nothing is escaped. */
  readonly title: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a Worker that serves nothing else. */
export function plainPage(method: string, { status, title, text, headers = {} }: PlainPage): Response {
  const body = method === 'HEAD' ? null : pageOf(title, text);
  return new Response(body, { status, headers: { ...HEADERS, ...headers } });
}

const NOT_SET_UP = {
  status: 500,
  title: 'This server is not set up yet',
  text: 'Its settings are incomplete or not safe, so it serves nothing. The people who run it find the reason in its log.',
};

/** Logs the reason now, once, and serves the page from then on. */
export function refuseToServe(reason: unknown): { fetch(request: Request): Response } {
  logError('settings.refused', reason);
  return { fetch: ({ method }) => plainPage(method, NOT_SET_UP) };
}
