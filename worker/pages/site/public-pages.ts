/** Route -> public page: the same for every visitor of one language. */
import type { RouteId } from '#shared/routes.ts';
import { paymentPage } from '../payment/payment.page.tsx';
import { invitationPage } from '../referral/invitation.page.tsx';
import { referralPage } from '../referral/referral.page.tsx';
import type { PublicHandler } from '../render/public-page.tsx';
import { activityEndPage, activityPage, activityPost } from './activity.page.tsx';
import { appsPage, downloadRedirect, installApkPage } from './apps.page.tsx';
import { blogPage } from './blog.page.tsx';
import { checkInGuidePage, checkInPage, checkInPost } from './check-in.page.tsx';
import { contactPage, contactPost } from './contact.page.tsx';
import { faqPage, helpPage } from './help.page.tsx';
import { helpArticlePage, helpSearchPage } from './help-center.page.tsx';
import { homePage } from './home.page.tsx';
import { linksHubPage, linksHubPost } from './links-hub.page.tsx';
import { widgetPage } from './plans.page.tsx';
import { policyPage } from './policy.page.tsx';
import { selfTestPage } from './self-test.page.tsx';
import { transparencyPage } from './transparency.page.tsx';
import { tvHelpPage, tvPage } from './tv.page.tsx';
import { unsubscribePage, unsubscribePost } from './unsubscribe.page.tsx';

export const PUBLIC_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = {
  home: homePage,
  'site.help': helpPage,
  'site.faq': faqPage,
  'site.help-center': helpSearchPage,
  'site.help-article': helpArticlePage,
  'site.tv': tvPage,
  'site.tv-help': tvHelpPage,
  'site.check-in': checkInPage,
  'site.check-in-guide': checkInGuidePage,
  'site.contact': contactPage,
  'site.mobile-app': appsPage('mobile'),
  'site.desktop-app': appsPage('desktop'),
  'site.browser-extension': appsPage('extension'),
  'site.install-apk': installApkPage,
  'site.links-hub': linksHubPage,
  'site.download': downloadRedirect,
  'site.transparency': transparencyPage,
  'policy.document': policyPage,
  'policy.document-nested': policyPage,
  'activity.christmas': activityPage,
  'activity.compensation': activityPage,
  'activity.black-friday': activityPage,
  'activity.other': activityPage,
  'activity.end': activityEndPage,
  'site.unsubscribe': unsubscribePage,
  'site.self-test': selfTestPage,
  'site.blog': blogPage,
  'site.referral': referralPage,
  'site.invitation': invitationPage,
  'inapp.shop': paymentPage('shop'),
  'inapp.widget': widgetPage,
  'drive.payment': paymentPage('payment'),
  'drive.payment-storage': paymentPage('storage'),
  'drive.payment-traffic': paymentPage('traffic'),
};

/** Their forms. */
export const PUBLIC_POSTS: Readonly<Partial<Record<RouteId, PublicHandler>>> = {
  'site.unsubscribe': unsubscribePost,
  'site.contact': contactPost,
  'site.check-in': checkInPost,
  'site.links-hub': linksHubPost,
  'activity.christmas': activityPost,
  'activity.compensation': activityPost,
  'activity.black-friday': activityPost,
  'activity.other': activityPost,
};
