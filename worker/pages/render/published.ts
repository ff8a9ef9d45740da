/**
 * Operators' texts for every page: the notice and the support address of the document `basic`, banners of `resources`.
 * A page reads them while it renders. The cache reads them to learn whether this visitor has closed the notice.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { FIRST_STEPS_ID } from '#shared/auth/first-steps.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { closedNotes, isNoteId, noticeAt, withClosed } from '#shared/config/notice.ts';
import { CLOSED_COOKIE, CLOSED_COOKIE_SECONDS, writeCookie } from '#shared/cookies.ts';
import { AppError } from '#shared/errors.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { decideTarget } from '#shared/navigation/decide-target.ts';
import type { PublishedBanner, PublishedLink, PublishedSettings } from '#shared/published.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';
import { readForm, seeOther } from './form.ts';
import { pageQuery } from './page-query.ts';

type Deps = Pick<PageDeps, 'documents' | 'config' | 'clock'>;
type FrameDeps = Deps & Pick<PageDeps, 'readLook'>;

/** The user of the page; '' on cached pages, where a value for a percentage of users does not apply. */
function personOf(c: Context<AppEnv>): string {
  return (c.get('call') as CallContext | undefined)?.caller?.userId ?? '';
}

async function basicFor({ documents }: Pick<Deps, 'documents'>, language: Locale, person: string) {
  return valueFor(await documents.live('basic'), { language, client: WEB_CLIENT, person });
}

/** @returns null for '' and for a refused target */
function linkTo(address: string, appOrigin: string): PublishedLink | null {
  const judged = decideTarget(address, {
    appOrigin,
    externalOrigins: { has: (origin) => origin.startsWith('https:') },
  });
  return judged.kind === 'refused' ? null : { href: judged.target, isExternal: judged.kind === 'external' };
}

/** The address of this page with its language and the query parameters that belong to it. */
function placeOf(c: Context<AppEnv>): string {
  const languages = matchRoute(c.get('path'))?.row.languages;
  const path =
    languages === 'localized' || languages === 'both' ? joinLocale(c.get('locale'), c.get('path')) : c.get('path');
  const query = c.get('ownQuery') ?? pageQuery(c);
  return query === '' ? path : `${path}?${query}`;
}

async function readPublished(c: Context<AppEnv>, deps: FrameDeps): Promise<PublishedSettings> {
  const look = (await deps.readLook()).in(c.get('locale'));
  const basic = await basicFor(deps, c.get('locale'), personOf(c));
  const live = noticeAt(basic, deps.clock.nowMs());
  const isNoticeClosed = live !== null && closedNotes(c.get('cookies')).includes(live.id);
  return {
    look,
    host: new URL(deps.config.appOrigin).host,
    notice:
      live === null || isNoticeClosed
        ? null
        : { id: live.id, text: live.text, link: linkTo(live.link, deps.config.appOrigin) },
    isNoticeClosed,
    supportEmail: basic.support_email,
    here: placeOf(c),
  };
}

/** Lets pages read what operators have published; a request that renders no page reads nothing. */
export function published(deps: FrameDeps) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('published', () => readPublished(c, deps));
    await next();
  });
}

/** Id of the live notice when this visitor has closed it, else ''. */
export async function closedNotice(
  { documents, clock }: Pick<Deps, 'documents' | 'clock'>,
  language: Locale,
  cookies: ReadonlyMap<string, string>,
): Promise<string> {
  const live = noticeAt(await basicFor({ documents }, language, ''), clock.nowMs());
  return live !== null && closedNotes(cookies).includes(live.id) ? live.id : '';
}

/** The first banner that is not closed. Adds its picture's origin to the content security policy of this document. */
export async function driveBanner(c: Context<AppEnv>, { documents, config }: Deps): Promise<PublishedBanner | null> {
  const ask = { language: c.get('locale'), client: WEB_CLIENT, person: personOf(c) };
  const { banners } = valueFor(await documents.live('resources'), ask);
  const closed = closedNotes(c.get('cookies'));
  for (const { id, title, image_url, link_url } of banners) {
    const [image, link] = [linkTo(image_url, config.appOrigin), linkTo(link_url, config.appOrigin)];
    if (closed.includes(id) || image === null || link === null) continue;
    if (image.isExternal) c.set('imageOrigins', [new URL(image.href).origin]);
    return { id, title, imageSrc: image.href, link };
  }
  return null;
}

/** The address of a picture that operators show on this page; '' for none. Adds its origin to the content security policy. */
export function pictureOf(c: Context<AppEnv>, { config }: Pick<Deps, 'config'>, address: string): string {
  const image = address === '' ? null : linkTo(address, config.appOrigin);
  if (image?.isExternal) c.set('imageOrigins', [new URL(image.href).origin]);
  return image?.href ?? '';
}

/** `/close-note`: stores in this browser that a notice or a banner was closed, and leads back. */
export async function closeNotePost(
  c: Context<AppEnv>,
  { auth, config }: Pick<PageDeps, 'auth' | 'config'>,
): Promise<Response> {
  const form = await readForm(c, { config });
  const id = form.get('id') ?? '';
  if (!isNoteId(id)) throw new AppError('invalid_argument', { reason: 'no_such_note', field: 'id' });
  // Closed for good, in all browsers of the person.
  const { caller } = c.get('call');
  if (id === FIRST_STEPS_ID && caller) await auth.writePreferences({ [FIRST_STEPS_ID]: 'closed' }, caller);
  const cookie = writeCookie(CLOSED_COOKIE, withClosed(closedNotes(c.get('cookies')), id), {
    maxAgeSeconds: CLOSED_COOKIE_SECONDS,
    sameSite: 'lax',
    httpOnly: true,
  });
  const next = decideTarget(form.get('next') ?? '', { appOrigin: config.appOrigin });
  return seeOther(next.kind === 'internal' ? next.target : joinLocale(c.get('locale'), '/'), cookie);
}
