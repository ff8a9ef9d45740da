/** Seals a letter into news, for the outbox of whoever has cause to write it. */
import type { MailParts } from '../deps.ts';
import { LETTER_PURPOSE, MAIL_SEND } from '../keys.ts';
import type { Letter, MailEvent } from '../service.ts';

export async function prepare({ keyring }: MailParts, letter: Letter): Promise<MailEvent> {
  return { event: MAIL_SEND, payload: { sealed: await keyring.seal(LETTER_PURPOSE, JSON.stringify(letter)) } };
}
