/** The texts about the end of Premium and of extra storage: a set of its own for each, in mails and in notifications alike. Pure. */
import type { Translator } from '#shared/locale/translator.ts';

const TEXTS = {
  premium: {
    ends: {
      subject: 'mail.expiry.premium.ends.subject',
      title: 'mail.expiry.premium.ends.title',
      lead: 'mail.expiry.premium.ends.lead',
    },
    ended: {
      subject: 'mail.expiry.premium.ended.subject',
      title: 'mail.expiry.premium.ended.title',
      lead: 'mail.expiry.premium.ended.lead',
    },
  },
  storage: {
    ends: {
      subject: 'mail.expiry.storage.ends.subject',
      title: 'mail.expiry.storage.ends.title',
      lead: 'mail.expiry.storage.ends.lead',
    },
    ended: {
      subject: 'mail.expiry.storage.ended.subject',
      title: 'mail.expiry.storage.ended.title',
      lead: 'mail.expiry.storage.ended.lead',
    },
  },
} as const;

export interface ExpiryTexts {
  readonly subject: string;
  readonly title: string;
  readonly lead: string;
}

/**
 * @param size  of the extra storage, as its reader writes it; '' for Premium
 * @param date  of the end, as its reader writes it
 */
export function expiryTexts({ text }: Translator, stage: 'ends' | 'ended', size: string, date: string): ExpiryTexts {
  const { subject, title, lead } = TEXTS[size === '' ? 'premium' : 'storage'][stage];
  return { subject: text(subject, { date }), title: text(title), lead: text(lead, { size, date }) };
}
