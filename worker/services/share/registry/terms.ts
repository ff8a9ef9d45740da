/** Terms of a link as its owner asks for them -> what is stored. Pure. */
import { AppError } from '#shared/errors.ts';
import { MAX_NOTE_CHARS } from '#shared/share/model.ts';
import { DAY_MS, parseWireTime } from '#shared/units.ts';
import { daysLeft, expiryOf } from '../state/rules.ts';

/** Longest life of a link with an end. */
const MAX_DAYS = 365;
/** Control characters but for line breaks; they have no width and can hide text. */
const UNSEEN = /[\p{Cc}\u{200B}\u{2028}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]/gu;

function invalid(field: string, reason: string): AppError {
  return new AppError('invalid_argument', { field, reason });
}

/** When a link ends. @returns `days` as the wire counts them. @throws AppError invalid_argument */
export function endOf(
  asked: { readonly expirationDays: number; readonly expiresAtMs?: number },
  nowMs: number,
): { readonly days: number; readonly atMs: number | null } {
  const { expirationDays, expiresAtMs } = asked;
  if (expiresAtMs !== undefined) {
    if (expiresAtMs <= nowMs || expiresAtMs > nowMs + MAX_DAYS * DAY_MS)
      throw new AppError('invalid_argument', {
        field: 'expiration_at',
        reason: 'out_of_range',
        messageKey: 'share.my_links.far_date',
      });
    return { days: daysLeft(expiresAtMs, nowMs), atMs: expiresAtMs };
  }
  const atMs = expiryOf(expirationDays, nowMs);
  if (atMs === undefined) throw invalid('expiration_days', 'out_of_range');
  return { days: atMs === null ? -1 : expirationDays, atMs };
}

/** @returns undefined for ''. @throws AppError invalid_argument for text that is no time */
export function endTimeOf(text: string): number | undefined {
  if (text === '') return undefined;
  const atMs = parseWireTime(text);
  if (atMs === null) throw invalid('expiration_at', 'format');
  return atMs;
}

/** The message to visitors, without invisible characters. @throws AppError invalid_argument */
export function noteOf(text: string): string {
  const note = text
    .replace(/\r\n?/gu, '\n')
    .replace(UNSEEN, (unseen) => (unseen === '\n' ? unseen : ''))
    .trim();
  if (note.length > MAX_NOTE_CHARS) throw invalid('note', 'too_long');
  return note;
}
