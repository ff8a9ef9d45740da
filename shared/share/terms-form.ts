/** The fields of a form with terms of a link -> members of a call's body. Pure; the same in the browser and for plain forms. */
import { unspacedText } from '#shared/intake/plain-text.ts';

export interface TermsBody {
  pass_code_option?: string;
  custom_pass_code?: string;
  expiration_days?: number;
  expiration_at?: string;
  restore_limit?: string;
  title?: string;
  note?: string;
  view_only?: boolean;
}

/**
 * @param field  '' for one that the form does not have
 * @param lastSecond  of a day where the person is, as the wire spells it
 */
export function readTerms(field: (name: string) => string, lastSecond: (date: string) => string): TermsBody {
  const [code, end, date] = [field('code'), field('end'), field('date')];
  const limit = field('limit').trim();
  return {
    ...(code === 'none' ? { pass_code_option: 'NOT_REQUIRED' } : {}),
    ...(code === 'made' ? { pass_code_option: 'REQUIRED' } : {}),
    ...(code === 'own' ? { pass_code_option: 'REQUIRED', custom_pass_code: unspacedText(field('own_code')) } : {}),
    ...(end === 'date' ? { expiration_at: lastSecond(date) } : {}),
    ...(/^(-1|\d{1,3})$/.test(end) ? { expiration_days: Number(end) } : {}),
    restore_limit: limit === '' ? '-1' : limit,
    title: field('title').trim(),
    note: field('note'),
    view_only: field('view_only') === '1',
  };
}
