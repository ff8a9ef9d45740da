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
        subject: t('account.mail.email.subject'),
        lead: t('account.mail.email.lead', { date }),
        label: t('account.mail.email.action'),
        path: letter.path ?? href('auth.reset'),
        note: t('account.mail.email.known'),
      });
    case 'phone-changed':
      return say({
        subject: t('account.mail.phone.subject'),
        lead: t('account.mail.phone.lead', { date }),
        label: t('account.mail.phone.action'),
        path: href('auth.reset'),
        note: t('account.mail.known'),
      });
    case 'new-device':
      return say({
        subject: t('account.mail.device.subject'),
        lead: t('account.mail.device.lead', { device: letter.about || t('account.devices.unknown'), date }),
        label: t('account.mail.device.action'),
        path: `${href('account.settings')}#devices`,
        note: t('account.mail.known'),
      });
    case 'account-frozen':
      return say({
        subject: t('account.mail.frozen.subject'),
        lead: t('account.mail.frozen.lead', { date }),
        label: t('account.mail.frozen.action'),
        path: href('auth.reset'),
        note: t('account.mail.frozen.known'),
      });
    case 'account-closing':
      return say({
        subject: t('account.mail.closing.subject'),
        lead: t('account.mail.closing.lead', { date }),
        label: t('account.mail.closing.action'),
        path: href('auth.sign-in'),
        note: t('account.mail.closing.known'),
      });
  }
}
