/** Route -> page: policies, activities, letters, the self-check, the blog, plans. */
import type { RouteId } from '#shared/routes.ts';
import { selfTestPage } from './self-test.page.tsx';
import type { PublicHandler } from '../render/public-page.tsx';
import { activityEndPage, activityPage } from './activity.page.tsx';
import { blogPage } from './blog.page.tsx';
import { plansPage, referralPage, widgetPage } from './plans.page.tsx';
import { policyPage } from './policy.page.tsx';
import { unsubscribePage } from './unsubscribe.page.tsx';

export const MORE_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = {
  'policy.document': policyPage,
  'policy.document-nested': policyPage,
  'activity.christmas': activityPage,
  'activity.compensation': activityPage,
  'activity.black-friday': activityPage,
  'activity.end': activityEndPage,
  'site.unsubscribe': unsubscribePage,
  'site.self-test': selfTestPage,
  'site.blog': blogPage,
  'site.referral': referralPage,
  'inapp.shop': plansPage('shop'),
  'inapp.widget': widgetPage,
  'drive.payment': plansPage('payment'),
  'drive.payment-storage': plansPage('storage'),
  'drive.payment-traffic': plansPage('traffic'),
};
