/** Seals a letter into news, for the outbox of whoever has cause to write it. */
import type { MailParts } from '../deps.ts';
import { LETTER_PURPOSE, MAIL_SEND } from '../keys.ts';
import type { Letter, MailNews } from '../service.ts';

export async function prepare({ keyring }: MailParts, letter: Letter): Promise<MailNews> {
  return { event: MAIL_SEND, payload: { sealed: await keyring.seal(LETTER_PURPOSE, JSON.stringify(letter)) } };
}
