/** `/ops/messages`: messages of users, a page at a time; its form marks a message as done or as new. */
import type { Context } from 'hono';
import { MessagesView } from '#client/ops/messages.view.tsx';
import { MESSAGE_STATES, type MessageState } from '#shared/ops/messages.ts';
import { href } from '#shared/routes.ts';
import { parseWireTime } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import type { Operator } from './operator.ts';

const MESSAGES = 20;

/** The state of the messages that a page shows; '' for all. */
function stateOf(text: string | null | undefined, otherwise: MessageState | ''): MessageState | '' {
  if (text === '') return '';
  return MESSAGE_STATES.find((state) => state === text) ?? otherwise;
}

const tokenOf = (text: string | null | undefined): string => /^\d{1,15}$/.exec(text ?? '')?.[0] ?? '';

function addressOf(state: MessageState | '', pageToken: string): string {
  const query = new URLSearchParams({ state, ...(pageToken === '' ? {} : { page_token: pageToken }) });
  return `${href('ops.document', { document: 'messages' })}?${query}`;
}

export async function messagesPage(c: Context<AppEnv>, { ops }: PageDeps, operator: Operator): Promise<Response> {
  const here = href('ops.document', { document: 'messages' });
  const state = stateOf(c.req.query('state'), 'new');
  const pageToken = tokenOf(c.req.query('page_token'));
  const page = await ops.listMessages({ state: state || undefined, limit: MESSAGES, pageToken });
  const messages = page.messages.map((message) => ({
    ...message,
    userId: message.user_id,
    createdMs: parseWireTime(message.created_time) ?? 0,
  }));
  const olderHref = page.next_page_token === '' ? '' : addressOf(state, page.next_page_token);
  return deskPage(
    c,
    { title: 'Messages', section: here, operator },
    <MessagesView messages={messages} state={state} here={here} pageToken={pageToken} olderHref={olderHref} />,
  );
}

export async function messagesPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  const state = stateOf(form.get('state'), 'done') || 'done';
  await deps.ops.setMessageState({ id: form.field('id', 26), state }, operator);
  return seeOther(addressOf(stateOf(form.get('filter'), 'new'), tokenOf(form.get('page_token'))));
}
