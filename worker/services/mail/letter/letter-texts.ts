/** Texts of each letter and text message: kind -> sentences of one language. They never hold input of a stranger. */
import { makeFormat } from '#shared/locale/format.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { expiryTexts } from '#shared/mail/expiry-texts.ts';
import { href } from '#shared/routes.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { Letter } from '../service.ts';
import { caseTexts } from './case-texts.ts';
import type { LetterTexts } from './letter-shape.ts';
import { usageTexts } from './usage-texts.ts';

/** @param appOrigin  origin of the links */
export function textsOf(letter: Letter, translator: Translator, appOrigin: string): LetterTexts {
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
    case 'app-password-made':
    case 'provider-linked':
    case 'provider-removed':
      return { ...factorTexts(kind, letter, translator), code: '', footer, ...securityLink(translator, appOrigin) };
    case 'account-invited':
      return {
        subject: t('mail.account.invited.subject'),
        title: t('mail.account.invited.subject'),
        lead: t('mail.account.invited.lead', { origin: new URL(appOrigin).host }),
        code: '',
        link: { label: t('mail.account.invited.action'), url: `${appOrigin}${letter.path ?? href('auth.sign-up')}` },
        notes: [
          t('mail.account.invited.until', { date: makeFormat(locale).date(letter.dateMs ?? letter.untilMs) }),
          t('mail.account.invited.unasked'),
        ],
        footer,
      };
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
    case 'desk-reports':
    case 'link-closed':
    case 'link-opened':
    case 'link-upheld':
    case 'report-answered':
      return { ...caseTexts(kind, letter, translator, appOrigin), footer };
    case 'email-changed':
    case 'phone-changed':
    case 'new-device':
    case 'account-frozen':
    case 'account-blocked':
    case 'account-unblocked':
    case 'account-reset':
    case 'account-closing':
    case 'factors-leaving':
    case 'factors-removed':
      return { ...accountTexts(kind, letter, translator, appOrigin), footer };
    case 'receipt':
    case 'renewal-failed':
    case 'plan-ends':
    case 'plan-ended':
      return { ...paymentTexts(kind, letter, translator, appOrigin), footer };
    default:
      return { ...usageTexts(kind, letter, translator, appOrigin), footer };
  }
}

type AccountLetterKind =
  | 'email-changed'
  | 'phone-changed'
  | 'new-device'
  | 'account-frozen'
  | 'account-blocked'
  | 'account-unblocked'
  | 'account-reset'
  | 'account-closing'
  | 'factors-leaving'
  | 'factors-removed';

function accountTexts(
  kind: AccountLetterKind,
  letter: Letter,
  { t, locale }: Translator,
  appOrigin: string,
): Omit<LetterTexts, 'footer'> {
  const format = makeFormat(locale);
  const date = format.date(letter.dateMs ?? letter.writtenMs);
  const build = (texts: { subject: string; lead: string; label: string; path: string; note: string }) => ({
    subject: texts.subject,
    title: texts.subject,
    lead: texts.lead,
    code: '',
    link: { label: texts.label, url: `${appOrigin}${texts.path}` },
    notes: [texts.note],
  });
  switch (kind) {
    case 'email-changed':
      return build({
        subject: t('mail.account.email.subject'),
        lead: t('mail.account.email.lead', { date }),
        label: t('mail.account.email.action'),
        path: letter.path ?? href('auth.reset'),
        note: t('mail.account.email.known'),
      });
    case 'phone-changed':
      return build({
        subject: t('mail.account.phone.subject'),
        lead: t('mail.account.phone.lead', { date }),
        label: t('mail.account.phone.action'),
        path: href('auth.reset'),
        note: t('mail.account.known'),
      });
    case 'new-device':
      return build({
        subject: t('mail.account.device.subject'),
        lead: t('mail.account.device.lead', { device: letter.about || t('auth.account.devices.unknown'), date }),
        label: t('mail.account.device.action'),
        path: `${href('account.settings')}#devices`,
        note: t('mail.account.known'),
      });
    case 'factors-leaving':
      return build({
        subject: t('mail.account.leaving.subject'),
        lead: t('mail.account.leaving.lead', { date: format.dateAndTime(letter.dateMs ?? letter.writtenMs) }),
        label: t('mail.account.leaving.action'),
        path: letter.path ?? href('account.factors'),
        note: t('mail.account.leaving.known'),
      });
    case 'factors-removed':
      return build({
        subject: t('mail.account.left.subject'),
        lead: t('mail.account.left.lead', { date }),
        label: t('mail.factor.action'),
        path: href('account.security'),
        note: t('mail.account.left.known'),
      });
    case 'account-frozen':
      return build({
        subject: t('mail.account.frozen.subject'),
        lead: t('mail.account.frozen.lead', { date }),
        label: t('mail.account.frozen.action'),
        path: href('auth.reset'),
        note: t('mail.account.frozen.known'),
      });
    case 'account-blocked':
      return build({
        subject: t('mail.account.blocked.subject'),
        lead: t('mail.account.blocked.lead', { date }),
        label: t('mail.account.blocked.action'),
        path: href('site.contact'),
        note: t('mail.account.blocked.reason', { reason: letter.about ?? '' }),
      });
    case 'account-unblocked':
      return build({
        subject: t('mail.account.unblocked.subject'),
        lead: t('mail.account.unblocked.lead', { date }),
        label: t('mail.account.unblocked.action'),
        path: href('auth.sign-in'),
        note: t('mail.account.unblocked.known'),
      });
    case 'account-reset':
      return build({
        subject: t('mail.account.reset.subject'),
        lead: t('mail.account.reset.lead', { date }),
        label: t('mail.account.frozen.action'),
        path: href('auth.reset'),
        note: t('mail.account.frozen.known'),
      });
    case 'account-closing':
      return build({
        subject: t('mail.account.closing.subject'),
        lead: t('mail.account.closing.lead', { date }),
        label: t('mail.account.closing.action'),
        path: href('auth.sign-in'),
        note: t('mail.account.closing.known'),
      });
  }
}

