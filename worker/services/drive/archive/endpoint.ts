/** GET and HEAD of entries of archives on the content origin. */
import { type Context, Hono } from 'hono';
import { mimeOf } from '#shared/drive/names.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { OpenContent } from '../content/claims.ts';
import { forbidden } from '../content/endpoint.ts';
import { contentHeaders } from '../content/headers.ts';
import { driveOf } from '../deps.ts';
import { archiveOf, contentClaims, type EntryDeps, type EntryRead, walkTo } from './entry.ts';
import { type EntryClaims, verifyEntryLink } from './entry-link.ts';
import { inPlace, isUnpacked, toError } from './start.ts';

/**
 * Passes the content on. A content that fails breaks the answer off: it is shorter than the answer says.
 * @returns bytes that were passed on
 */
async function send({ entry, end }: EntryRead, writable: WritableStream<Uint8Array>): Promise<number> {
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      sentBytes += bytes.length;
      controller.enqueue(bytes);
    },
  });
  try {
    await entry.content().pipeThrough(counter).pipeTo(writable);
  } catch (error) {
    await writable.abort(error).catch(() => undefined);
  } finally {
    await end();
  }
  return sentBytes;
}

async function answer(c: Context<AppEnv>, deps: EntryDeps, claims: EntryClaims, archive: OpenContent) {
  const { ownerId, session, name } = claims;
  if (isUnpacked(archive)) unwrap(await driveOf(deps, ownerId).archiveUnpacks({ userId: ownerId, ...session }));
  const read = await inPlace(ownerId, deps.clock, () => walkTo(deps, claims, archive)).catch(toError);
  if (!read) return forbidden();
  const { sizeBytes, modifiedMs } = read.entry;
  const shown = { ...archive, name, mime: mimeOf(name), modifiedMs: modifiedMs ?? archive.modifiedMs };
  const headers = contentHeaders(contentClaims(claims, session), shown);
  // An entry is unpacked from its beginning, and its tag would be that of the archive.
  headers.set('accept-ranges', 'none');
  headers.delete('etag');
  headers.set('content-length', String(sizeBytes));
  if (c.req.raw.method === 'HEAD') {
    await read.end();
    return new Response(null, { headers });
  }
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const count = async (sentBytes: number): Promise<void> => {
    if (sentBytes > 0) await driveOf(deps, ownerId).countTraffic(sentBytes);
  };
  c.executionCtx.waitUntil(send(read, writable).then(count));
  return new Response(readable, { headers });
}

/** GET and HEAD of entries. A link that is wrong, has ended or whose archive is gone answers 403 with nothing in it. */
export function makeEntryRoutes(deps: EntryDeps): Hono<AppEnv> {
  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/a/:token/:name', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const claims = await verifyEntryLink(deps.keyring, c.req.param('token'), deps.clock.nowMs());
    const archive = claims && (await archiveOf(deps, claims));
    return claims && archive ? answer(c, deps, claims, archive) : forbidden();
  });
  return router;
}
