/** Route -> page: apps and downloads, the contact form, the links hub. */
import type { RouteId } from '#shared/routes.ts';
import type { PublicHandler } from '../render/public-page.tsx';
import { browserExtensionPage, desktopAppPage, downloadDoor, installApkPage, mobileAppPage } from './apps.page.tsx';
import { contactPage } from './contact.page.tsx';
import { linksHubPage } from './links-hub.page.tsx';

export const APP_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = {
  'site.contact': contactPage,
  'site.mobile-app': mobileAppPage,
  'site.desktop-app': desktopAppPage,
  'site.browser-extension': browserExtensionPage,
  'site.install-apk': installApkPage,
  'site.links-hub': linksHubPage,
  'site.download': downloadDoor,
};
