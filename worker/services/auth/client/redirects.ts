/**
 * Redirect addresses of clients: whether one may be registered, and whether a requested one is. Pure.
 * Source: RFC 6749 section 3.1.2, RFC 8252 sections 7 and 8, trust.md "Redirects".
 */

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(\/[^#]*)$/;
/** An app's own scheme has a dash or a dot: no scheme that browsers act on has one. */
const OWN_SCHEME = /^[a-z][a-z0-9+]*[.-][a-z0-9+.-]*:\/\/?[^\s#\\]+$/;
const MAX_CHARS = 2_000;
/** Printable ASCII without the characters that programs read differently. */
const PLAIN = /^[\x21-\x7e]+$/;

function isPlain(text: string): boolean {
  return text.length <= MAX_CHARS && PLAIN.test(text) && !/[#\\"<>`{}|^]/.test(text);
}

/** Whether a client may register an address: one of our paths, https, a loopback address, or an app's own scheme. */
export function isRedirect(text: string): boolean {
  if (!isPlain(text)) return false;
  if (text.startsWith('/')) return /^\/(?!\/)/.test(text);
  if (LOOPBACK.test(text)) return true;
  if (text.startsWith('https://')) {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && url.href === text && url.username === '' && url.password === '';
  }
  return OWN_SCHEME.test(text);
}

/**
 * Whether `asked` is one of `registered`: exactly, except for the port of a loopback address.
 * @param appOrigin  what a registered path belongs to
 */
export function isRegistered(registered: readonly string[], asked: string, appOrigin: string): boolean {
  if (!isPlain(asked)) return false;
  const [, host, port, path] = LOOPBACK.exec(asked) ?? [];
  return registered.some((each) => {
    if (each.startsWith('/')) return asked === `${appOrigin}${each}`;
    const own = LOOPBACK.exec(each);
    if (!own) return asked === each;
    return host === own[1] && path === own[3] && Number(port ?? '80') <= 65_535;
  });
}

/** `uri` with the answer in its query. @param answer  omits fields with '' */
export function withAnswer(uri: string, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(answer).filter(([, value]) => value !== '')).toString();
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`;
}

/** Whether the address proves its receiver: the browser delivers the answer to that site only. */
export function isAssured(uri: string, appOrigin: string): boolean {
  return uri.startsWith('https://') || uri.startsWith(`${appOrigin}/`);
}

/** The `form-action` source that lets the form of the consent page end at `uri`. */
export function formTarget(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  // A policy cannot contain an IPv6 address.
  if (hostname.startsWith('[')) return protocol;
  return origin === 'null' ? protocol : origin;
}
