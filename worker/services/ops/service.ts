/** Service interface of ops. Types only. */

import type { Locale } from '#shared/locale/tags.ts';
import type { EventName } from '#shared/ops/event.contract.ts';
import type { DownloadCount, MessageObject } from '#shared/ops/inbox.contract.ts';
import type { MessageKind, MessageState, MessageTopic } from '#shared/ops/messages.ts';
import type { Downloads, DownloadTarget } from '#shared/site/downloads.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { Actor } from '#worker/services/config/index.ts';

export interface ExportedData {
  /** File name. */
  readonly name: string;
  /**
   * JSON of `exportDocument`. A failed read breaks the stream: its last member, `complete`, is missing then.
   */
  readonly body: ReadableStream<Uint8Array>;
}

export interface SentEvent {
  readonly name: EventName;
  /** Path of the page it happened on. */
  readonly path: string;
}

export interface EventTotal {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly name: EventName;
  /** Id of a public page. */
  readonly page: string;
  readonly locale: string;
  /** '' for an unknown one. */
  readonly platform: string;
  readonly count: number;
}

/** A message as sent. */
export interface MessageInput {
  readonly kind: MessageKind;
  readonly topic: MessageTopic;
  readonly message: string;
  /** '' for the address of the account; visitors must give one. */
  readonly email: string;
  /** Of visitors; '' for none. */
  readonly captchaToken: string;
}

export interface SentMessage {
  readonly id: string;
  readonly createdMs: number;
}

export interface OpsService {
  /** Adds to the totals of today; events of no public page are not counted. */
  countEvents(events: readonly SentEvent[], call: CallContext): Promise<void>;
  /** Totals of the last days, newest first. @param days  1..400, today with them */
  eventCounts(days: number, call: CallContext): Promise<readonly EventTotal[]>;
  /** All stored data of a person. @throws AppError unauthenticated, permission_denied, before the first byte */
  exportData(caller: Caller, call: CallContext): Promise<ExportedData>;
  /**
   * Puts a message into the operators' inbox, once for the same text within a day.
   * @param caller  null for a visitor, who needs a captcha token for `CONTACT_ACTION`
   * @throws AppError unauthenticated, invalid_argument (`email`, `message`), captcha_required, captcha_invalid,
   * too_many_requests; each with its own text
   */
  sendMessage(written: MessageInput, caller: Caller | null, call: CallContext): Promise<SentMessage>;
  /** For operators: newest first. @throws AppError invalid_argument for a malformed page token */
  listMessages(query: {
    state?: MessageState | undefined;
    limit: number;
    pageToken: string;
  }): Promise<{ messages: MessageObject[]; next_page_token: string }>;
  /** For operators. @throws AppError not_found */
  setMessageState(input: { id: string; state: MessageState }, by: Actor): Promise<MessageObject>;
  /** The downloads of this installation, in a language. */
  downloads(language: Locale): Promise<Downloads>;
  /** Address behind a target, counted; '' when there is none. */
  openDownload(target: DownloadTarget, language: Locale): Promise<string>;
  /** Targets that are offered, with counts at most a minute old. */
  downloadStatistics(call: CallContext): Promise<{ data: DownloadCount[] }>;
}
