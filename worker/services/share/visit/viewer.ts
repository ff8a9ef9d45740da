/** Views of links, and digests of visitors: what is known of them outside this isolate. */
import type { ShareId } from '#shared/ids.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { personDigest } from '#worker/services/drive/service.ts';
import type { ShareParts } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import { PART } from '../state/days.ts';
import type { PageQuery } from '../state/rpc-types.ts';
import { isCrawler } from '../state/rules.ts';
import { hostPart, linkDay, viewerOf } from './counting.ts';

/**
 * Counts a view of an open link, and crawlers apart. Inner pages, its owner and requests without address and device do not count.
 */
export async function countView(
  parts: ShareParts,
  query: Pick<PageQuery, 'parentId' | 'pageToken'> & { readonly shareId: ShareId },
  ownerId: string | undefined,
  call: CallContext,
): Promise<void> {
  const { shareId, parentId, pageToken } = query;
  if (parentId !== '' || pageToken !== '' || (call.caller && call.caller.userId === ownerId)) return;
  const day = linkDay(shareId, parts.clock.nowMs());
  if (isCrawler(call.userAgent)) return parts.views.addPart(day, PART.crawlers, 1);
  const who = viewerOf(call);
  if (who === '' || parts.views.knows(day, who)) return;
  const digest = await parts.keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}`);
  parts.views.mark(day, personDigest(digest), who, hostPart(call, parts.appOrigin));
}

export async function digestOf(parts: Pick<ShareParts, 'keyring'>, shareId: string, who: string): Promise<string> {
  return toHex((await parts.keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}`)).slice(0, 16));
}
