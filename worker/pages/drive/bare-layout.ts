/**
 * Keeps the header hidden (spec section 3, `hide_header`), also without script: links, posted forms and redirects of the
 * drive and of shares get the parameter. client/pages/drive/drive-shell.ts adds it to links that scripts draw later.
 */
import type { Context, Next } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';

const PARAMETER = 'hide_header';
/** Paths of the drive layout. Links to other languages already have the query. */
const OURS = ['/drive', '/s/'] as const;
/** Base for addresses without an origin. */
const NOWHERE = 'http://drive.invalid';

/** Whether the embedding page hides the header. */
export function isHeaderHidden(c: Context<AppEnv>): boolean {
  return !['', '0', 'false'].includes(c.req.query(PARAMETER) ?? '');
}

function withoutHeader(address: string): string {
  const url = new URL(address, NOWHERE);
  if (!url.searchParams.has(PARAMETER)) url.searchParams.set(PARAMETER, '1');
  return url.pathname + url.search + url.hash;
}

function carry(attribute: 'href' | 'action'): HTMLRewriterElementContentHandlers {
  return {
    element(element) {
      element.setAttribute(attribute, withoutHeader(element.getAttribute(attribute) ?? ''));
    },
  };
}

export async function keepHeaderHidden(c: Context<AppEnv>, next: Next): Promise<void> {
  await next();
  if (!isHeaderHidden(c)) return;
  const location = c.res.headers.get('location');
  if (location && OURS.some((start) => location.startsWith(start))) c.header('location', withoutHeader(location));
  if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
  const rewriter = new HTMLRewriter();
  for (const start of OURS) {
    rewriter.on(`a[href^="${start}"]`, carry('href'));
    rewriter.on(`form[method="post"][action^="${start}"]`, carry('action'));
  }
  c.res = rewriter.transform(c.res);
}
