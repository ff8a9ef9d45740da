/**
 * Links at `/dav/s/{id}/`: folders of WebDAV for reading, and links that collect files for sending. No app password: the passcode of a link is
 * its password.
 */
import { AppError, isAppError } from '#shared/errors.ts';
import { asShareId, isWireId } from '#shared/ids.ts';
import { LINK_PATH } from '#shared/programs/paths.ts';
import { drainRequest, readLimitedBytes } from '#worker/platform/body/read.ts';
import { logError } from '#worker/platform/log.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import { hrefOf, namesBelow } from '../dav/address.ts';
import { refusalResponse, statusOf } from '../dav/errors.ts';
import { folderHead } from '../dav/files.ts';
import { type Renderer, rendererOf, responsesIn } from '../dav/render.ts';
import { BODY_BYTES, readPropfind } from '../dav/xml-read.ts';
import { multistatus, response } from '../dav/xml-write.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest, Protocol } from '../gate/protocol.ts';
import { CHALLENGE } from '../gate/refusals.ts';
import { answerCollect } from './collect.ts';
import { entriesOf, entryAt, type KnownTokens, type LinkVisit } from './link-tree.ts';

const ALLOWED = 'OPTIONS, GET, HEAD, PROPFIND';
/** Id of a link that collects: the sealed id of its owner. */
const COLLECT_ID = /^[\w-]{72}$/;
/** Longest credential that is read, in characters. */
const MAX_CREDENTIAL = 1_400;

/** Id of the link in a path; '' for a path of the drive: a folder of its own may be called `s`. */
function linkIdIn(pathname: string): string {
  if (!pathname.startsWith(LINK_PATH)) return '';
  const id = pathname.slice(LINK_PATH.length).split('/', 1)[0] ?? '';
  return isWireId(id) || COLLECT_ID.test(id) ? id : '';
}

/** The password of a Basic credential; '' for none. */
function passCodeIn(header: string | null): string {
  const value = /^basic +([\w+/=-]+)$/i.exec((header ?? '').slice(0, MAX_CREDENTIAL).trim())?.[1];
  if (value === undefined) return '';
  try {
    const text = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
    return text.slice(text.indexOf(':') + 1);
  } catch {
    // No Base64: the answer is that of a missing passcode.
    return '';
  }
}

interface LinkRequest extends Pick<ProgramRequest, 'request' | 'url' | 'call' | 'send'> {
  readonly deps: ProgramDeps & { readonly known: KnownTokens };
  readonly base: string;
  readonly visit: LinkVisit;
  readonly path: readonly string[];
}

/** Text of a PROPFIND, a page of the link at a time. */
async function* pieces(
  asked: LinkRequest,
  entry: ProgramEntry,
  isDeep: boolean,
  render: Renderer,
): AsyncGenerator<string> {
  const own = hrefOf(asked.base, asked.path, !entry.isFile);
  yield response(own, render(entry));
  if (entry.isFile || !isDeep) return;
  for await (const entries of entriesOf(asked.deps, asked.visit, entry.id)) yield* responsesIn(own, entries, render);
}

async function propfind(asked: LinkRequest): Promise<Response> {
  const { request, call, base } = asked;
  const wanted = readPropfind(await readLimitedBytes(request, BODY_BYTES));
  const depth = request.headers.get('depth')?.trim();
  if (depth !== '0' && depth !== '1')
    throw new AppError('permission_denied', { reason: 'infinite_depth', messageKey: 'programs.dav.infinite_depth' });
  const entry = await entryAt(asked.deps, asked.visit, asked.path);
  // A link that is not open says so before the answer begins.
  if (asked.path.length === 0) await entriesOf(asked.deps, asked.visit, entry.id).next();
  const render = rendererOf(
    { beside: { base, nowMs: call.nowMs, quota: null, isReadOnly: true, recoveries: 0 }, more: new Map() },
    wanted,
  );
  return multistatus(pieces(asked, entry, depth === '1', render));
}

/** @throws AppError method_not_allowed for a folder, permission_denied where the owner lets visitors look only */
async function get(asked: LinkRequest): Promise<Response> {
  const { deps, visit, send, call } = asked;
  const entry = await entryAt(deps, visit, asked.path);
  if (entry.file === null || !entry.isFile) {
    if (asked.request.method === 'HEAD') return folderHead();
    throw new AppError('method_not_allowed', { reason: 'folder' });
  }
  const link = entry.file.links['application/octet-stream']?.url ?? entry.file.web_content_link;
  if (!link) throw new AppError('link_view_only');
  const opened = await deps.openLink(link, call.nowMs);
  if (!opened) throw new AppError('file_not_found');
  return send({ ...opened.claims, attachment: true }, { ...opened.content, tag: entry.tag });
}

async function answer(asked: LinkRequest): Promise<Response> {
  const { method } = asked.request;
  if (method === 'PROPFIND') return propfind(asked);
  if (method === 'GET' || method === 'HEAD') return get(asked);
  throw new AppError('permission_denied', { reason: 'read_only' });
}

async function serve(
  deps: LinkRequest['deps'],
  { request, url, call, send, requireDiskSpace }: ProgramRequest,
): Promise<Response> {
  const id = linkIdIn(url.pathname);
  if (request.method === 'OPTIONS')
    return new Response(null, { headers: { allow: ALLOWED, dav: '1', 'ms-author-via': 'DAV' } });
  const base = `${LINK_PATH}${id}/`;
  const visit = { shareId: asShareId(id), passCode: passCodeIn(request.headers.get('authorization')), call };
  try {
    const path = namesBelow(base, url.pathname) ?? [];
    if (COLLECT_ID.test(id))
      return await answerCollect({ request, call, requireDiskSpace, deps, base, linkId: id, path });
    return await answer({ request, url, call, send, deps, base, visit, path });
  } catch (error) {
    const known = isAppError(error) ? error : new AppError('internal', undefined, { cause: error });
    if (known.errorName !== 'request_too_large') await drainRequest(request, BODY_BYTES);
    if (!isAppError(error) && statusOf(known) >= 500) logError('programs.links', error, { requestId: call.requestId });
    const refusal = refusalResponse(known, { base, pathname: url.pathname, allow: ALLOWED }, call.locale);
    if (refusal.status === 401) refusal.headers.set('www-authenticate', CHALLENGE);
    return refusal;
  }
}

export function linkProtocol(deps: ProgramDeps): Protocol {
  const known: KnownTokens = new Map();
  return {
    route: '/dav/s/*',
    owns: (path) => linkIdIn(path) !== '',
    serve: (asked) => serve({ ...deps, known }, asked),
  };
}
