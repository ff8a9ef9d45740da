/** What the letters about settings of an account say. Nothing a stranger typed ever stands in them. */
import { makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { Letter } from '../service.ts';

export type AccountLetterKind = 'email-changed' | 'phone-changed' | 'new-device' | 'account-frozen' | 'account-closing';

/** The words of a letter but for its footer. */
export interface AccountWords {
  readonly subject: string;
  readonly title: string;
  readonly lead: string;
  readonly code: string;
  readonly link: { readonly label: string; readonly url: string };
  readonly notes: readonly string[];
}

/** @param appOrigin  where the links lead */
export function accountWords(
  kind: AccountLetterKind,
  letter: Letter,
  { t, locale }: Translator,
  appOrigin: string,
): AccountWords {
  const format = makeFormat(locale);
  const date = format.date(letter.dateMs ?? letter.writtenMs);
  const say = (words: { subject: string; lead: string; label: string; path: string; note: string }) => ({
    subject: words.subject,
    title: words.subject,
    lead: words.lead,
    code: '',
    link: { label: words.label, url: `${appOrigin}${words.path}` },
    notes: [words.note],
  });
  switch (kind) {
    case 'email-changed':
      return say({
        subject: t('mail.account.email.subject'),
        lead: t('mail.account.email.lead', { date }),
        label: t('mail.account.email.action'),
        path: letter.path ?? href('auth.reset'),
        note: t('mail.account.email.known'),
      });
    case 'phone-changed':
      return say({
        subject: t('mail.account.phone.subject'),
        lead: t('mail.account.phone.lead', { date }),
        label: t('mail.account.phone.action'),
        path: href('auth.reset'),
        note: t('mail.account.known'),
      });
    case 'new-device':
      return say({
        subject: t('mail.account.device.subject'),
        lead: t('mail.account.device.lead', { device: letter.about || t('auth.account.devices.unknown'), date }),
        label: t('mail.account.device.action'),
        path: `${href('account.settings')}#devices`,
        note: t('mail.account.known'),
      });
    case 'account-frozen':
      return say({
        subject: t('mail.account.frozen.subject'),
        lead: t('mail.account.frozen.lead', { date }),
        label: t('mail.account.frozen.action'),
        path: href('auth.reset'),
        note: t('mail.account.frozen.known'),
      });
    case 'account-closing':
      return say({
        subject: t('mail.account.closing.subject'),
        lead: t('mail.account.closing.lead', { date }),
        label: t('mail.account.closing.action'),
        path: href('auth.sign-in'),
        note: t('mail.account.closing.known'),
      });
  }
}
