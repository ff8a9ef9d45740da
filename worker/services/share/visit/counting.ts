/** Counts of a link for its owner's statistics, by day (UTC): in this isolate first, then in the shards of the counter. */
import { dayOf } from '#shared/membership/calendar.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type LinkCounts, personDigest } from '#worker/services/drive/service.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import type { ShareParts } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import { NO_HOST, PART } from '../state/days.ts';
import { isCrawler } from '../state/rules.ts';

/** The subject of one day of one link. */
export function linkDay(shareId: string, nowMs: number): string {
  return `${shareId}.${dayOf(nowMs)}`;
}

/** @returns null for a subject that names no day */
export function readLinkDay(subject: string): { shareId: string; day: string } | null {
  const [shareId = '', day = '', extra] = subject.split('.');
  return shareId !== '' && /^\d{4}-\d{2}-\d{2}$/.test(day) && extra === undefined ? { shareId, day } : null;
}

/** One viewer; '' for a request without address and device. All addresses of a network of IPv6 are one: one person has many of them. */
export function viewerOf({ address, deviceId }: Pick<CallContext, 'address' | 'deviceId'>): string {
  return addressKey(address) || deviceId;
}

/** The host that led a visitor here. */
export function hostPart({ referrerHost = '', origin }: CallContext, appOrigin: string): string {
  const own = [origin, appOrigin].map((one) => new URL(one).hostname);
  return `${PART.host}${referrerHost === '' || own.includes(referrerHost) ? NO_HOST : referrerHost}`;
}

type CountParts = Pick<ShareParts, 'views' | 'keyring' | 'clock' | 'afterAnswer' | 'appOrigin'>;

async function countStart({ views, keyring, clock }: CountParts, shareId: string, what: string, call: CallContext) {
  const who = viewerOf(call);
  const day = linkDay(shareId, clock.nowMs());
  const name = `${who} ${what}`;
  if (who === '' || isCrawler(call.userAgent) || views.knows(day, `${PART.downloads}:${name}`)) return;
  const digest = await keyring.mac(KEY_PURPOSE.viewer, `${shareId}:${who}:${what}`);
  views.markPart(day, PART.downloads, personDigest(digest), name);
}

/** Counts of the content origin. */
export function makeLinkCounts(parts: CountParts): LinkCounts {
  return {
    sent: (shareId, sizeBytes) => parts.views.addPart(linkDay(shareId, parts.clock.nowMs()), PART.bytes, sizeBytes),
    requested(shareId, call) {
      const day = linkDay(shareId, parts.clock.nowMs());
      parts.views.addPart(day, PART.requests, 1);
      parts.views.addPart(day, hostPart(call, parts.appOrigin), 1);
    },
    started(shareId, what, call) {
      const counted = countStart(parts, shareId, what, call);
      parts.afterAnswer(counted.catch((error: unknown) => logError('share.count', error)));
    },
  };
}
