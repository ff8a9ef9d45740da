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
        subject: t('factor.mail.on.subject'),
        title: t('factor.mail.on.title'),
        lead: t('factor.mail.on.lead', { date }),
      };
    case 'two-factor-off':
      return {
        subject: t('factor.mail.off.subject'),
        title: t('factor.mail.off.title'),
        lead: t('factor.mail.off.lead', { date }),
      };
    case 'recovery-codes-renewed':
      return {
        subject: t('factor.mail.codes.subject'),
        title: t('factor.mail.codes.title'),
        lead: t('factor.mail.codes.lead', { date }),
      };
    case 'passkey-removed':
      return {
        subject: t('factor.mail.removed.subject'),
        title: t('factor.mail.removed.title'),
        lead: t('factor.mail.removed.lead', { date }),
      };
    case 'passkey-added':
      return {
        subject: t('factor.mail.passkey.subject'),
        title: t('factor.mail.passkey.title'),
        lead: t('factor.mail.passkey.lead', { date }),
      };
  }
}

/** What to do when it was somebody else. */
export function waysIn(
  { t }: Translator,
  appOrigin: string,
): { link: { label: string; url: string }; notes: string[] } {
  return {
    link: { label: t('factor.mail.action'), url: `${appOrigin}${href('account.security')}` },
    notes: [t('factor.mail.stranger')],
  };
}
