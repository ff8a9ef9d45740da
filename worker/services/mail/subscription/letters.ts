/** Letters that a person may stop: which kind is of which scene, and what they say. Every other kind always goes out. */
import type { Translator } from '#shared/locale/translator.ts';
import type { MailTopic } from '#shared/mail/model.ts';
import { href } from '#shared/routes.ts';
import type { LetterKind } from '../service.ts';

const SCENES: Readonly<Partial<Record<LetterKind, MailTopic>>> = { welcome: 'tips' };

/** @returns null for a letter that cannot be stopped */
export function sceneOf(kind: LetterKind): MailTopic | null {
  return SCENES[kind] ?? null;
}

export function welcomeWords({ t }: Translator, appOrigin: string) {
  return {
    subject: t('mail.welcome.subject'),
    title: t('mail.welcome.title'),
    lead: t('mail.welcome.lead'),
    code: '',
    link: { label: t('mail.welcome.action'), url: `${appOrigin}${href('drive.all')}` },
    notes: [t('mail.welcome.share'), t('mail.welcome.safe')],
  };
}
