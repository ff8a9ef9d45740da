/**
 * Wire rows of the operators' desk: messages of people, and downloads. Decided here, but for the path of the
 * statistics (spec section 7.2), whose answer the specification does not show.
 */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';
import { DOWNLOAD_TARGETS } from '#shared/site/downloads.ts';
import { MESSAGE_KINDS, MESSAGE_MAX_CHARS, MESSAGE_STATES, MESSAGE_TOPICS } from './messages.ts';

const text = v.string();
/** Wire time; '' for none. */
const time = v.string();

const message = v.object({
  id: text,
  kind: v.picklist(MESSAGE_KINDS),
  topic: v.picklist(MESSAGE_TOPICS),
  message: text,
  /** '' for visitors. */
  user_id: text,
  /** Where an answer goes; '' for nowhere. */
  email: text,
  locale: text,
  state: v.picklist(MESSAGE_STATES),
  created_time: time,
  /** When it was set to done. */
  done_time: time,
});

export type MessageObject = v.InferOutput<typeof message>;

const downloadCount = v.object({
  target: v.picklist(DOWNLOAD_TARGETS),
  url: text,
  /** '' where a store decides; so are the next four. */
  version: text,
  /** Bytes, decimal. */
  size: text,
  sha256: text,
  system: text,
  date: text,
  /** Number of downloads, decimal. */
  downloads: text,
});

export type DownloadCount = v.InferOutput<typeof downloadCount>;

export const inboxContract = {
  sendFeedback: endpoint({
    id: 'ops.sendFeedback',
    method: 'POST',
    path: '/v1/user/feedback',
    host: 'user',
    callers: 'person',
    // The same words of the same person within a day are one message.
    idempotency: 'natural',
    body: v.object({
      topic: v.optional(v.picklist(MESSAGE_TOPICS), 'other'),
      message: v.pipe(v.string(), v.minLength(1), v.maxLength(MESSAGE_MAX_CHARS * 2)),
      /** Empty: the address of the account. */
      email: optionalText,
    }),
    output: v.object({ id: text, created_time: time }),
    errors: ['unauthenticated', 'invalid_argument', 'too_many_requests'],
    summary: 'Writes to the operators; the same words within a day are one message',
  }),
  messages: endpoint({
    id: 'ops.messages',
    method: 'GET',
    path: '/v1/ops/messages',
    host: 'user',
    callers: 'operator',
    idempotency: 'read',
    query: v.object({
      /** Absent: all. */
      state: v.optional(v.picklist(MESSAGE_STATES)),
      limit: wireCount,
      page_token: optionalText,
    }),
    output: v.object({ messages: v.array(message), next_page_token: text }),
    errors: ['unauthenticated', 'permission_denied', 'invalid_argument'],
    summary: 'What people wrote, newest first',
  }),
  setMessageState: endpoint({
    id: 'ops.setMessageState',
    method: 'PATCH',
    path: '/v1/ops/messages/{id}',
    host: 'user',
    callers: 'operator',
    idempotency: 'natural',
    params: v.object({ id: text }),
    body: v.object({ state: v.picklist(MESSAGE_STATES) }),
    output: message,
    errors: ['unauthenticated', 'permission_denied', 'invalid_argument', 'not_found'],
    summary: 'Marks a message as answered, or as new again',
  }),
  downloadStatistics: endpoint({
    id: 'ops.downloadStatistics',
    method: 'GET',
    path: '/statistics/pub/download',
    host: 'user',
    callers: 'anyone',
    idempotency: 'read',
    output: v.object({ data: v.array(downloadCount) }),
    errors: [],
    summary:
      'What this installation offers to download, and how often it was asked for; counts of nobody in particular',
  }),
} as const;
