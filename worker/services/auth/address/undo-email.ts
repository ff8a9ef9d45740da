/** Undoes a change of e-mail, by the link sent to the old mailbox. */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf } from '../identifier/holder.ts';
import { UNDO_PURPOSE, UNDO_TTL_MS } from '../keys.ts';
import { openTicket } from '../token/ticket.ts';
import { claimAddress } from './change-address.ts';
import type { addressPart } from './part.ts';

const content = v.object({ userId: v.string(), email: v.string(), phone: v.string(), version: v.number() });

/** Every session ends, and the account is FROZEN until a reset. @throws AppError invalid_argument (reason `undo_token_over`), already_exists, user_blocked, aborted, unavailable */
export async function undoEmail(parts: AuthParts, input: { undoToken: string }): Promise<void> {
  const opened = await openTicket(parts.keyring, UNDO_PURPOSE, content, input.undoToken, parts.clock.nowMs());
  if (!opened)
    throw new AppError('invalid_argument', {
      reason: 'undo_token_over',
      field: 'undo_token',
      messageKey: 'auth.account.undo.over',
    });
  const { userId, email, phone, version } = opened.content;
  const ticket = { id: opened.id, untilMs: opened.untilMs };
  const account = accountOf<typeof addressPart & typeof corePart>(parts, userId);
  const digest = await digestOf(parts, email);
  const begun = unwrap(await account.beginUndo({ ticket, version, email, digest }));
  if (begun === null) {
    unwrap(await account.deliverEnds());
    return;
  }
  await claimAddress(parts, { kind: 'email', userId, digest, version: begun.version });
  unwrap(
    await account.writeUndo({
      ticket,
      version,
      email,
      digest,
      changedMs: opened.untilMs - UNDO_TTL_MS,
      phone,
      current: begun,
      emailDigest: await digestOf(parts, begun.email),
      phoneDigest: await digestOf(parts, begun.phone),
    }),
  );
}
