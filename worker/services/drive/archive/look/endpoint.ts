/** GET and HEAD of entries of archives on the content origin. */

import { type Context, Hono } from 'hono';
import { mimeOf } from '#shared/drive/file-kind.ts';
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { OpenContent } from '../../content/claims.ts';
import { forbidden } from '../../content/endpoint.ts';
import { contentHeaders } from '../../content/headers.ts';
import { isReadByPage, type LinkCounts, type LinkTraffic } from '../../content/link-traffic.ts';
import { watch } from '../../content/stream.ts';
import { maySend } from '../../content/transfers.ts';
import { driveOf } from '../../deps.ts';
import { trafficError } from '../../entitlement/traffic.store.ts';
import type { treePart } from '../../tree/part.ts';
import { archiveOf, contentClaims, type EntryDeps, type EntryRead, walkTo } from './entry.ts';
import { type EntryClaims, verifyEntryLink } from './entry-link.ts';
import { inPlace, isUnpacked, toError } from './listing.ts';
import { type ArchiveReader, type CountCalls, ownerReader, visitorReader } from './reader.ts';

export interface EntryRouteDeps extends EntryDeps {
  readonly linkTraffic: Pick<LinkTraffic, 'add'>;
  readonly linkCounts: LinkCounts;
  /** Counts an open call that costs work. @throws AppError too_many_requests */
  readonly countOpenCall: (use: Parameters<CountCalls>[0], call: CallContext) => Promise<void>;
}

/** Entries of one share that one address reads in ten minutes: a folder of pictures is looked through. */
const VISITOR_ENTRIES = 300;
const VISITOR_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Passes the content on. A content that fails, or may no longer be sent, breaks the answer off: it is shorter than the answer says.
 * @returns bytes that were passed on
 */
async function send(
  { entry, end }: EntryRead,
  writable: WritableStream<Uint8Array>,
  looks: Parameters<typeof watch>[0],
): Promise<number> {
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      sentBytes += bytes.length;
      controller.enqueue(bytes);
    },
  });
  const closed = new AbortController();
  const endLooks = watch(
    looks,
    () => undefined,
    () => closed.abort(new Error('the entry may no longer be sent')),
  );
  try {
    await entry.content().pipeThrough(counter).pipeTo(writable, { signal: closed.signal });
  } catch (error) {
    await writable.abort(error).catch(() => undefined);
  } finally {
    endLooks();
    await end();
  }
  return sentBytes;
}

function readerOf(c: Context<AppEnv>, deps: EntryRouteDeps, { ownerId, holder }: EntryClaims): ArchiveReader {
  const call = c.get('call');
  if (holder.kind === 'session')
    return ownerReader(deps, { userId: ownerId, sessionId: holder.id, epoch: holder.epoch, clientId: '', scopes: [] });
  const count: CountCalls = (use) => deps.countOpenCall(use, call);
  return visitorReader(deps, { ownerId, shareId: holder.id, address: call.address, count });
}

async function answer(c: Context<AppEnv>, deps: EntryRouteDeps, claims: EntryClaims, archive: OpenContent) {
  const { ownerId, holder, name } = claims;
  const reader = readerOf(c, deps, claims);
  if (holder.kind === 'share')
    await deps.countOpenCall(
      { name: `archive-entry:${holder.id}`, limit: VISITOR_ENTRIES, windowMs: VISITOR_WINDOW_MS },
      c.get('call'),
    );
  if (isUnpacked(archive)) await reader.unpacks();
  const read = await inPlace(reader.place, deps.clock, () => walkTo(deps, reader, claims, archive)).catch(toError);
  if (!read) return forbidden();
  const { sizeBytes, modifiedMs } = read.entry;
  const shown = { ...archive, name, mime: mimeOf(name), modifiedMs: modifiedMs ?? archive.modifiedMs };
  const headers = contentHeaders(contentClaims(claims), shown);
  // An entry is unpacked from its beginning, and its tag would be that of the archive.
  headers.set('accept-ranges', 'none');
  headers.delete('etag');
  headers.set('content-length', String(sizeBytes));
  if (c.req.raw.method === 'HEAD') {
    await read.end();
    return new Response(null, { headers });
  }
  if (archive.transfer && !maySend(archive)) {
    await read.end();
    c.set('errorHost', 'drive');
    throw trafficError('download', archive.transfer.traffic, deps.clock.nowMs());
  }
  const { shareId } = contentClaims(claims);
  if (shareId && !isReadByPage((name) => c.req.header(name)))
    deps.linkCounts.started(shareId, `${claims.fileId} ${claims.index}`, c.get('call'));
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const count = async (sentBytes: number): Promise<void> => {
    if (sentBytes === 0) return;
    if (shareId) {
      deps.linkTraffic.add(ownerId, sentBytes);
      deps.linkCounts.sent(shareId, sentBytes);
    } else await driveOf<typeof treePart>(deps, ownerId).countTraffic(sentBytes);
  };
  const looks = {
    look: async () => {
      const opened = await archiveOf(deps, claims);
      return opened !== null && maySend(opened);
    },
    lookMs: deps.limits.zipRecheckSeconds * SECOND_MS,
  };
  c.executionCtx.waitUntil(send(read, writable, looks).then(count));
  return new Response(readable, { headers });
}

/** GET and HEAD of entries. A link that is wrong, has ended or whose archive is gone answers 403 with nothing in it. */
export function makeEntryRoutes(deps: EntryRouteDeps): Hono<AppEnv> {
  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/a/:token/:name', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const claims = await verifyEntryLink(deps.keyring, c.req.param('token'), deps.clock.nowMs());
    const archive = claims && (await archiveOf(deps, claims));
    return claims && archive ? answer(c, deps, claims, archive) : forbidden();
  });
  return router;
}
