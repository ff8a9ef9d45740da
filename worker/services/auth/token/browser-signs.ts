/** Headers by which a browser describes the page that made a call. Null when a header is absent. */
export interface BrowserSigns {
  readonly cookieHeader: string | null;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | null;
  readonly origin: string | null;
}

export function signsOf(request: Request): BrowserSigns {
  return {
    cookieHeader: request.headers.get('cookie'),
    fetchSite: request.headers.get('sec-fetch-site'),
    origin: request.headers.get('origin'),
  };
}
