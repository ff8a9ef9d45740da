/** Paths of requests and of the header `Destination`: names out of an address, and back. Pure. */
import { AppError } from '#shared/errors.ts';

/** Names of a path, in their order. */
type Names = readonly string[];

/** More characters than any path that exists here. */
const MAX_PATH_CHARS = 16_384;

function malformed(field: string): AppError {
  return new AppError('invalid_argument', { reason: 'path', field });
}

/**
 * Names below a mount.
 * @param base  of the mount, such as `/dav/`
 * @param pathname  as written
 * @returns null for a path that is not below it @throws AppError invalid_argument for an encoding that is none
 */
export function namesBelow(base: string, pathname: string, field = 'path'): Names | null {
  if (pathname.length > MAX_PATH_CHARS) throw malformed(field);
  if (!`${pathname}/`.startsWith(base)) return null;
  const parts = pathname.slice(base.length).split('/');
  try {
    return parts.filter((part) => part !== '').map((part) => decodeURIComponent(part));
  } catch (cause) {
    throw new AppError('invalid_argument', { reason: 'path', field }, { cause });
  }
}

export function hrefOf(base: string, names: Names, isFolder: boolean): string {
  const root = writable(base);
  return names.length === 0 ? root : root + names.map(encodeName).join('/') + (isFolder ? '/' : '');
}

/** Marks that `encodeURIComponent` and clients leave, and XML does not. */
const LEFT = /['&]/g;

/** A path as written, for an XML document. */
export function writable(path: string): string {
  return path.replace(LEFT, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function encodeName(name: string): string {
  return writable(encodeURIComponent(name));
}

export type Destination =
  | { readonly kind: 'path'; readonly names: Names }
  /** Another server, or another place of this one. */
  | { readonly kind: 'other_server' | 'outside' };

/**
 * The header `Destination`: an address, or a path alone.
 * @param hosts  with their ports, that are this server
 * @throws AppError invalid_argument
 */
export function readDestination(header: string | null, base: string, hosts: readonly string[]): Destination {
  const text = header?.trim() ?? '';
  if (text === '' || text.length > MAX_PATH_CHARS || text.includes('#')) throw malformed('Destination');
  const isPath = text.startsWith('/') && !text.startsWith('//');
  const address = isPath ? URL.parse(text, 'http://here') : /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!address) throw malformed('Destination');
  if (!isPath && !hosts.includes(address.host)) return { kind: 'other_server' };
  const names = namesBelow(base, address.pathname, 'Destination');
  return names === null ? { kind: 'outside' } : { kind: 'path', names };
}
