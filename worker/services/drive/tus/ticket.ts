/**
 * The name of an upload in its address: signed, so that nothing is stored of what the client said when it began, and no guess at one reaches
 * an object. It opens nothing by itself: the credential that began the upload goes with every request.
 */
import * as v from 'valibot';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';

const PURPOSE = 'drive.tus-upload';

/** The metadata is part of an address: longer ones do not fit everywhere. */
export const MAX_METADATA_CHARS = 1_000;

const ticketSchema = v.strictObject({ i: v.string(), u: v.string(), c: v.string(), m: v.string() });

export interface Ticket {
  readonly uploadId: string;
  /** The header `Upload-Metadata` as it came. */
  readonly metadata: string;
}

export function signTicket(keyring: Keyring, caller: Caller, { uploadId, metadata }: Ticket): Promise<string> {
  return keyring.sign(PURPOSE, { i: uploadId, u: caller.userId, c: caller.sessionId, m: metadata });
}

/** Null for a text that this server did not sign, and for an upload of another credential. */
export async function readTicket(keyring: Keyring, caller: Caller, text: string): Promise<Ticket | null> {
  const read = v.safeParse(ticketSchema, await keyring.verify(PURPOSE, text));
  if (!read.success || read.output.u !== caller.userId || read.output.c !== caller.sessionId) return null;
  return { uploadId: read.output.i, metadata: read.output.m };
}
