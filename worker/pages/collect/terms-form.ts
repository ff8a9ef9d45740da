/** The terms of a link that collects, as its owner's form sends them. */
import { makeZoneOffset } from '#shared/content/zone-offset.ts';
import { parseCount } from '#shared/count.ts';
import { COLLECT_KINDS, COLLECT_MESSAGE_CHARS, COLLECT_TITLE_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { DAY_MS } from '#shared/units.ts';
import type { TermsInput } from '#worker/services/drive/service.ts';
import type { SentForm } from '../render/form.ts';

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The last second of a day where the person is. @param date  as a date field sends it @returns NaN for none */
export function endOfDayMs(date: string, timeZone: string): number {
  const [, year, month, day] = DATE.exec(date) ?? [];
  const utcMs = Date.UTC(Number(year), Number(month) - 1, Number(day), 23, 59, 59);
  return Number.isNaN(utcMs) ? utcMs : utcMs - makeZoneOffset(timeZone)(utcMs);
}

/** @param before  the end that the link has; null for none */
export function readTerms(
  form: SentForm,
  at: { readonly nowMs: number; readonly timeZone: string; readonly before: number | null },
): TermsInput {
  const kind = form.field('kind', 20);
  const days = form.field('days', 5);
  const date = form.field('date', 20);
  const ends = days === 'keep' ? at.before : Number(days) > 0 ? at.nowMs + Number(days) * DAY_MS : null;
  return {
    title: form.field('title', COLLECT_TITLE_CHARS),
    // A form sends a line end as two characters.
    message: form
      .field('message', 2 * COLLECT_MESSAGE_CHARS)
      .replaceAll('\r', '')
      .slice(0, COLLECT_MESSAGE_CHARS),
    endsMs: date === '' ? ends : endOfDayMs(date, at.timeZone),
    kind: COLLECT_KINDS.find((each) => each === kind) ?? 'any',
    extensions: form.field('extensions', 500),
    fileBytes: parseCount(form.field('size', 12)) ?? 0,
    totalBytes: parseCount(form.field('total', 16)) ?? 0,
    maxFiles: parseCount(form.field('files', 12)) ?? 0,
    byPerson: form.get('by_person') === '1',
  };
}
