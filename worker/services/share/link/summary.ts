/** The wire object of a link for its owner. No I/O. Source: docs/wire-contract.md 6.1. */
import type { ShareSummary } from '#shared/share/contract.ts';
import { wireTime } from '#shared/units.ts';
import type { PublicPerson } from '#worker/services/auth/index.ts';
import type { OwnLink } from '../registry/share-book.store.ts';
import type { ShareSummaryData } from '../state/rpc-types.ts';
import { expiration } from '../visit/view.ts';

export interface SummaryParts {
  readonly link: OwnLink;
  readonly share: Pick<
    ShareSummaryData,
    'nowMs' | 'status' | 'title' | 'fileNum' | 'fileKind' | 'sizeBytes' | 'expiresAtMs' | 'restoreCount' | 'viewCount'
  >;
  readonly url: string;
  readonly statusText: string;
  readonly passCode: string;
  readonly person: PublicPerson;
  /** Link for the owner; '' where the first file has no image. */
  readonly coverLink: string;
}

export function shareSummary({
  link,
  share,
  url,
  statusText,
  passCode,
  person,
  coverLink,
}: SummaryParts): ShareSummary {
  const { expiration_at, expiration_left, expiration_left_seconds } = expiration(share.expiresAtMs, share.nowMs);
  return {
    share_id: link.shareId,
    share_url: url,
    share_status: share.status,
    share_status_text: statusText,
    title: share.title,
    icon_link: '',
    thumbnail_link: coverLink,
    pass_code: passCode,
    share_to: link.shareTo,
    file_num: String(share.fileNum),
    file_id: link.rootIds[0] ?? '',
    file_kind: share.fileKind,
    file_size: String(share.sizeBytes),
    restore_limit: String(link.restoreLimit),
    limit_count: String(link.restoreLimit),
    expiration_days: String(link.expirationDays),
    expiration_at,
    expiration_left,
    expiration_left_seconds,
    restore_count: String(share.restoreCount),
    view_count: String(share.viewCount),
    create_time: wireTime(link.createdMs),
    user_info: { user_id: person.userId, nickname: person.nickname },
    phrase: '',
    params: {},
  };
}
