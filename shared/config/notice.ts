/** The notice of the document `basic` at one moment, and which notes a browser has closed. Pure. */
import { CLOSED_COOKIE, readTextCookie } from '#shared/cookies.ts';
import type { Basic } from './basic.ts';

export interface LiveNotice {
  /** Another text or link is another notice. Has a dot, which no id of a banner has. */
  readonly id: string;
  readonly text: string;
  /** '' for none. */
  readonly link: string;
}

type NoticeFields = Pick<Basic, 'notice' | 'notice_link' | 'notice_start' | 'notice_end'>;

/** FNV-1a: distinguishes sentences, proves nothing. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16);
}

export function noticeAt(fields: NoticeFields, nowMs: number): LiveNotice | null {
  const { notice, notice_link: link, notice_start: start, notice_end: end } = fields;
  const text = notice.trim();
  if (text === '') return null;
  if (start !== '' && nowMs < Date.parse(start)) return null;
  if (end !== '' && nowMs >= Date.parse(end)) return null;
  return { id: `notice.${markOf(`${text}\n${link}`)}`, text, link };
}

/** Kept in a cookie of 4 KiB at most, beside others. */
const MAX_CLOSED = 12;
const NOTE_ID = /^(notice\.[0-9a-f]{1,8}|(activity\.)?[a-z0-9-]{1,40})$/;

/** The id of the window of an activity. */
export const activityNoteId = (name: string): string => `activity.${name}`;

/** An id of a notice, of a banner, or of the window of an activity. */
export function isNoteId(text: string): boolean {
  return NOTE_ID.test(text);
}

/** Ids of notices and banners that were closed in this browser, the latest last. */
export function closedNotes(cookies: ReadonlyMap<string, string>): readonly string[] {
  return readTextCookie(cookies, CLOSED_COOKIE).split(' ').filter(isNoteId).slice(-MAX_CLOSED);
}

/** The value of the cookie with one more. */
export function withClosed(closed: readonly string[], id: string): string {
  return [...closed.filter((each) => each !== id), id].slice(-MAX_CLOSED).join(' ');
}
