/** The desk as operators read it, and as a person's export holds what they wrote. */
import { AppError, unwrap } from '#shared/errors.ts';
import type { MessageObject } from '#shared/ops/desk.contract.ts';
import type { MessageState } from '#shared/ops/messages.ts';
import { wireTime } from '#shared/units.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { type DeskDeps, deskOf } from '../deps.ts';
import { MESSAGES_PAGE } from '../keys.ts';
import type { KeptMessage } from './store.ts';

type Desk = Pick<DeskDeps, 'desk'>;

function messageOf(kept: KeptMessage): MessageObject {
  return {
    id: kept.id,
    kind: kept.kind,
    topic: kept.topic,
    message: kept.message,
    user_id: kept.userId,
    email: kept.email,
    locale: kept.locale,
    state: kept.state,
    created_time: wireTime(kept.createdMs),
    done_time: kept.doneMs === 0 ? '' : wireTime(kept.doneMs),
  };
}

/** @param pageToken  number of the last message of the page before; '' for the newest */
async function page(deps: Desk, query: { pageToken: string; limit: number; state?: MessageState; userId?: string }) {
  if (!/^\d{0,15}$/.test(query.pageToken))
    throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const limit = Math.min(query.limit || MESSAGES_PAGE, MESSAGES_PAGE);
  const { state, userId } = query;
  const kept = unwrap(await deskOf(deps).list({ state, userId, beforeSeq: Number(query.pageToken), limit }));
  return { kept, next: kept.length === limit ? String(kept.at(-1)?.seq ?? '') : '' };
}

/** @throws AppError invalid_argument for a token that is none of ours */
export async function listMessages(
  deps: Desk,
  query: { state?: MessageState | undefined; limit: number; pageToken: string },
): Promise<{ messages: MessageObject[]; next_page_token: string }> {
  const { state, limit, pageToken } = query;
  const { kept, next } = await page(deps, { limit, pageToken, ...(state ? { state } : {}) });
  return { messages: kept.map(messageOf), next_page_token: next };
}

/** @throws AppError not_found */
export async function setMessageState(
  deps: Desk & Pick<DeskDeps, 'documents'>,
  input: { id: string; state: MessageState },
  by: Actor,
): Promise<MessageObject> {
  const message = messageOf(unwrap(await deskOf(deps).setState(input.id, input.state, by.id)));
  const act = input.state === 'done' ? 'message_done' : 'message_opened';
  await deps.documents.note(by, { act, subject: 'messages', note: input.id });
  return message;
}

/** A page of what one person wrote. */
export async function messagesOf(deps: Desk, userId: string, after: string) {
  const { kept, next } = await page(deps, { userId, limit: MESSAGES_PAGE, pageToken: after });
  const items = kept.map(messageOf).map(({ id, kind, topic, message, email, state, created_time }) => {
    return { id, kind, topic, message, email, state, created_time };
  });
  return { items, next };
}
