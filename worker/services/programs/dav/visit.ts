/** One request of WebDAV: what it is about, and what it expects. */
import { parseHttpDate } from '#shared/content/http-date.ts';
import { AppError } from '#shared/errors.ts';
import { readLimitedBytes } from '#worker/platform/body/read.ts';
import type { Caller } from '#worker/platform/request.ts';
import { type Conditions, NO_CONDITIONS, type ProgramEntry, type ProgramPath } from '#worker/services/drive/service.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { namesBelow, readDestination } from './address.ts';
import { readIf } from './if-header.ts';
import type { Beside } from './live-props.ts';
import { BODY_BYTES } from './xml-read.ts';

/** Properties that a mount adds: XML inside of the element by `{namespace}local`; null: the entry has none. */
export type MountProp = (entry: ProgramEntry, beside: Beside, visit: Visit) => string | null;
export type MountProps = ReadonlyMap<string, MountProp>;

/** A place where files are served. */
export interface Mount {
  /** `/dav/`. */
  readonly base: string;
  readonly props: MountProps;
  /** Methods besides those of every mount, or in their place. */
  readonly methods?: Readonly<Record<string, (visit: Visit) => Promise<Response>>>;
  /** It has these methods and no others. */
  readonly isClosed?: boolean;
  /** Headers of answers about a file. */
  headersOf?(entry: ProgramEntry): readonly (readonly [string, string])[];
  /** A property that a program sets to 1 for a star, and to 0. */
  readonly starProp?: string;
  /** A property that has the checksum of the bytes: it is looked up where it is asked for. */
  readonly sumsProp?: string;
  /** A property that has the bytes below a folder: the same. */
  readonly sizesProp?: string;
}

export interface Visit extends Omit<ProgramRequest, 'caller'> {
  readonly deps: ProgramDeps;
  readonly mount: Mount;
  readonly caller: Caller;
  readonly path: ProgramPath;
}

export function header({ request }: Pick<Visit, 'request'>, name: string): string | null {
  return request.headers.get(name);
}

/** @throws AppError request_too_large, cancelled */
export function bodyOf({ request }: Visit): Promise<Uint8Array> {
  return readLimitedBytes(request, BODY_BYTES);
}

/** Hosts that an address of this server may name. */
function hostsOf({ deps, url, request }: Visit): string[] {
  return [new URL(deps.programsOrigin).host, url.host, (request.headers.get('host') ?? '').toLowerCase()];
}

/** @throws AppError invalid_argument with `other_server`; permission_denied for another place of this one */
export function destinationOf(visit: Visit): ProgramPath {
  const found = readDestination(header(visit, 'destination'), visit.mount.base, hostsOf(visit));
  if (found.kind === 'path') return found.names;
  if (found.kind === 'outside') throw new AppError('permission_denied', { reason: 'destination' });
  throw new AppError('invalid_argument', { reason: 'other_server', field: 'Destination' });
}

/** Names of an address in the header `If`; null where it is not of this mount. */
function taggedPath(visit: Visit, tag: string): ProgramPath | null {
  const address = URL.parse(tag, visit.url.origin);
  if (!address || !hostsOf(visit).includes(address.host)) return null;
  return namesBelow(visit.mount.base, address.pathname, 'If');
}

/** @throws AppError invalid_argument for a header `If` that is none */
export function conditionsOf(visit: Visit): Conditions {
  const lists = readIf(header(visit, 'if')).map(({ tag, conditions }) =>
    tag === undefined ? { conditions } : { path: taggedPath(visit, tag), conditions },
  );
  const [ifMatch, ifNoneMatch] = [header(visit, 'if-match'), header(visit, 'if-none-match')];
  const since = parseHttpDate(header(visit, 'if-unmodified-since') ?? '');
  if (lists.length === 0 && ifMatch === null && ifNoneMatch === null && since === undefined) return NO_CONDITIONS;
  const tokens = lists.flatMap(({ conditions }) =>
    conditions.flatMap(({ isNot, token }) => (isNot || !token ? [] : [token])),
  );
  return { lists, tokens, ifMatch, ifNoneMatch, ifUnmodifiedSinceMs: since ?? null };
}

export type Depth = 0 | 1 | 'infinity';

/** @param absent  what a request without the header means @throws AppError invalid_argument */
export function depthOf(visit: Visit, absent: Depth): Depth {
  const text = header(visit, 'depth')?.trim().toLowerCase();
  if (text === undefined) return absent;
  if (text === '0') return 0;
  if (text === '1') return 1;
  // `1,noroot`: an old spelling of the same.
  if (text === '1,noroot') return 1;
  if (text === 'infinity') return 'infinity';
  throw new AppError('invalid_argument', { reason: 'depth', field: 'Depth' });
}
