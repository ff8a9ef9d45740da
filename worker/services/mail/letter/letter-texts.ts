/**
 * What each letter says: kind -> sentences of one language. Nothing a stranger typed ever stands in a letter.
 */
import { makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { Letter } from '../service.ts';
import { welcomeWords } from '../subscription/letters.ts';
import { accountWords } from './account-texts.ts';
import { factorWords, waysIn } from './factor-texts.ts';

export interface LetterWords {
  readonly subject: string;
  readonly title: string;
  /** Before the code or the link. */
  readonly lead: string;
  /** '' when there is none. */
  readonly code: string;
  readonly link: { readonly label: string; readonly url: string } | null;
  /** After it. */
  readonly notes: readonly string[];
  readonly footer: string;
  /** How to stop letters like this one. */
  readonly leave?: { readonly label: string; readonly url: string };
}

/** @param appOrigin  where the links lead */
export function wordsOf(letter: Letter, translator: Translator, appOrigin: string): LetterWords {
  const { t, tn, locale } = translator;
  const { code, kind } = letter;
  const footer = t('mail.footer', { origin: appOrigin });
  const minutes = Math.max(1, Math.round((letter.untilMs - letter.writtenMs) / MINUTE_MS));
  const ofCode = { code, link: null, footer, notes: [tn('mail.code.life', minutes), t('mail.code.unasked')] };
  switch (kind) {
    case 'sign-up-code':
      return {
        ...ofCode,
        subject: t('mail.sign_up.subject', { code }),
        title: t('mail.sign_up.title'),
        lead: t('mail.sign_up.lead'),
      };
    case 'sign-in-code':
      return {
        ...ofCode,
        subject: t('mail.sign_in.subject', { code }),
        title: t('mail.sign_in.title'),
        lead: t('mail.sign_in.lead'),
      };
    case 'reset-code':
      return {
        ...ofCode,
        subject: t('mail.reset.subject', { code }),
        title: t('mail.reset.title'),
        lead: t('mail.reset.lead'),
      };
    case 'change-code':
      return {
        ...ofCode,
        subject: t('mail.change.subject', { code }),
        title: t('mail.change.title'),
        lead: t('mail.change.lead'),
      };
    case 'reset-nobody':
      return {
        subject: t('mail.no_account.subject'),
        title: t('mail.no_account.title'),
        lead: t('mail.no_account.lead'),
        code: '',
        link: { label: t('mail.no_account.action'), url: `${appOrigin}${href('auth.sign-up')}` },
        notes: [t('mail.no_account.unasked')],
        footer,
      };
    case 'password-changed':
      return {
        subject: t('mail.changed.subject'),
        title: t('mail.changed.title'),
        lead: t('mail.changed.lead', { date: makeFormat(locale).date(letter.writtenMs) }),
        code: '',
        link: { label: t('mail.changed.action'), url: `${appOrigin}${href('auth.reset')}` },
        notes: [t('mail.changed.known')],
        footer,
      };
    case 'two-factor-on':
    case 'two-factor-off':
    case 'recovery-codes-renewed':
    case 'passkey-added':
    case 'passkey-removed':
      return { ...factorWords(kind, letter, translator), code: '', footer, ...waysIn(translator, appOrigin) };
    case 'desk-message':
      return {
        subject: t('ops.contact.mail.subject', { topic: letter.about ?? '' }),
        title: t('ops.contact.mail.title'),
        lead: t('ops.contact.mail.lead', { topic: letter.about ?? '' }),
        code: '',
        link: {
          label: t('ops.contact.mail.action'),
          url: `${appOrigin}${href('ops.document', { document: 'messages' })}`,
        },
        notes: [t('ops.contact.mail.kept')],
        footer,
      };
    case 'email-changed':
    case 'phone-changed':
    case 'new-device':
    case 'account-frozen':
    case 'account-closing':
      return { ...accountWords(kind, letter, translator, appOrigin), footer };
    case 'welcome':
      return { ...welcomeWords(translator, appOrigin), footer };
  }
}
