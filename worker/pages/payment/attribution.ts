/** Where an order came from: fields that the page's address gave to its form, else the cookies of the last 12 hours. */
import type { Context } from 'hono';
import { parseCookies, readCookie, readTextCookie } from '#shared/cookies.ts';
import {
  ATTRIBUTION_CHARS,
  ATTRIBUTION_COOKIES,
  type Attribution,
  REFERERS_COOKIE,
  readReferers,
} from '#shared/membership/attribution.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { SentForm } from '../render/form.ts';

export function attributionOfForm(form: SentForm): Attribution {
  return {
    source: form.field('source', ATTRIBUTION_CHARS),
    medium: form.field('medium', ATTRIBUTION_CHARS),
    name: form.field('name', ATTRIBUTION_CHARS),
  };
}

export function attributionOf(c: Context<AppEnv>, form: SentForm, nowMs: number) {
  return attributionFrom(c, attributionOfForm(form), nowMs);
}

/** @param sent  of the address or its form; without a source the cookies count */
export function attributionFrom(c: Context<AppEnv>, sent: Attribution, nowMs: number) {
  const cookies = parseCookies(c.req.header('cookie') ?? null);
  const stored = (name: keyof Attribution) =>
    readTextCookie(cookies, ATTRIBUTION_COOKIES[name]).slice(0, ATTRIBUTION_CHARS);
  const { source, medium, name } =
    sent.source === '' ? { source: stored('source'), medium: stored('medium'), name: stored('name') } : sent;
  const referers = readReferers(readCookie(cookies, REFERERS_COOKIE), nowMs).map(({ val }) => val);
  return { source, medium, name, referers };
}
