/**
 * The form in which a share answers: the page for people and crawlers, lists for programs. By the extension of the address, else by
 * an Accept that names no page, else by the programs that show text. Pure.
 */

export const PROGRAM_FORMS = ['txt', 'json', 'm3u8', 'atom'] as const;
export type ProgramForm = (typeof PROGRAM_FORMS)[number];

/** Search engines, and programs that make the card of a link: always the page. */
const CARD_MAKERS =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|discord|embedly|slack|skype|iframely|vkshare|pinterest|linkedin/i;
/** Programs of a terminal, which print the answer. */
const TERMINALS = /^(curl|wget)\//i;

const TYPES: Readonly<Record<string, ProgramForm>> = {
  'text/plain': 'txt',
  'application/json': 'json',
  'application/vnd.apple.mpegurl': 'm3u8',
  'application/x-mpegurl': 'm3u8',
  'audio/mpegurl': 'm3u8',
  'audio/x-mpegurl': 'm3u8',
  'application/atom+xml': 'atom',
};
const PAGES = ['text/html', 'application/xhtml+xml'];
/** More is no header of a program that lists what it can read. */
const MAX_ACCEPT_CHARS = 1_000;

/** The last segment of a path without the extension of a form. @returns form null: it has none */
export function splitForm(segment: string): { readonly id: string; readonly form: ProgramForm | null } {
  const at = segment.lastIndexOf('.');
  const form = at === -1 ? undefined : PROGRAM_FORMS.find((one) => one === segment.slice(at + 1));
  return form ? { id: segment.slice(0, at), form } : { id: segment, form: null };
}

function acceptedForm(accept: string): ProgramForm | 'page' | null {
  const types = accept
    .slice(0, MAX_ACCEPT_CHARS)
    .split(',')
    .map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (types.some((type) => PAGES.includes(type))) return 'page';
  return types.map((type) => TYPES[type]).find((form) => form !== undefined) ?? null;
}

/** Whether the page is asked for to make the card of its link, or to index it. */
export function isCardMaker(userAgent: string): boolean {
  return CARD_MAKERS.test(userAgent);
}

/** @param extension  of the address @returns null: the page */
export function formFor(extension: ProgramForm | null, accept: string, userAgent: string): ProgramForm | null {
  if (isCardMaker(userAgent)) return null;
  if (extension) return extension;
  const accepted = acceptedForm(accept);
  if (accepted === 'page') return null;
  return accepted ?? (TERMINALS.test(userAgent) ? 'txt' : null);
}
