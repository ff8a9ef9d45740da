/**
 * A drive without its header (spec section 3, `hide_header`) stays one, whatever is pressed in it and with no script too: the
 * links, the posted forms and the redirects of its pages carry the parameter on. Links drawn later get it from client/plain/drive-shell.ts.
 */
import type { Context, Next } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';

const PARAMETER = 'hide_header';
/** Ways inside the drive; links to other languages carry the query by themselves. */
const OURS = '/drive';
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
  if (location?.startsWith(OURS)) c.header('location', withoutHeader(location));
  if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
  c.res = new HTMLRewriter()
    .on(`a[href^="${OURS}"]`, carry('href'))
    .on(`form[method="post"][action^="${OURS}"]`, carry('action'))
    .transform(c.res);
}