type FactorKind =
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'app-password-made'
  | 'provider-linked'
  | 'provider-removed';

function factorTexts(
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
    case 'app-password-made':
      return {
        subject: t('mail.factor.program.subject'),
        title: t('mail.factor.program.title'),
        lead: t('mail.factor.program.lead', { date }),
      };
    case 'provider-linked':
      return {
        subject: t('mail.factor.linked.subject'),
        title: t('mail.factor.linked.title'),
        lead: t('mail.factor.linked.lead', { date }),
      };
    case 'provider-removed':
      return {
        subject: t('mail.factor.unlinked.subject'),
        title: t('mail.factor.unlinked.title'),
        lead: t('mail.factor.unlinked.lead', { date }),
      };
  }
}

/** Link and note for an owner who did not make the change. */
function securityLink({ t }: Translator, appOrigin: string): { link: { label: string; url: string }; notes: string[] } {
  return {
    link: { label: t('mail.factor.action'), url: `${appOrigin}${href('account.security')}` },
    notes: [t('mail.factor.stranger')],
  };
}

function paymentTexts(
  kind: 'receipt' | 'renewal-failed' | 'plan-ends' | 'plan-ended',
  letter: Letter,
  translator: Translator,
  appOrigin: string,
): Omit<LetterTexts, 'footer'> {
  const { t, locale } = translator;
  const date = makeFormat(locale).date(letter.dateMs ?? letter.writtenMs);
  const url = `${appOrigin}${letter.path ?? href('payment.orders')}`;
  if (kind === 'receipt')
    return {
      subject: t('mail.receipt.subject'),
      title: t('mail.receipt.title'),
      lead: t('mail.receipt.lead', { date, product: letter.about ?? '' }),
      code: '',
      link: { label: t('mail.receipt.action'), url },
      notes: [],
    };
  if (kind === 'plan-ends' || kind === 'plan-ended') {
    return {
      ...expiryTexts(translator, kind === 'plan-ended' ? 'ended' : 'ends', letter.about ?? '', date),
      code: '',
      link: { label: t('mail.expiry.action'), url },
      notes: [t('mail.expiry.files')],
    };
  }
  return {
    subject: t('mail.renewal.subject'),
    title: t('mail.renewal.title'),
    lead: t('mail.renewal.lead', { date }),
    code: '',
    link: { label: t('mail.renewal.action'), url },
    notes: [t('mail.renewal.note')],
  };
}

/**
 * Text of a text message: one or two sentences, the code first, so that a lock screen shows it. The last line binds the code to
 * our host, so that a browser offers it there only (WebOTP, origin-bound one-time codes).
 * @param texts  of the same letter; a kind without a text message of its own shows its subject and its link
 */
export function textMessageOf(
  { kind, code }: Letter,
  texts: LetterTexts,
  { t }: Translator,
  appOrigin: string,
): string {
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
      return texts.link === null ? texts.subject : `${texts.subject}. ${texts.link.label}: ${texts.link.url}`;
  }
}
