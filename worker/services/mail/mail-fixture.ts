import type { DocumentKind } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName, type DocumentValue } from '#shared/documents/registry.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { makeReadLook } from '#worker/services/config/index.ts';
import type { Mail } from './driver/ports.ts';

export const NOW_MS = 1_800_000_000_000;

export const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  id: newHexId(),
  to,
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  sentMs: NOW_MS,
  ...more,
});

/** Of a test that asks nothing before a mail is handed over. */
export const handOver = async (): Promise<void> => undefined;

/** A platform that records mails: `sent`, and its next `answer`. */
export function makePlatform() {
  const sent: Parameters<SendEmail['send']>[0][] = [];
  const platform = {
    sent,
    answer: async (): Promise<EmailSendResult> => ({ messageId: 'm' }),
    send: async (mail: Parameters<SendEmail['send']>[0]) => {
      const result = await platform.answer();
      sent.push(mail);
      return result;
    },
  };
  return platform;
}

/** The look before operators publish one. */
export const readPlainLook = makeReadLook(
  {
    live: async <Name extends DocumentName>(name: Name) => {
      const kind: DocumentKind<unknown> = DOCUMENTS[name];
      const parsed = kind.parse(kind.initial);
      if (!parsed.ok) throw new Error(`the initial text of ${name} does not parse`);
      return parsed.value as DocumentValue<Name>;
    },
  },
  'everyone',
);
