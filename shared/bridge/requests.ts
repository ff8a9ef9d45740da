/**
 * Requests for login on page entry in the address of a page. Pure; used by the server, which adds the script and allows one port
 * in its policy, and by the script itself. Source: spec sections 3 (query parameters), 4, 5 and 7.4; docs/trust.md hazard 1.
 */
import { parsedUrl } from '#shared/parsed-url.ts';
import { ROUTES } from '#shared/routes.ts';

/** An auth code in the address. It needs the verifier that this browser stores. */
export interface AddressCode {
  /** '' for a malformed code. */
  readonly code: string;
  /** Null when the address has none. */
  readonly state: string | null;
  /** Words of the granted scope; empty when the address has none. */
  readonly scope: readonly string[];
}

/** The client that gets a code: the native app around the page, our extension, the desktop client behind a loopback port. */
export type HandOff =
  | { readonly kind: 'app' }
  | { readonly kind: 'extension' }
  | { readonly kind: 'desktop'; readonly port: number };

export interface EntryRequest {
  readonly code: AddressCode | null;
  readonly handOff: HandOff | null;
}

/** Value of `from_source` for the browser extension. */
export const EXTENSION_SOURCE = 'browser_extension';
/** Value of `from_source` for the desktop client. */
export const DESKTOP_SOURCE = 'pc_client';

const CODE = /^[\x21-\x7e]{1,1024}$/;
const STATE = /^[\x21-\x7e]{0,512}$/;
/** Longest text of a scope that is read. */
const SCOPE_CHARS = 200;
/** Pages that are opened on behalf of another, whose address is in `next`. */
const ENTRANCES: readonly string[] = [ROUTES['auth.sign-in'], ROUTES['drive.login']];

/** @returns 1..65535, or null for anything that is no such hexadecimal number */
export function desktopPortOf(text: string | null): number | null {
  if (!/^[0-9a-f]{1,4}$/i.test(text ?? '')) return null;
  const port = Number.parseInt(text ?? '', 16);
  return port >= 1 && port <= 65_535 ? port : null;
}

/** The origin a desktop client listens on. */
export function desktopOrigin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function handOffOf(query: URLSearchParams): HandOff | null {
  if (query.get('bridge_auth') === '1') return { kind: 'app' };
  const source = query.get('from_source');
  if (source === EXTENSION_SOURCE) return { kind: 'extension' };
  if (source !== DESKTOP_SOURCE) return null;
  const port = desktopPortOf(query.get('port'));
  return port === null ? null : { kind: 'desktop', port };
}

/** The address in `next` of a sign-in page; null when it is missing or of another site. */
function nextOf(url: URL): URL | null {
  const next = url.searchParams.get('next') ?? '';
  if (!ENTRANCES.includes(url.pathname) || !next.startsWith('/')) return null;
  const inner = parsedUrl(next, url.origin);
  return inner?.origin === url.origin ? inner : null;
}

function codeOf(query: URLSearchParams): AddressCode | null {
  const code = query.get('code');
  if (code === null) return null;
  const state = query.get('state');
  return {
    code: CODE.test(code) ? code : '',
    state: state === null || STATE.test(state) ? state : '',
    scope: (query.get('scope') ?? '').slice(0, SCOPE_CHARS).split(/[ +]/).filter(Boolean),
  };
}

/** @returns null when the address requests nothing, the usual case */
export function entryRequestOf(url: URL): EntryRequest | null {
  const next = nextOf(url);
  const code = codeOf(url.searchParams);
  const handOff = handOffOf(url.searchParams) ?? (next ? handOffOf(next.searchParams) : null);
  const isInNext = next?.searchParams.has('code') ?? false;
  return code || handOff || isInNext ? { code, handOff } : null;
}

/** Removes parameters from the address and from the one in its `next`. @returns path, query and hash */
function without(url: URL, drop: (query: URLSearchParams) => void): string {
  const clean = new URL(url);
  drop(clean.searchParams);
  const next = nextOf(clean);
  if (next) {
    drop(next.searchParams);
    clean.searchParams.set('next', next.pathname + next.search + next.hash);
  }
  return clean.pathname + clean.search + clean.hash;
}

/** The address without the code and its parameters. */
export function withoutCode(url: URL): string {
  return without(url, (query) => {
    if (!query.has('code')) return;
    for (const name of ['code', 'state', 'scope']) query.delete(name);
  });
}

/** The address without the desktop client's parameters: a port is valid for one hand-off. */
export function withoutDesktop(url: URL): string {
  return without(url, (query) => {
    if (query.get('from_source') !== DESKTOP_SOURCE) return;
    for (const name of ['from_source', 'port']) query.delete(name);
  });
}

/** The address without the extension's parameter. */
export function withoutExtension(url: URL): string {
  return without(url, (query) => {
    if (query.get('from_source') === EXTENSION_SOURCE) query.delete('from_source');
  });
}

/** The address after a hand-off: `next` of a sign-in page, else the address itself. */
export function placeAfter(url: URL, fallback: string): string {
  const clean = new URL(withoutDesktop(new URL(withoutCode(url), url)), url);
  if (!ENTRANCES.includes(clean.pathname)) return clean.pathname + clean.search + clean.hash;
  const next = nextOf(clean);
  return next && !next.pathname.startsWith('//') ? next.pathname + next.search + next.hash : fallback;
}

/** Id of the JSON block the server writes for the script. */
export const BRIDGE_BLOCK = 'magpie-bridge';

/** Facts that the server writes for the script. */
export interface BridgeFacts {
  readonly locale: string;
  /** Texts under `auth.bridge.`, by full key. */
  readonly texts: Readonly<Record<string, string>>;
  readonly clientId: string;
  /** User id of the signed-in person, by the session cookie's signature; '' for a visitor. */
  readonly sub: string;
}
