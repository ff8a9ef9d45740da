/** The pages of apps, the help for an APK that does not install, and the download links. */
import type { Context } from 'hono';
import { AppsView, type AppsViewProps } from '#client/site/apps.view.tsx';
import { downloadHref, type OfferedDownload } from '#client/site/downloads.view.tsx';
import type { OfferedApps } from '#client/site/home/home-devices.view.tsx';
import { InstallApkView } from '#client/site/install-apk.view.tsx';
import { AppError } from '#shared/errors.ts';
import { productName } from '#shared/locale/messages.ts';
import { isLocale, type Locale } from '#shared/locale/tags.ts';
import { CLI_FILE_NAME, type Downloads, type DownloadTarget, isDownloadTarget } from '#shared/site/downloads.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { CLI_PACKAGE } from '../packages/cli-package.ts';
import { EXTENSION_PACKAGE } from '../packages/extension-package.ts';
import { packageResponse } from '../packages/package-files.ts';
import { type PublicHandler, publicPage, type StructuredData } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

type Kind = AppsViewProps['kind'];

/** In display order: apps that a store updates come first. */
const TARGETS: Readonly<Record<Kind, readonly DownloadTarget[]>> = {
  mobile: ['google_play', 'android_apk', 'ios_store', 'tv_apk'],
  desktop: ['windows', 'mac_arm', 'mac_intel'],
  extension: ['browser_extension'],
};

/** Operating systems as schema.org spells them. */
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

/** The kinds of devices that have an app to install; the extension is part of every build. */
export function offeredApps(downloads: Downloads): OfferedApps {
  const has = (kind: Kind) => offeredOf(kind, downloads).length > 0;
  return { mobile: has('mobile'), desktop: has('desktop'), extension: true };
}

/** The app as schema.org data; nothing where none is offered. @param origin  of our download links */
export function appData(
  offered: readonly OfferedDownload[],
  origin: string,
  locale: Locale,
): { structured?: StructuredData[] } {
  if (offered.length === 0) return {};
  const version = offered.find((each) => each.version !== undefined)?.version;
  const structured = [
    {
      '@type': 'SoftwareApplication',
      name: productName(locale),
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: [...new Set(offered.map(({ target }) => SYSTEMS[target]))].join(', '),
      downloadUrl: offered.map(({ target }) => `${origin}${downloadHref(target, locale)}`),
      ...(version === undefined ? {} : { softwareVersion: version }),
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    },
  ];
  return { structured };
}

const TITLES = {
  mobile: ['site.apps.mobile.title', 'site.apps.mobile.lead'],
  desktop: ['site.apps.desktop.title', 'site.apps.desktop.lead'],
  extension: ['site.apps.extension.title', 'site.apps.extension.lead'],
} as const;

export function appsPage(kind: Kind): PublicHandler {
  return async (c, deps) => {
    const { t } = translatorOf(c.get('locale'));
    const downloads = offeredOf(kind, await deps.ops.downloads(c.get('locale')));
    const data = appData(downloads, deps.config.appOrigin, c.get('locale'));
    const [title, description] = [t(TITLES[kind][0]), t(TITLES[kind][1])];
    const view = <AppsView kind={kind} downloads={downloads} origin={deps.config.appOrigin} />;
    return publicPage(c, deps, { title, description, ...data }, view);
  };
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
 * `/downloads/{target}`: counts the download, then leads to the configured address. Stores nothing about the visitor. The extension without
 * an address is the one of this build, and so is the command line.
 * @throws AppError not_found for an unknown target, and for one that this installation does not offer
 */
export async function downloadRedirect(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const target = c.req.param('target') ?? '';
  const asked = c.req.query('language') ?? '';
  const language = isLocale(asked) ? asked : c.get('locale');
  if (target === CLI_FILE_NAME) return packageResponse(CLI_PACKAGE, deps);
  const address = isDownloadTarget(target) ? await deps.ops.openDownload(target, language) : '';
  if (address === '' && target === 'browser_extension') return packageResponse(EXTENSION_PACKAGE, deps);
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
