/** The pages of apps, the page for when an APK does not install, and the doors to the downloads themselves. */
import type { Context } from 'hono';
import { AppsView, type AppsViewProps } from '#client/site/apps.view.tsx';
import { downloadHref, type OfferedDownload } from '#client/site/downloads.view.tsx';
import type { OfferedApps } from '#client/site/home/home-devices.view.tsx';
import { InstallApkView } from '#client/site/install-apk.view.tsx';
import { AppError } from '#shared/errors.ts';
import { isLocale, type Locale } from '#shared/locale/tags.ts';
import { type Downloads, type DownloadTarget, isDownloadTarget } from '#shared/site/downloads.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { publicPage, type StructuredData } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

type Kind = AppsViewProps['kind'];

/** In the order they are shown: what a store keeps up to date comes first. */
const TARGETS: Readonly<Record<Kind, readonly DownloadTarget[]>> = {
  mobile: ['google_play', 'android_apk', 'ios_store', 'tv_apk'],
  desktop: ['windows', 'mac_arm', 'mac_intel'],
  extension: ['browser_extension'],
};

/** What search engines call the systems; spelled by schema.org's examples. */
const SYSTEMS: Readonly<Record<DownloadTarget, string>> = {
  android_apk: 'Android',
  google_play: 'Android',
  ios_store: 'iOS',
  tv_apk: 'Android TV',
  windows: 'Windows',
  mac_arm: 'macOS',
  mac_intel: 'macOS',
  browser_extension: 'Browser',
};

function offeredOf(kind: Kind, downloads: Downloads): OfferedDownload[] {
  return TARGETS[kind].flatMap((target) => {
    const download = downloads[target];
    return download ? [{ target, ...download }] : [];
  });
}

/** For which kinds of devices there is anything to install. */
export function offeredApps(downloads: Downloads): OfferedApps {
  const has = (kind: Kind) => offeredOf(kind, downloads).length > 0;
  return { mobile: has('mobile'), desktop: has('desktop'), extension: has('extension') };
}

/** @param origin  where our own doors stand */
function structuredOf(offered: readonly OfferedDownload[], origin: string, locale: Locale): StructuredData[] {
  if (offered.length === 0) return [];
  const version = offered.find((each) => each.version !== undefined)?.version;
  return [
    {
      '@type': 'SoftwareApplication',
      name: 'Magpie',
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: [...new Set(offered.map(({ target }) => SYSTEMS[target]))].join(', '),
      downloadUrl: offered.map(({ target }) => `${origin}${downloadHref(target, locale)}`),
      ...(version === undefined ? {} : { softwareVersion: version }),
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
  ];
}

async function appsPage(c: Context<AppEnv>, deps: PageDeps, kind: Kind): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const downloads = offeredOf(kind, await deps.ops.downloads(c.get('locale')));
  const words = {
    mobile: { title: t('site.apps.mobile.title'), description: t('site.apps.mobile.lead') },
    desktop: { title: t('site.apps.desktop.title'), description: t('site.apps.desktop.lead') },
    extension: { title: t('site.apps.extension.title'), description: t('site.apps.extension.lead') },
  }[kind];
  const structured = structuredOf(downloads, deps.config.appOrigin, c.get('locale'));
  return publicPage(c, deps, { ...words, structured }, <AppsView kind={kind} downloads={downloads} />);
}

export function mobileAppPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return appsPage(c, deps, 'mobile');
}

export function desktopAppPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return appsPage(c, deps, 'desktop');
}

/** On a phone its path segment is left out (spec 2.1): what remains of it is the first page. */
export function browserExtensionPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return appsPage(c, deps, 'extension');
}

export async function installApkPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const { android_apk, tv_apk } = await deps.ops.downloads(c.get('locale'));
  return publicPage(
    c,
    deps,
    { title: t('site.apps.install.title'), description: t('site.apps.install.lead') },
    <InstallApkView isOffered={android_apk !== null || tv_apk !== null} />,
  );
}

/**
 * `/downloads/{target}`: counts, then leads to the configured address. Nothing about the visitor is kept.
 * @throws AppError not_found for a target that is none, or that this installation does not offer
 */
export async function downloadDoor(c: Context<AppEnv>, { ops }: PageDeps): Promise<Response> {
  const target = c.req.param('target') ?? '';
  const asked = c.req.query('language') ?? '';
  const language = isLocale(asked) ? asked : c.get('locale');
  const address = isDownloadTarget(target) ? await ops.openDownload(target, language) : '';
  if (address === '') throw new AppError('not_found');
  return new Response(null, {
    status: 302,
    headers: {
      location: address,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  });
}
