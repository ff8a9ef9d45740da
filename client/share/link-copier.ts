/** Finds the link of a file or folder, or makes it. Loaded at the first press. */
import type { CopiedLink, LinkCopier } from '#client/drive/index.ts';
import { parseWireTime } from '#shared/units.ts';
import type { LinkApi } from './link.api.ts';
import { currentLink, isOpen } from './link.rules.ts';

/** Two windows that make a link of the same file within this time make one. */
const SAME_PRESS_MS = 10_000;
/** A film is seen in a day. */
const PLAYER_HOURS = 12;

export function makeLinkCopier(
  api: Pick<LinkApi, 'linksTo' | 'create' | 'remove' | 'turn' | 'direct'>,
  nowMs: () => number,
): LinkCopier {
  /** Number of links that this page made, a part of the idempotency key: an earlier key would return a link that has been closed. */
  let made = 0;

  return {
    async linkOf(fileId): Promise<CopiedLink> {
      const links = await api.linksTo([fileId]);
      const link = currentLink(links);
      if (link)
        return { shareId: link.share_id, url: link.share_url, passCode: link.pass_code, isNew: false, sender: '' };
      // Another window may have made and closed the newest one.
      const before = `${made}.${links[0]?.share_id ?? ''}`;
      const key = `copy.${fileId}.${Math.floor(nowMs() / SAME_PRESS_MS)}.${before}`;
      const request = { fileIds: [fileId], code: { kind: 'none' }, terms: {}, settleName: true } as const;
      const answer = await api.create(request, key);
      made += 1;
      return {
        shareId: answer.shareId,
        url: answer.url,
        passCode: answer.passCode,
        isNew: true,
        sender: answer.sender?.nickname ?? '',
      };
    },
    async playerLinkOf(fileId) {
      const { url, end_time: end } = await api.direct(fileId, PLAYER_HOURS);
      return { url, untilMs: parseWireTime(end) };
    },
    async turnOff(fileId) {
      const shareIds = (await api.linksTo([fileId])).filter(isOpen).map(({ share_id }) => share_id);
      if (shareIds.length > 0) await api.turn(shareIds, 'close');
      return shareIds;
    },
    turnOn: (shareIds) => api.turn(shareIds, 'reopen'),
    remove: (shareId) => api.remove(shareId),
  };
}
