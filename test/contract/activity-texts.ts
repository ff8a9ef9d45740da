/** Texts and times of activities for tests. */
import { LOCALES } from '#shared/locale/tags.ts';
import { DAY_MS } from '#shared/units.ts';

export const inAll = (text: string) => Object.fromEntries(LOCALES.map((tag) => [tag, `${text} (${tag})`]));

export const textsOf = (title: string) => ({ title: inAll(title), lead: inAll('From {{start}} to {{end}}') });

export const at = (ms: number): string => new Date(ms).toISOString();

/** A week to each side. */
export const around = (nowMs: number) => ({ open: true, start: at(nowMs - 7 * DAY_MS), end: at(nowMs + 7 * DAY_MS) });
