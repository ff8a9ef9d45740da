/**
 * Tickets: data that one call passes to the next through the client. Sealed, so that a client can neither read nor make them; each
 * kind has its own purpose and an end. The account enforces single use, by `id`.
 */
import * as v from 'valibot';
import { SECOND_MS } from '#shared/units.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';

const envelope = v.object({ id: v.string(), untilMs: v.number(), content: v.unknown() });

/** Longest ticket that is read. */
const MAX_TICKET_CHARS = 4_096;

export interface Ticket<T> {
  readonly id: string;
  /** Epoch ms at which it expires. */
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

/** @returns null for anything but a valid ticket of this purpose and shape */
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
