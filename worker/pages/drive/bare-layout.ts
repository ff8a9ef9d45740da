/**
 * A page of the drive layout without its header (spec section 3, `hide_header`) stays one, with no script too: the links, the
 * posted forms and the redirects of the drive and of shares carry the parameter on. client/pages/drive/drive-shell.ts adds it to later links.
 */
import type { Context, Next } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';

const PARAMETER = 'hide_header';
/** Paths of the drive layout; links to other languages carry the query by themselves. */
const OURS = ['/drive', '/s/'] as const;
/** Stands in for the origin of an address that has none. */
const NOWHERE = 'http://drive.invalid';

/** Asked for by whoever embeds the drive. */
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
