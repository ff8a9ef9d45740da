/** The part of messages. */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import type { MessageState } from '#shared/ops/messages.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { type MessageBudget, openBudget, saveBudget, spendBudget } from '../desk/budgets.ts';
import { type DeskObjects, type DeskPart, deskOf } from '../desk/desk-part.ts';
import { DAY_WINDOW_SECONDS, INBOX_NAME, LETTERS_PER_DAY } from '../keys.ts';
import * as store from './message.store.ts';

export interface PutMessage {
  readonly message: store.NewMessage;
  /** The same one within a day is the same message. */
  readonly digest: string;
  readonly budgets: readonly MessageBudget[];
  readonly keepMs: number;
  /** Notice for the operators; null without an address. */
  readonly letter: { readonly event: string; readonly payload: Record<string, unknown> } | null;
}

export interface AcceptedMessage {
  readonly id: string;
  readonly createdMs: number;
}

const PUT_OPERATION = 'ops.message';
const LETTERS_SUBJECT = 'letters';

/** Limits the notices of a day. */
function mayWrite({ sql }: ObjectCore, nowMs: number): boolean {
  const open = openBudget(sql, LETTERS_SUBJECT, nowMs);
  const used = open?.used ?? 0;
  if (used >= LETTERS_PER_DAY) return false;
  saveBudget(sql, LETTERS_SUBJECT, used + 1, open?.untilMs ?? nowMs + DAY_WINDOW_SECONDS * SECOND_MS);
  return true;
}

export const inboxPart = {
  calls: {
    /** Row, budgets and letter in one write. @returns too_many_requests with the seconds to wait */
    put: (core: ObjectCore, { message, digest, budgets, keepMs, letter }: PutMessage): Result<AcceptedMessage> =>
      core.command(
        (nowMs) => {
          for (const budget of budgets) spendBudget(core, budget, nowMs);
          store.insertMessage(core.sql, message, nowMs, nowMs + keepMs);
          core.wakeAt(nowMs + keepMs);
          if (letter && mayWrite(core, nowMs)) core.publishEvent(letter.event, letter.payload, nowMs);
          return { id: message.id, createdMs: nowMs };
        },
        { operation: PUT_OPERATION, key: digest, fingerprint: digest },
      ),
    /** The message with this digest of the last day, or null. */
    accepted(core: ObjectCore, digest: string): Result<AcceptedMessage | null> {
      if (!core.exists()) return succeed(null);
      return core.command(() => {
        const row = core.sql
          .exec<{ answer: string }>(
            'SELECT answer FROM _repeat WHERE operation = ? AND key = ? AND at_ms > ?',
            PUT_OPERATION,
            digest,
            core.nowMs() - DAY_WINDOW_SECONDS * SECOND_MS,
          )
          .toArray()[0];
        return row ? (JSON.parse(row.answer) as AcceptedMessage) : null;
      });
    },
    list(core: ObjectCore, query: store.MessageQuery): Result<store.StoredMessage[]> {
      if (!core.exists()) return succeed([]);
      return core.command(() => store.listMessages(core.sql, query));
    },
    /** @returns not_found for an unknown id */
    setState: (core: ObjectCore, id: string, state: MessageState, by: string): Result<store.StoredMessage> =>
      core.command((nowMs) => {
        store.setMessageState(core.sql, id, state, by, nowMs);
        const message = store.messageById(core.sql, id);
        if (!message) throw new AppError('not_found', { reason: 'message_not_found', field: 'id' });
        return message;
      }),
    /** Deletes the messages of a closed account. */
    forget(core: ObjectCore, userId: string): Result<null> {
      if (!core.exists()) return succeed(null);
      return core.command(() => {
        store.forgetPerson(core.sql, userId);
        return null;
      });
    },
  },
  alarm: ({ sql }: ObjectCore, nowMs: number) => store.dropExpired(sql, nowMs),
} satisfies DeskPart;

export function inboxOf(deps: DeskObjects) {
  return deskOf<typeof inboxPart>(deps, INBOX_NAME);
}
