/**
 * Sentences of share answers in the caller's language.
 */
import { loadMessages } from '#shared/locale/messages.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { type Messages, makeTranslator, type Translator } from '#shared/locale/translator.ts';
import type { ShareStatus } from '#shared/share/model.ts';

export interface Texts {
  /** `share_status_text`. */
  status(status: ShareStatus, locale: Locale): string;
  /** The page of a direct link that opens nothing: it does not exist, or its owner's traffic is used up. */
  direct(why: 'gone' | 'paused', locale: Locale): string;
  /** `share_text`: the invitation that an owner sends. */
  invitation(link: { url: string; passCode: string }, locale: Locale): string;
}

export function makeTexts(): Texts {
  const translators = new WeakMap<Messages, Translator>();
  const translatorOf = (locale: Locale): Translator => {
    const messages = loadMessages(locale);
    const known = translators.get(messages) ?? makeTranslator(locale, messages);
    translators.set(messages, known);
    return known;
  };
  return {
    status: (status, locale) => translatorOf(locale).text(`share.status.${status}`),
    direct: (why, locale) => translatorOf(locale).t(why === 'gone' ? 'share.direct.gone' : 'share.direct.paused'),
    invitation: ({ url, passCode }, locale) => {
      const { t } = translatorOf(locale);
      return passCode === '' ? t('share.text.link', { url }) : t('share.text.link_with_code', { url, code: passCode });
    },
  };
}
