/** Finds the link of a file or folder, or makes it. Loaded at the first press. */
import type { CopiedLink, LinkCopier } from '#client/drive/index.ts';
import type { LinkApi } from './link.api.ts';
import { currentLink, isOpen } from './link.rules.ts';

/** Two windows that make a link of the same file within this time make one. */
const SAME_PRESS_MS = 10_000;

export function makeLinkCopier(
  api: Pick<LinkApi, 'linksTo' | 'create' | 'remove' | 'turn'>,
  nowMs: () => number,
): LinkCopier {
  /** Links that were made and removed here: the key of another press must not give a removed link back. */
  let removed = 0;

  return {
    async linkOf(fileId): Promise<CopiedLink> {
      const link = currentLink(await api.linksTo(fileId));
      if (link)
        return { shareId: link.share_id, url: link.share_url, passCode: link.pass_code, isNew: false, sender: '' };
      const key = `copy.${fileId}.${Math.floor(nowMs() / SAME_PRESS_MS)}.${removed}`;
      const request = { fileIds: [fileId], code: { kind: 'none' }, terms: {}, settleName: true } as const;
      const made = await api.create(request, key);
      return {
        shareId: made.shareId,
        url: made.url,
        passCode: made.passCode,
        isNew: true,
        sender: made.sender?.nickname ?? '',
      };
    },
    async turnOff(fileId) {
      const shareIds = (await api.linksTo(fileId)).filter(isOpen).map(({ share_id }) => share_id);
      if (shareIds.length > 0) await api.turn(shareIds, 'close');
      return shareIds;
    },
    turnOn: (shareIds) => api.turn(shareIds, 'reopen'),
    async remove(shareId) {
      removed += 1;
      await api.remove(shareId);
    },
  };
}
