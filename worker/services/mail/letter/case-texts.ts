/** Texts of letters about reported links. They name neither the link nor anyone who reported it. */
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { Letter } from '../service.ts';
import type { LetterTexts } from './letter-shape.ts';

type CaseLetterKind = 'desk-reports' | 'link-closed' | 'link-opened' | 'link-upheld' | 'report-answered';

export function caseTexts(
  kind: CaseLetterKind,
  { about: reason = '', path = href('drive.all') }: Letter,
  { t }: Translator,
  appOrigin: string,
): Omit<LetterTexts, 'footer'> {
  const build = (subject: string, lead: string, link: LetterTexts['link'], notes: readonly string[] = []) => ({
    subject,
    title: subject,
    lead,
    code: '',
    link,
    notes,
  });
  const decision = { label: t('mail.case.action'), url: `${appOrigin}${path}` };
  switch (kind) {
    case 'link-closed':
      return build(t('mail.case.closed.subject'), t('mail.case.closed.lead', { reason }), decision, [
        t('mail.case.closed.note'),
      ]);
    case 'link-opened':
      return build(t('mail.case.opened.subject'), t('mail.case.opened.lead'), decision);
    case 'link-upheld':
      return build(t('mail.case.upheld.subject'), t('mail.case.upheld.lead', { reason }), decision);
    case 'report-answered':
      return build(t('mail.report.subject'), t('mail.report.lead'), null);
    case 'desk-reports':
      return build(t('mail.desk_reports.subject'), t('mail.desk_reports.lead'), {
        label: t('mail.desk_reports.action'),
        url: `${appOrigin}${href('ops.document', { document: 'reports' })}`,
      });
  }
}
