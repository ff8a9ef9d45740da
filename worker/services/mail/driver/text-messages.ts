/**
 * What each text message says: one or two sentences of one language, the code first, so that a lock screen shows it. Its last
 * line binds the code to our host, so that a browser offers it there and nowhere else (WebOTP, origin-bound one-time codes).
 */
import type { Translator } from '#shared/locale/translator.ts';
import type { LetterWords } from '../letter/letter-texts.ts';
import type { Letter } from '../service.ts';

/**
 * @param words  of the same letter; a kind without a text message of its own says its subject and its link
 * @param appOrigin  its host stands in the last line
 */
export function textOf({ kind, code }: Letter, words: LetterWords, { t }: Translator, appOrigin: string): string {
  const bound = (sentence: string): string => `${sentence}\n\n@${new URL(appOrigin).hostname} #${code}`;
  switch (kind) {
    case 'sign-up-code':
      return bound(t('mail.sms.sign_up', { code }));
    case 'sign-in-code':
      return bound(t('mail.sms.sign_in', { code }));
    case 'reset-code':
      return bound(t('mail.sms.reset', { code }));
    case 'change-code':
      return bound(t('mail.sms.change', { code }));
    case 'reset-nobody':
      return t('mail.sms.no_account');
    default:
      return words.link === null ? words.subject : `${words.subject}. ${words.link.label}: ${words.link.url}`;
  }
}
