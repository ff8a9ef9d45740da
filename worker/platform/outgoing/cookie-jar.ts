/**
 * Cookies of one call to the outside: servers set them with a redirect and ask for them behind it. A cookie goes to the host that set
 * it alone, whatever its `Domain` says, and is forgotten with the call.
 * @source RFC 6265, section 5; the limits are ours
 */

/** Cookies of all hosts of a call, and letters of one, with its attributes. */
const MAX_COOKIES = 20;
const MAX_CHARS = 4_096;
/** Longest field that is sent. */
const MAX_FIELD_CHARS = 8_192;
const PLAIN = /^[\t\x20-\x7e]*$/;

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly pair: string;
  readonly isSecure: boolean;
}

export interface CookieJar {
  /** Takes the cookies of an answer. @param url  the address that answered */
  take(url: URL, headers: Headers): void;
  /** The field of the next call; '' for none. */
  fieldFor(url: URL): string;
}

function attributesOf(pieces: readonly string[]): Map<string, string> {
  return new Map(
    pieces.map((piece) => {
      const [name = '', ...value] = piece.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}

/** The folder of an address. */
function folderOf(url: URL): string {
  return url.pathname.slice(0, Math.max(1, url.pathname.lastIndexOf('/')));
}

function isOwnDomain(domain: string, host: string): boolean {
  const bare = domain.replace(/^\./, '').toLowerCase();
  return bare === '' || bare === host || host.endsWith(`.${bare}`);
}

function hasEnded(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const age = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(age)) return Number(age) <= 0;
  return Date.parse(attributes.get('expires') ?? '') <= nowMs;
}

/** Null: the rules refuse it. */
function readCookie(url: URL, field: string): { cookie: Cookie; attributes: ReadonlyMap<string, string> } | null {
  if (field.length > MAX_CHARS || !PLAIN.test(field)) return null;
  const [pair = '', ...rest] = field.split(';');
  const name = pair.slice(0, pair.indexOf('=')).trim();
  if (!pair.includes('=') || name === '') return null;
  const attributes = attributesOf(rest);
  const isSecure = attributes.has('secure');
  const domain = attributes.get('domain') ?? '';
  if (!isOwnDomain(domain, url.hostname) || (isSecure && url.protocol !== 'https:')) return null;
  const given = attributes.get('path') ?? '';
  const path = given.startsWith('/') ? given : folderOf(url);
  const prefix = /^__(?:host|secure)-/i.exec(name)?.[0].toLowerCase();
  if (prefix !== undefined && !isSecure) return null;
  if (prefix === '__host-' && (domain !== '' || given !== '/')) return null;
  return { cookie: { host: url.hostname, path, name, pair: pair.trim(), isSecure }, attributes };
}

function isFor({ host, path, isSecure }: Cookie, url: URL): boolean {
  const { pathname } = url;
  const isBelow = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return host === url.hostname && isBelow && (!isSecure || url.protocol === 'https:');
}

export function makeCookieJar(nowMs: number): CookieJar {
  let cookies: Cookie[] = [];
  return {
    take(url, headers) {
      for (const field of headers.getSetCookie()) {
        const read = readCookie(url, field);
        if (!read) continue;
        const { cookie, attributes } = read;
        const isSame = (other: Cookie) =>
          other.host === cookie.host && other.path === cookie.path && other.name === cookie.name;
        const others = cookies.filter((other) => !isSame(other));
        cookies = hasEnded(attributes, nowMs) ? others : [...others, cookie].slice(-MAX_COOKIES);
      }
    },
    fieldFor(url) {
      const sent = cookies.filter((cookie) => isFor(cookie, url)).toSorted((a, b) => b.path.length - a.path.length);
      let field = '';
      for (const { pair } of sent) {
        const next = field === '' ? pair : `${field}; ${pair}`;
        if (next.length <= MAX_FIELD_CHARS) field = next;
      }
      return field;
    },
  };
}
