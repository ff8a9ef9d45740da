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

/** @returns the last second of a day, where the clock is that of UTC */
const endOfDay = (date: string) => `${date}T23:59:59Z`;

/**
 * @param field  '' for one that the form does not have
 * @param lastSecond  of a day, as the wire spells it: a browser has the time zone of the person
 */
export function readTerms(field: (name: string) => string, lastSecond = endOfDay): TermsBody {
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
