/** Lines above the files until their owner closes them: decisions about links, files that came in by a link. */
import type { Context } from 'hono';
import type { CollectedNoteProps } from '#client/collect/collected-notes.view.tsx';
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

export function openCollectedNotes(c: Context<AppEnv>, notes: Space['collected']): CollectedNoteProps[] {
  const closed = closedNotes(c.get('cookies'));
  return notes.flatMap(({ folderId, title, lastMs }) => {
    const id = `files-${lastMs.toString(36)}`;
    return closed.includes(id) ? [] : [{ id, folderId, title }];
  });
}
