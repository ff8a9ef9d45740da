/** The page of a blocked visitor, in place of every page and at its own address for apps. */
import type { Context } from 'hono';
import { BlockPageView } from '#client/access/block.view.tsx';
import type { CountryCode } from '#shared/country/model.ts';
import type { AccessFacts } from '#shared/islands.ts';
import { productName } from '#shared/locale/messages.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { type Blocked, blockStatus } from '#worker/edge/access.ts';
import { addressOf } from '#worker/platform/address.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { BrowserCheck } from '#worker/services/access/index.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Names of countries in the language of the page; the code where there is no name. */
function countryName(code: CountryCode, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}

/** The facts about the region check in a document with islands. */
export function accessFacts({ domains, stun, contact }: BrowserCheck, locale: Locale): AccessFacts {
  return { domains, stun, contactHref: contactHref(contact, locale) };
}

/** @param contact  as the access rules say; '' means the contact page */
function contactHref(contact: string, locale: Locale): string {
  return contact === '' ? joinLocale(locale, href('site.contact')) : contact;
}

function show(c: Context<AppEnv>, blocked: Blocked, status: 200 | 403 | 451, retryHref: string): Promise<Response> {
  const { decision, country, address, contact } = blocked;
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  return renderPage(
    c,
    {
      head: {
        title: `${t(decision === 'region' ? 'access.region.title' : 'access.address.title')} · ${productName(c.get('locale'))}`,
        noindex: true,
      },
      status,
      // Never cached: the next visitor behind the same cache may be allowed.
      headers: {
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        vary: 'Accept-Language, Cookie',
        ...(status === 451 ? { link: `<${c.get('origin')}>; rel="blocked-by"` } : {}),
      },
    },
    <BlockPageView
      reason={decision}
      country={countryName(country, locale)}
      address={address}
      requestId={status === 200 ? '' : c.get('requestId')}
      contactHref={contactHref(contact, locale)}
      retryHref={retryHref}
      languageHrefs={languageHrefs(c)}
    />,
  );
}

/** "Try again" leads to the path only: the query may hold a passcode. */
export function blockedPage(c: Context<AppEnv>, blocked: Blocked): Promise<Response> {
  return show(c, blocked, blockStatus(blocked.decision), new URL(c.req.url).pathname);
}

/** A visitor at this address is not blocked by the server: "try again" leads home. */
export async function blockPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { contact } = await deps.access.rules();
  const country = countryOf(c.req.raw, deps.access.defaultCountry);
  return show(c, { decision: 'region', country, address: addressOf(c.req.raw.headers), contact }, 200, homeHref(c));
}
