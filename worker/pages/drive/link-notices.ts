/** Decisions about links that the drive shows to their owner, until the owner closes them. */
import type { Context } from 'hono';
import type { LinkNoticeProps } from '#client/share/link-notices.view.tsx';
import { closedNotes } from '#shared/config/notice.ts';
import { isReportReason } from '#shared/share/reports.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Space } from '#worker/services/drive/service.ts';

export function openLinkNotices(c: Context<AppEnv>, notices: Space['linkNotices']): LinkNoticeProps[] {
  const closed = closedNotes(c.get('cookies'));
  return notices.flatMap(({ shareId, seq, kind, ground }) => {
    const id = `link-${seq.toString(36)}`;
    return closed.includes(id) ? [] : [{ id, shareId, kind, ground: isReportReason(ground) ? ground : 'other' }];
  });
}
