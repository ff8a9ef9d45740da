/**
 * Wire objects of links for visitors. No I/O. Source: docs/wire-contract.md 6.1 and 6.2.
 */
import { fileSeenBy } from '#shared/drive/file-fields.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { ShareView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { wireTime } from '#shared/units.ts';
import type { PublicPerson } from '#worker/services/auth/index.ts';
import type { ShareCoverData } from '../state/rpc-types.ts';
import { daysLeft, secondsLeft } from '../state/rules.ts';

/** Statuses whose cover may be shown to a visitor who may not see the files. */
const COVERED: ReadonlySet<ShareStatus> = new Set([
  'OK',
  'PASS_CODE_EMPTY',
  'PASS_CODE_ERROR',
  'MAX_RESTORE_COUNT',
  'EXPIRED',
  'AUDITING',
]);

/** Whether more than the status of a link in this state is public. */
export function isCovered(status: ShareStatus): boolean {
  return COVERED.has(status);
}

/**
 * A file as a visitor sees it. Only fields that `FILE_FIELDS` gives to visitors leave the owner's drive.
 * Hidden: the folder that a shared root is in, marks, params, history, and links made for the owner.
 */
export function visitorFile(file: FileObject, isRoot: boolean): FileObject {
  return {
    ...fileSeenBy('visitors', file),
    parent_id: isRoot ? '' : file.parent_id,
    audit: file.audit && { status: file.audit.status, message: file.audit.message, title: file.audit.title },
    writable: false,
  };
}

export interface ViewParts {
  readonly status: ShareStatus;
  readonly statusText: string;
  readonly passCodeToken: string;
  readonly nowMs: number;
  readonly cover: ShareCoverData | null;
  readonly person: PublicPerson | null;
  readonly files: readonly FileObject[];
  readonly nextPageToken: string;
}

export function expiration(
  expiresAtMs: number | null,
  nowMs: number,
): { expiration_left: string; expiration_left_seconds: string; expiration_at: string } {
  return {
    expiration_left: String(daysLeft(expiresAtMs, nowMs)),
    expiration_left_seconds: String(secondsLeft(expiresAtMs, nowMs)),
    expiration_at: expiresAtMs === null ? '-1' : wireTime(expiresAtMs),
  };
}

export function shareView(parts: ViewParts): ShareView {
  const { status, nowMs } = parts;
  const isOpen = status === 'OK';
  const cover = COVERED.has(status) ? parts.cover : null;
  const person = cover ? parts.person : null;
  return {
    share_status: status,
    share_status_text: parts.statusText,
    pass_code_token: isOpen ? parts.passCodeToken : '',
    title: isOpen && cover ? cover.title : '',
    icon_link: '',
    thumbnail_link: '',
    file_num: isOpen && cover ? String(cover.fileNum) : '0',
    ...(cover
      ? expiration(cover.expiresAtMs, nowMs)
      : { expiration_left: '-1', expiration_left_seconds: '-1', expiration_at: '' }),
    restore_count_left: String(cover?.restoreLeft ?? -1),
    files: isOpen ? [...parts.files] : [],
    next_page_token: isOpen ? parts.nextPageToken : '',
    user_info: {
      user_id: person?.userId ?? '',
      portrait_url: person?.avatar ?? '',
      nickname: person?.nickname ?? '',
      avatar: person?.avatar ?? '',
    },
    contain_sensitive_resource_text: '',
    params: isOpen && cover ? ownTerms(cover) : {},
  };
}

/** Ours: terms of a link that a visitor reads. */
function ownTerms({ note, viewOnly, previewsHidden }: ShareCoverData): Record<string, string> {
  return {
    ...(note === '' ? {} : { note }),
    ...(viewOnly ? { view_only: 'true' } : {}),
    ...(previewsHidden ? { previews_hidden: 'true' } : {}),
  };
}
