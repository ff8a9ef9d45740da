/**
 * Search in the names of what a link shows, and look-ups of a name. Nothing of it is cached: searches of strangers must not push out pages that people read.
 */
import { isWireId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShareParts } from '../deps.ts';
import type { ShareRoots } from '../state/rpc-types.ts';
import { coverOf, listOf, type ReadList } from './listing.ts';
import { readPage } from './loading.ts';
import { type OpenedShare, opened } from './open.ts';
import type { PackedPage } from './packed-page.ts';
import { readPassToken } from './pass-token.ts';
import { readRoots } from './read-roots.ts';
import { type OpenShareQuery, pageOf, type Visit } from './visit.ts';

/** Searches in one link that one address makes in ten minutes: each reads a part of its owner's drive. */
const SEARCHES = 60;
const SEARCHES_WINDOW_MS = 10 * MINUTE_MS;
/** Longest text; the rest is cut off. */
const MAX_CHARS = 200;

/** Reads a page of a link that is not cached. @param read  of the owner's drive @returns null for `page` where the link is not open */
async function readNow(
  parts: ShareParts,
  { shareId, passCodeToken }: OpenShareQuery,
  read: (roots: ShareRoots) => Promise<PackedPage | null>,
  call: CallContext,
): Promise<Pick<Visit, 'answer' | 'page' | 'passVersion'>> {
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const answerOf = (seen: Pick<Awaited<ReturnType<typeof readRoots>>, 'status' | 'cover'>) => {
    const { status, cover } = seen;
    return { status, cover, nowMs: call.nowMs, salt: '' };
  };
  if (!isWireId(shareId)) return { answer: answerOf({ status: 'NOT_FOUND', cover: null }), page: null, passVersion };
  const look = () => readRoots(parts, shareId, { by: 'visitor', use: 'info', passVersion });
  const { roots, ...before } = await look();
  if (!roots) return { answer: answerOf(before), page: null, passVersion };
  const page = await read(roots);
  // Closed, locked or changed while the drive was read: results are shown only if they may be shown now.
  const { roots: now, ...after } = await look();
  const text = JSON.stringify(now?.version === roots.version ? page : null);
  const isOpen = after.status === 'OK' && after.cover !== null;
  return { answer: answerOf(after), page: isOpen ? { tag: '', text } : null, passVersion };
}

/**
 * Finds names at and below a folder of a link that hold all words of a text.
 * @throws AppError too_many_requests; invalid_argument for a malformed page token
 */
export async function search(
  parts: ShareParts,
  query: OpenShareQuery,
  text: string,
  call: CallContext,
): Promise<ReadList> {
  async function read(roots: ShareRoots): Promise<PackedPage | null> {
    const name = `share-search:${query.shareId}`;
    await parts.shield.countOpenCall({ name, limit: SEARCHES, windowMs: SEARCHES_WINDOW_MS }, call);
    return readPage(parts, roots, pageOf(parts, query), text.slice(0, MAX_CHARS));
  }
  const { answer, page } = await readNow(parts, query, read, call);
  const cover = await coverOf(parts, answer, call);
  return { cover, list: page && answer.cover && (await listOf(parts, query, '', page, answer.cover, call)) };
}

/** Things in a folder of a link that have a name by our rule, in the order of its list: one read, however large the folder is. */
export async function named(
  parts: ShareParts,
  query: OpenShareQuery,
  name: string,
  call: CallContext,
): Promise<OpenedShare> {
  const read = (roots: ShareRoots) => readPage(parts, roots, pageOf(parts, query), '', name);
  return opened(parts, query, await readNow(parts, query, read, call), call);
}
