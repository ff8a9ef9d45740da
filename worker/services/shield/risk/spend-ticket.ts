/** Single use of a ticket that no account can note, because it names none. */
import { unwrap } from '#shared/errors.ts';
import type { ShieldParts } from '../deps.ts';
import { shieldObjectName } from '../keys.ts';

/**
 * @param ticket.id  of sealTicket; noted until `untilMs`, epoch ms, when the ticket expires
 * @returns false when it was spent before
 */
export async function spendTicket(parts: ShieldParts, ticket: { id: string; untilMs: number }): Promise<boolean> {
  const { id: jti, untilMs } = ticket;
  const spent = await parts.shield.getByName(shieldObjectName(jti)).spend({ jti, untilMs });
  if (spent.ok || spent.error.detail?.reason === 'captcha_spent') return spent.ok;
  return unwrap(spent);
}
