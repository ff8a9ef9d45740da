/** Views of links, and digests of visitors: what is known of them outside this isolate. */
import { toBase64Url, toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import type { ShareParts } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { OpenShareQuery } from '../service.ts';
import { isCrawler } from '../state/rules.ts';

/** Of the 32 bytes of a digest: two of a million visitors of one link are the same with a chance of one in a million. */
const VIEWER_BYTES = 8;

/** Counts a view of an open link. Crawlers, inner pages and requests without address and device do not count. */
export async function countView(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<void> {
  // All addresses of a network of IPv6 are one viewer: one person has as many of them as they like.
  const who = addressKey(call.address) || call.deviceId;
  const { shareId, parentId, pageToken } = query;
  if (who === '' || parentId !== '' || pageToken !== '') return;
  if (parts.views.knows(shareId, who) || isCrawler(call.userAgent)) return;
  const digest = await parts.keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}`);
  parts.views.mark(shareId, toBase64Url(digest.slice(0, VIEWER_BYTES)), who);
}

export async function digestOf(parts: Pick<ShareParts, 'keyring'>, shareId: string, who: string): Promise<string> {
  return toHex((await parts.keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}`)).slice(0, 16));
}
