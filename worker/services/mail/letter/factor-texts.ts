/** What the letters about second factors and passkeys say. */
import { makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { Letter } from '../service.ts';

type FactorKind = 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed' | 'passkey-added' | 'passkey-removed';

export function factorWords(
  kind: FactorKind,
  letter: Letter,
  { t, locale }: Translator,
): { subject: string; title: string; lead: string } {
  const date = makeFormat(locale).date(letter.writtenMs);
  switch (kind) {
    case 'two-factor-on':
      return {
        subject: t('mail.factor.on.subject'),
        title: t('mail.factor.on.title'),
        lead: t('mail.factor.on.lead', { date }),
      };
    case 'two-factor-off':
      return {
        subject: t('mail.factor.off.subject'),
        title: t('mail.factor.off.title'),
        lead: t('mail.factor.off.lead', { date }),
      };
    case 'recovery-codes-renewed':
      return {
        subject: t('mail.factor.codes.subject'),
        title: t('mail.factor.codes.title'),
        lead: t('mail.factor.codes.lead', { date }),
      };
    case 'passkey-removed':
      return {
        subject: t('mail.factor.removed.subject'),
        title: t('mail.factor.removed.title'),
        lead: t('mail.factor.removed.lead', { date }),
      };
    case 'passkey-added':
      return {
        subject: t('mail.factor.passkey.subject'),
        title: t('mail.factor.passkey.title'),
        lead: t('mail.factor.passkey.lead', { date }),
      };
  }
}

/** What to do when it was somebody else. */
export function waysIn(
  { t }: Translator,
  appOrigin: string,
): { link: { label: string; url: string }; notes: string[] } {
  return {
    link: { label: t('mail.factor.action'), url: `${appOrigin}${href('account.security')}` },
    notes: [t('mail.factor.stranger')],
  };
}
