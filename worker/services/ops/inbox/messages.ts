/** Messages for the operators' page and for a person's export. */
import { AppError, unwrap } from '#shared/errors.ts';
import type { ExportedMessage } from '#shared/ops/contract.ts';
import type { MessageObject } from '#shared/ops/inbox.contract.ts';
import type { MessageState } from '#shared/ops/messages.ts';
import { wireTime } from '#shared/units.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { MESSAGES_PAGE } from '../keys.ts';
import type { InboxDeps } from './deps.ts';
import type { StoredMessage } from './message.store.ts';
import { inboxOf } from './part.ts';

type Inbox = Pick<InboxDeps, 'inbox'>;

function wireMessage(stored: StoredMessage): MessageObject {
  return {
    id: stored.id,
    kind: stored.kind,
    topic: stored.topic,
    message: stored.message,
    user_id: stored.userId,
    email: stored.email,
    locale: stored.locale,
    state: stored.state,
    created_time: wireTime(stored.createdMs),
    done_time: stored.doneMs === 0 ? '' : wireTime(stored.doneMs),
  };
}

/** @param pageToken  number of the last message of the page before; '' for the newest */
async function page(deps: Inbox, query: { pageToken: string; limit: number; state?: MessageState; userId?: string }) {
  if (!/^\d{0,15}$/.test(query.pageToken))
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const limit = Math.min(query.limit || MESSAGES_PAGE, MESSAGES_PAGE);
  const { state, userId } = query;
  const messages = unwrap(await inboxOf(deps).list({ state, userId, beforeSeq: Number(query.pageToken), limit }));
  return { messages, next: messages.length === limit ? String(messages.at(-1)?.seq ?? '') : '' };
}

/** For operators: newest first. @throws AppError invalid_argument for a malformed page token */
export async function listMessages(
  deps: Inbox,
  query: { state?: MessageState | undefined; limit: number; pageToken: string },
): Promise<{ messages: MessageObject[]; next_page_token: string }> {
  const { state, limit, pageToken } = query;
  const { messages, next } = await page(deps, { limit, pageToken, ...(state ? { state } : {}) });
  return { messages: messages.map(wireMessage), next_page_token: next };
}

/** For operators. @throws AppError not_found */
export async function setMessageState(
  deps: Inbox & Pick<InboxDeps, 'documents'>,
  input: { id: string; state: MessageState },
  by: Actor,
): Promise<MessageObject> {
  const message = wireMessage(unwrap(await inboxOf(deps).setState(input.id, input.state, by.id)));
  const act = input.state === 'done' ? 'message_done' : 'message_opened';
  await deps.documents.recordAct(by, { act, subject: 'messages', note: input.id });
  return message;
}

/** A page of one person's messages. */
export async function messagesOf(deps: Inbox, userId: string, after: string) {
  const { messages, next } = await page(deps, { userId, limit: MESSAGES_PAGE, pageToken: after });
  const items = messages
    .map(wireMessage)
    .map(({ id, kind, topic, message, email, state, created_time }): ExportedMessage => {
      return { id, kind, topic, message, email, state, created_time };
    });
  return { items, next };
}
