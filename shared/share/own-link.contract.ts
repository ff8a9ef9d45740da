/** Wire rows of the page of one's own links: finding them, and changing many at once. Part of shareContract. */
import * as v from 'valibot';
import { endpoint, idList, optionalText, queryTexts, wireCount } from '#shared/contract.ts';
import { MAX_MARKED_IDS } from '#shared/drive/shared-mark.ts';
import { LINK_ACTS, LINK_SORTS, SHARE_STATUSES } from './model.ts';
import { shareSummary } from './summary.ts';

/** A link on its owner's page. */
export const ownLink = v.object({
  ...shareSummary.entries,
  /** As `share_status`; also `PASS_CODE_EMPTY` for an open link with a passcode, and `PASS_CODE_ERROR` while wrong ones hold it up. */
  link_status: v.picklist(SHARE_STATUSES),
  /** Its owner stopped it for now: `share_status` is `DELETED`. */
  paused: v.boolean(),
  /** Visitors see names and small images; nothing is downloaded or saved. */
  view_only: v.boolean(),
  /** Visitors see icons in place of images. */
  previews_hidden: v.boolean(),
  /** Message to visitors; '' for none. */
  note: v.string(),
  /** Name of the first file or folder. */
  file_name: v.string(),
  /** The invitation that an owner sends. */
  share_text: v.string(),
});
export type OwnLinkView = v.InferOutput<typeof ownLink>;

const shareMark = v.object({
  file_id: v.string(),
  /** Open links that show it, alone or among others; direct links count. */
  link_count: v.string(),
  /** Views of those links. */
  view_count: v.string(),
  /** Each of those links has a passcode. */
  locked: v.boolean(),
  /** People who have access or are invited. */
  people_count: v.string(),
  /** A link collects files into this folder. */
  collects: v.boolean(),
});
export type ShareMark = v.InferOutput<typeof shareMark>;

export const ownLinkContract = {
  own: endpoint({
    id: 'share.own',
    method: 'GET',
    path: '/drive/v1/share/links',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({
      limit: wireCount,
      page_token: v.pipe(optionalText, v.maxLength(200)),
      /** Part of a title or file name, in any letter case. */
      search: v.pipe(optionalText, v.maxLength(200)),
      /** A `link_status`; '' for all. */
      status: v.optional(v.picklist(['', ...SHARE_STATUSES]), ''),
      /** Links to exactly these files and folders, in any order. */
      file_ids: v.pipe(queryTexts, v.maxLength(100)),
      sort: v.optional(v.picklist(LINK_SORTS), 'created'),
    }),
    output: v.object({ data: v.array(ownLink), next_page_token: v.string() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: "Finds the caller's own links by title, file name and state",
  }),
  marks: endpoint({
    id: 'share.marks',
    method: 'POST',
    path: '/drive/v1/share:marks',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    body: v.object({ file_ids: v.pipe(idList, v.minLength(1), v.maxLength(MAX_MARKED_IDS)) }),
    output: v.object({ marks: v.array(shareMark) }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: "Which of the caller's files and folders are shared, and how; the others are left out",
  }),
  changeMany: endpoint({
    id: 'share.changeMany',
    method: 'POST',
    path: '/drive/v1/share:batchUpdate',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      ids: v.pipe(idList, v.minLength(1), v.maxLength(100)),
      /** `extend`: open for at least `days` from now. */
      act: v.picklist(LINK_ACTS),
      days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(365)), 7),
    }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'not_found'],
    summary: 'Stops links for now, opens them again or extends them',
  }),
} as const;
