/**
 * Search in the names of what a link shows. Nothing of it is cached: searches of strangers must not push out pages that people read.
 */
import { isWireId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShareParts } from '../deps.ts';
import { coverOf, listOf, type ReadList } from './listing.ts';
import { readPage } from './loading.ts';
import { readPassToken } from './pass-token.ts';
import { readRoots } from './read-roots.ts';
import { type OpenShareQuery, pageOf } from './visit.ts';

/** Searches in one link that one address makes in ten minutes: each reads a part of its owner's drive. */
const SEARCHES = 60;
const SEARCHES_WINDOW_MS = 10 * MINUTE_MS;
/** Longest text; the rest is cut off. */
const MAX_CHARS = 200;

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
  const { shareId, passCodeToken } = query;
  const answerOf = async (seen: Pick<Awaited<ReturnType<typeof readRoots>>, 'status' | 'cover'>) =>
    coverOf(parts, { ...seen, nowMs: call.nowMs, salt: '' }, call);
  if (!isWireId(shareId)) return { cover: await answerOf({ status: 'NOT_FOUND', cover: null }), list: null };
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const look = () => readRoots(parts, shareId, { by: 'visitor', use: 'info', passVersion });
  const { roots, ...before } = await look();
  if (!roots) return { cover: await answerOf(before), list: null };
  const name = `share-search:${shareId}`;
  await parts.shield.countOpenCall({ name, limit: SEARCHES, windowMs: SEARCHES_WINDOW_MS }, call);
  const page = await readPage(parts, roots, pageOf(parts, query), text.slice(0, MAX_CHARS));
  // Closed, locked or changed while the drive was read: what was found is shown only if it may be shown now.
  const { status, cover, roots: now } = await look();
  const found = { key: '', tag: '', text: JSON.stringify(now?.version === roots.version ? page : null) };
  if (status !== 'OK' || !cover) return { cover: await answerOf({ status, cover }), list: null };
  return { cover: await answerOf({ status, cover }), list: await listOf(parts, query, found.key, found, cover, call) };
}
