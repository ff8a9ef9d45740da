/** The setup token: it carries a new secret until the person confirms it; nothing is stored. */
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import { SETUP_PURPOSE, SETUP_TTL_SECONDS } from './keys.ts';

const content = v.object({ userId: v.string(), secret: v.string() });

export function sealSetup(
  keyring: Pick<Keyring, 'seal'>,
  setup: { userId: string; secret: string },
  nowMs: number,
): Promise<string> {
  return sealTicket(keyring, SETUP_PURPOSE, setup, { ttlSeconds: SETUP_TTL_SECONDS, nowMs });
}

/** @throws AppError expired_token for an expired setup or another person's */
export async function openSetup(
  keyring: Pick<Keyring, 'open'>,
  ask: { setupToken: string; userId: string; nowMs: number },
): Promise<{ secret: string; leftSeconds: number }> {
  const ticket = await openTicket(keyring, SETUP_PURPOSE, content, ask.setupToken, ask.nowMs);
  if (!ticket || ticket.content.userId !== ask.userId)
    throw new AppError('expired_token', { reason: 'setup_over', messageKey: 'auth.factor.setup.over' });
  return { secret: ticket.content.secret, leftSeconds: Math.ceil((ticket.untilMs - ask.nowMs) / SECOND_MS) };
}
