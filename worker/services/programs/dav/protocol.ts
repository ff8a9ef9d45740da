/** WebDAV as one of the protocols of programs: classes 1 and 2. */

import { AppError, isAppError } from '#shared/errors.ts';
import { type DavOperation, davContract } from '#shared/programs/dav.contract.ts';
import { DAV_PATH } from '#shared/programs/paths.ts';
import { drainRequest } from '#worker/platform/body/read.ts';
import { logError } from '#worker/platform/log.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest, Protocol } from '../gate/protocol.ts';
import { namesBelow } from './address.ts';
import { allowedAt, refusalResponse, statusOf } from './errors.ts';
import { get, put } from './files.ts';
import { lock, unlock } from './locks.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { copy, mkcol, move, remove } from './tree.ts';
import type { Mount, Visit } from './visit.ts';
import { BODY_BYTES } from './xml-read.ts';

type Answer = (visit: Visit) => Promise<Response>;

/** Operations but OPTIONS, which asks for no password. */
const ANSWERS: Readonly<Record<Exclude<DavOperation, 'options'>, Answer>> = {
  get,
  head: get,
  put,
  remove,
  mkcol,
  copy,
  move,
  propfind,
  proppatch,
  lock,
  unlock,
};

const METHODS: ReadonlyMap<string, Answer> = new Map(
  Object.entries(ANSWERS).map(([name, answer]) => [davContract[name as DavOperation].method, answer]),
);

/** Costs nothing, and says nothing about anybody. */
function options(mount: Mount): Response {
  const headers = new Headers({ allow: allowedAt(mount), dav: '1, 2', 'ms-author-via': 'DAV' });
  // RFC 5323: phone apps search only where it is said.
  if (mount.methods?.['SEARCH']) headers.set('dasl', '<DAV:basicsearch>');
  return new Response(null, { headers });
}

/**
 * Answers a request below a mount, refusals too.
 * @throws AppError unauthenticated and those of `caller`, which the gate answers
 */
export async function serveDav(deps: ProgramDeps, mount: Mount, asked: ProgramRequest): Promise<Response> {
  const { request, url, call } = asked;
  if (request.method === 'OPTIONS') return options(mount);
  const caller = await asked.caller();
  try {
    const answer = mount.methods?.[request.method] ?? (mount.isClosed ? undefined : METHODS.get(request.method));
    const path = namesBelow(mount.base, url.pathname);
    if (path === null) throw new AppError('file_not_found');
    if (!answer) throw new AppError('method_not_allowed');
    return await answer({ ...asked, deps, mount, caller, path });
  } catch (error) {
    const known = isAppError(error) ? error : new AppError('internal', undefined, { cause: error });
    if (known.errorName !== 'request_too_large') await drainRequest(request, BODY_BYTES);
    if (known.errorName === 'unauthenticated') throw known;
    if (statusOf(known) >= 500 && !isAppError(error)) logError('programs.dav', error, { requestId: call.requestId });
    return refusalResponse(known, { base: mount.base, pathname: url.pathname, allow: allowedAt(mount) }, call.locale);
  }
}

export function davProtocol(deps: ProgramDeps): Protocol {
  const mount: Mount = { base: DAV_PATH, props: new Map() };
  return {
    route: '/dav/*',
    owns: (path) => path === '/dav' || path.startsWith(DAV_PATH),
    serve: (asked) => serveDav(deps, mount, asked),
  };
}
