/** What a browser says about the page that called, read from the headers of a request. */
import type { BrowserSigns } from '../service.ts';

export function signsOf(request: Request): BrowserSigns {
  return {
    cookieHeader: request.headers.get('cookie'),
    fetchSite: request.headers.get('sec-fetch-site'),
    origin: request.headers.get('origin'),
  };
}
