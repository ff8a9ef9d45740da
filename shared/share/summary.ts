/** A link in the list of its owner. Source: wire-contract.md 6.1. */
import * as v from 'valibot';
import { SHARE_STATUSES } from './model.ts';

export const shareSummary = v.object({
  share_id: v.string(),
  share_url: v.string(),
  share_status: v.picklist(SHARE_STATUSES),
  share_status_text: v.string(),
  title: v.string(),
  icon_link: v.string(),
  thumbnail_link: v.string(),
  pass_code: v.string(),
  share_to: v.string(),
  file_num: v.string(),
  file_id: v.string(),
  file_kind: v.string(),
  file_size: v.string(),
  restore_limit: v.string(),
  limit_count: v.string(),
  expiration_days: v.string(),
  expiration_at: v.string(),
  expiration_left: v.string(),
  expiration_left_seconds: v.string(),
  restore_count: v.string(),
  view_count: v.string(),
  create_time: v.string(),
  user_info: v.object({ user_id: v.string(), nickname: v.string() }),
  phrase: v.string(),
  params: v.record(v.string(), v.string()),
});
export type ShareSummary = v.InferOutput<typeof shareSummary>;
