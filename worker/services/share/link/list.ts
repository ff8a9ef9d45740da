/** The caller's own links, newest first, each with the current status of its object. */
import { AppError, unwrap } from '#shared/errors.ts';
import type { ShareSummary } from '#shared/share/contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { OwnLink } from '../registry/share-book.store.ts';
import type { ShareSummaryData } from '../state/rpc-types.ts';
import { shareUrl } from './share-url.ts';
import { shareSummary } from './summary.ts';

/** Every row costs one call to an object; the platform limits the calls of one request. */
const MAX_ROWS = 100;

/** @throws AppError invalid_argument for a page token that is none */
export async function list(
  parts: ShareParts,
  caller: Caller,
  query: { limit: number; pageToken: string; ids: readonly string[]; thumbnailSize?: string },
  call: CallContext,
): Promise<{ data: ShareSummary[]; next_page_token: string }> {
  const limit = Math.min(query.limit || MAX_ROWS, MAX_ROWS);
  if (query.ids.length > MAX_ROWS) throw new AppError('invalid_argument', { field: 'filters', reason: 'too_many_ids' });
  const links: OwnLink[] = unwrap(
    await registryOf(parts, caller.userId).list(callerData(caller), {
      limit,
      after: afterOf(query.pageToken),
      shareIds: query.ids,
    }),
  );
  const person = await parts.people.person(caller.userId, call.nowMs);
  const firstIds = links.flatMap(({ rootIds: [first] }) => (first === undefined ? [] : [first]));
  const covers = await parts.drive.coverLinks(caller, firstIds, query.thumbnailSize ?? '');
  const rows = await Promise.all(
    links.map(async (link): Promise<ShareSummary | null> => {
      const [share, passCode]: [ShareSummaryData | null, string | null] = await Promise.all([
        shareOf(parts, link.shareId).summary(caller.userId),
        link.passSeal === '' ? '' : parts.keyring.open(KEY_PURPOSE.passSeal, link.passSeal),
      ]);
      if (!share || share.cancelled) return null;
      return shareSummary({
        link,
        share,
        url: shareUrl(parts.appOrigin, link.shareId),
        statusText: parts.texts.status(share.status, call.locale),
        passCode: passCode ?? '',
        person,
        coverLink: covers.get(link.rootIds[0] ?? '') ?? '',
      });
    }),
  );
  const last = links.at(-1);
  const isFull = query.ids.length === 0 && links.length === limit;
  return {
    data: rows.filter((row) => row !== null),
    next_page_token: isFull && last ? `${last.createdMs}.${last.shareId}` : '',
  };
}

function afterOf(pageToken: string): { createdMs: number; shareId: string } | null {
  if (pageToken === '') return null;
  const [, createdMs, shareId] = /^(\d{1,15})\.([A-Za-z0-9_-]{26})$/.exec(pageToken) ?? [];
  if (createdMs === undefined || shareId === undefined)
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  return { createdMs: Number(createdMs), shareId };
}
