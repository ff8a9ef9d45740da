/**
 * Tickets: what one call hands to the next through a stranger's hands. Sealed, so that they can be neither read nor made;
 * a purpose of its own for each kind, and an end. Used once is the account's business, by `id`.
 */
import * as v from 'valibot';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';

const envelope = v.object({ id: v.string(), untilMs: v.number(), content: v.unknown() });

/** Longest ticket that is looked at. */
const MAX_TICKET_CHARS = 4_096;

export interface Ticket<T> {
  readonly id: string;
  /** Epoch ms; over from then on. */
  readonly untilMs: number;
  readonly content: T;
}

export function sealTicket(
  keyring: Pick<Keyring, 'seal'>,
  purpose: string,
  content: object,
  life: { ttlSeconds: number; nowMs: number },
): Promise<string> {
  const untilMs = life.nowMs + life.ttlSeconds * SECOND_MS;
  return keyring.seal(purpose, JSON.stringify({ id: newHexId(), untilMs, content }));
}

/** @returns null for anything that is no living ticket of this purpose and shape */
export async function openTicket<S extends v.GenericSchema>(
  keyring: Pick<Keyring, 'open'>,
  purpose: string,
  schema: S,
  sealed: string,
  nowMs: number,
): Promise<Ticket<v.InferOutput<S>> | null> {
  if (sealed === '' || sealed.length > MAX_TICKET_CHARS) return null;
  const text = await keyring.open(purpose, sealed);
  if (text === null) return null;
  const outer = v.safeParse(envelope, JSON.parse(text));
  if (!outer.success || nowMs >= outer.output.untilMs) return null;
  const inner = v.safeParse(schema, outer.output.content);
  return inner.success ? { ...outer.output, content: inner.output } : null;
}
