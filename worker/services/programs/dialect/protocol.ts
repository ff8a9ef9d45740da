/**
 * The dialect of the sync clients: their first questions, and files, parts, favourites and the trash at their own paths over the same
 * tree. All other paths answer as those that do not exist.
 */
import { dialectContract } from '#shared/programs/dialect.contract.ts';
import type { ProgramEntry } from '#worker/services/drive/service.ts';
import { serveDav } from '../dav/protocol.ts';
import type { Mount } from '../dav/visit.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest, Protocol } from '../gate/protocol.ts';
import { putMany } from './bulk.ts';
import { chunkMount } from './chunks.ts';
import { SIZE_PROP, STAR_PROP, SUMS_PROP, statusNow } from './fixed.ts';
import { serveOcs } from './ocs.ts';
import { isPreviewPath, servePreview } from './previews.ts';
import { DIALECT_PROPS, fileIdOf } from './props.ts';
import { report, search } from './reports.ts';
import { trashMount } from './trash.ts';
import { versionMount } from './versions.ts';

/** `/remote.php/dav/files/PERSON/…`: the name of the person as it is written, and what kind of thing. */
const OF_PERSON = /^\/remote\.php\/dav\/(files|uploads|trashbin|versions)\/([^/]+)(?:\/|$)/;
const WEBDAV = /^\/remote\.php\/webdav(?:\/|$)/;
const OCS = /^\/ocs\/v[12]\.php\//;
const { path: STATUS_PATH } = dialectContract.status;
const { path: BULK_PATH } = dialectContract.putMany;
/** Where clients send a search; and where some look whether they are signed in. */
const DAV_ROOT = /^\/remote\.php\/dav(?:\/files)?\/?$/;

function headersOf(entry: ProgramEntry): [string, string][] {
  const headers: [string, string][] = [['oc-fileid', fileIdOf(entry)]];
  if (entry.isFile) headers.push(['oc-etag', `"${entry.tag}"`]);
  if (entry.sha1) headers.push(['oc-checksum', `SHA1:${entry.sha1}`]);
  return headers;
}

function filesMount(base: string): Mount {
  const methods = { REPORT: report, SEARCH: search };
  return {
    base,
    props: DIALECT_PROPS,
    methods,
    headersOf,
    starProp: STAR_PROP,
    sumsProp: SUMS_PROP,
    sizesProp: SIZE_PROP,
  };
}

/** Where a path is served; null: nowhere. */
function mountOf(pathname: string): Mount | null {
  if (WEBDAV.test(pathname)) return filesMount('/remote.php/webdav/');
  const [, kind, person] = OF_PERSON.exec(pathname) ?? [];
  if (kind === undefined || person === undefined) return null;
  const files = filesMount(`/remote.php/dav/files/${person}/`);
  if (kind === 'files') return files;
  const base = `/remote.php/dav/${kind}/${person}/`;
  if (kind === 'versions') return versionMount(base);
  return kind === 'uploads' ? chunkMount(base, files) : trashMount(base);
}

async function serve(deps: ProgramDeps, asked: ProgramRequest): Promise<Response> {
  const { pathname } = asked.url;
  const isRead = asked.request.method === 'GET' || asked.request.method === 'HEAD';
  if (OCS.test(pathname)) return serveOcs(deps, asked);
  if (pathname === STATUS_PATH || isPreviewPath(pathname)) {
    if (!isRead) return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    return pathname === STATUS_PATH ? Response.json(statusNow()) : servePreview(deps, asked);
  }
  if (pathname === BULK_PATH) return putMany(deps, asked);
  const mount = mountOf(pathname);
  if (mount) return serveDav(deps, mount, asked);
  // A search names in its body where it looks; there is one place.
  const { userId } = await asked.caller();
  const files = filesMount(`/remote.php/dav/files/${userId}/`);
  return serveDav(deps, files, { ...asked, url: new URL(files.base, asked.url) });
}

export function dialectProtocol(deps: ProgramDeps): Protocol {
  return {
    route: '/remote.php/*',
    owns: (path) =>
      path === STATUS_PATH ||
      path === BULK_PATH ||
      OCS.test(path) ||
      isPreviewPath(path) ||
      mountOf(path) !== null ||
      DAV_ROOT.test(path),
    serve: (asked) => serve(deps, asked),
  };
}
