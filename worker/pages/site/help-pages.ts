/** Route -> page: help. */
import type { RouteId } from '#shared/routes.ts';
import type { PublicHandler } from '../render/public-page.tsx';
import { checkInGuidePage, checkInPage } from './check-in.page.tsx';
import { faqPage, helpPage } from './help.page.tsx';
import { helpArticlePage, helpSearchPage } from './help-center.page.tsx';
import { tvHelpPage, tvPage } from './tv.page.tsx';

export const HELP_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = {
  'site.help': helpPage,
  'site.faq': faqPage,
  'site.help-center': helpSearchPage,
  'site.help-article': helpArticlePage,
  'site.tv': tvPage,
  'site.tv-help': tvHelpPage,
  'site.check-in': checkInPage,
  'site.check-in-guide': checkInGuidePage,
};
