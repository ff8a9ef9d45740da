/** Page addresses -> pages. Every pattern comes from shared/routes.ts. */
import { type Context, Hono } from 'hono';
import { hasOffers } from '#shared/locale/messages.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { LATEST_BUILD_PATH } from '#shared/navigation/latest-build.ts';
import { BUILD_META_PATTERN } from '#shared/redirect/build-meta.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import { isAboutOffers } from '#shared/site/offers.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { accountPage, accountPost, picturePost } from './account/account.page.tsx';
import { accountEndedPage, accountUndoPage, accountUndoPost } from './account/account-end.page.tsx';
import { exportPage, filesPage } from './account/export.page.tsx';
import { factorRemovalPage, factorRemovalPost } from './account/factor-removal.page.tsx';
import { mailPage, mailPost } from './account/mail.page.tsx';
import { programsPage, programsPost } from './account/programs.page.tsx';
import { securityPage, securityPost } from './account/security.page.tsx';
import { signInPage, signInPost, signOutPost } from './auth/auth.page.tsx';
import { authSuccessPage } from './auth/auth-success.page.tsx';
import { authorizePage, authorizePost } from './auth/authorize.page.tsx';
import { codePageGet, codePagePost } from './auth/code.page.tsx';
import { connectPage, connectPost } from './auth/connect.page.tsx';
import { devicePage, devicePost } from './auth/device.page.tsx';
import { humanCheckPage } from './auth/human-check.page.tsx';
import { loadingPage } from './auth/loading.page.tsx';
import { passkeyPage, passkeyPost } from './auth/passkey.page.tsx';
import { providerPage, providerPost } from './auth/provider.page.tsx';
import { collectPage, collectPost, receiptPage, receiptPost } from './collect/collect.page.tsx';
import { collectOwnerPage, collectOwnerPost } from './collect/owner.page.tsx';
import { sentPage, sentPost } from './collect/sent.page.tsx';
import { consolePage } from './demo/console.page.tsx';
import { frameDemoPage } from './demo/frame-demo.page.tsx';
import { mailboxPage } from './demo/mailbox.page.tsx';
import { shellPage, shellPost, wearShell } from './demo/shell.page.tsx';
import { uiPage } from './demo/ui.page.tsx';
import { keepHeaderHidden } from './drive/bare-layout.ts';
import { directLinksPage, directLinksPost } from './drive/direct-links.page.tsx';
import { drivePage } from './drive/drive.page.tsx';
import { duplicatesPage, duplicatesPost } from './drive/duplicates.page.tsx';
import { notificationsPage, notificationsPost } from './drive/notifications.page.tsx';
import { plainDrivePost } from './drive/plain-drive.page.tsx';
import { recentPage } from './drive/recent.page.tsx';
import { shareStatisticsExport, shareStatisticsPage } from './drive/share-statistics.page.tsx';
import { sharesPage, sharesPost } from './drive/shares.page.tsx';
import { sharesExport } from './drive/shares-export.ts';
import { storagePage, storagePost } from './drive/storage.page.tsx';
import { tasksPage, tasksPost } from './drive/tasks.page.tsx';
import { commonFolderPage, commonFolderPost } from './grants/common-folder.page.tsx';
import { commonListPage, commonListPost } from './grants/common-list.page.tsx';
import { peoplePage, peoplePost } from './grants/people.page.tsx';
import { lookIcon, lookManifest, lookStyles } from './look/look-files.ts';
import { documentPage } from './ops/document.page.tsx';
import { documentPost } from './ops/document-post.ts';
import { overviewPage } from './ops/overview.page.tsx';
import { orderPage, orderPost } from './payment/order.page.tsx';
import { ordersPage, ordersPost } from './payment/orders.page.tsx';
import { paymentPost } from './payment/payment.page.tsx';
import { sandboxPage, sandboxPost } from './payment/sandbox.page.tsx';
import { previewFramePage } from './preview/frame.page.tsx';
import { buildMetaFile } from './render/build-meta.ts';
import { runGuards } from './render/guards.ts';
import { latestBuildFile } from './render/latest-build.ts';
import { closeNotePost } from './render/published.ts';
import type { PageDeps } from './services.ts';
import { cardImage } from './share/card-image.ts';
import { decisionPage, decisionPost } from './share/decision.page.tsx';
import { followingPage, followingPost } from './share/following.page.tsx';
import { oembedFile } from './share/oembed.ts';
import { reportPage, reportPost } from './share/report.page.tsx';
import { sharePage, sharePost } from './share/share.page.tsx';
import { apiDocsPage, openApiFile } from './site/api-docs.page.tsx';
import { blockPage } from './site/block.page.tsx';
import { contactPage, contactPost } from './site/contact.page.tsx';
import { notFoundPage } from './site/error.page.tsx';
import { offlinePage } from './site/offline.page.tsx';
import { PUBLIC_PAGES, PUBLIC_POSTS } from './site/public-pages.ts';
import { robotsFile, securityFile, sitemapFile, sitemapIndexFile } from './site/sitemap.ts';

function pattern(id: RouteId): string {
  return ROUTES[id].replace(/\/\{\w+\*\}$/, '/*').replace(/\{(\w+)\}/g, ':$1');
}

type PageHandler = (c: Context<AppEnv>, deps: PageDeps) => Promise<Response> | Response;

type Get = (id: RouteId, page: PageHandler) => unknown;

/** Files and pages for programs. */
function bindFiles(get: Get): void {
  get('site.oembed', oembedFile);
  get('look.styles', lookStyles);
  get('look.icon', lookIcon);
  get('look.manifest', lookManifest);
  get('docs.api', apiDocsPage);
  get('docs.openapi', openApiFile);
  get('share.card', cardImage);
  get('site.map', sitemapIndexFile);
  get('site.map-language', sitemapFile);
  get('site.robots', robotsFile);
  get('site.security', securityFile);
}

/** Ways in besides a password and a code, and the ways of programs. */
function bindGrants(get: Get, post: Get): void {
  get('auth.passkey', passkeyPage);
  post('auth.passkey', passkeyPost);
  get('auth.provider', providerPage);
  post('auth.provider', providerPost);
  get('auth.authorize', authorizePage);
  post('auth.authorize', authorizePost);
  get('auth.device', devicePage);
  post('auth.device', devicePost);
  get('auth.connect', connectPage);
  post('auth.connect', connectPost);
}

/** Pages of an account for people who may be signed out. */
function bindSignedOut(get: Get, post: Get): void {
  get('account.ended', accountEndedPage);
  get('account.undo', accountUndoPage);
  post('account.undo', accountUndoPost);
  get('account.factors', factorRemovalPage);
  post('account.factors', factorRemovalPost);
}

export function makePages(deps: PageDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  const get = (id: RouteId, page: PageHandler) => pages.get(pattern(id), (c) => page(c, deps));
  const post = (id: RouteId, answer: PageHandler) => pages.post(pattern(id), (c) => answer(c, deps));
  pages.use('*', async (c, next) => (!hasOffers() && isAboutOffers(c.get('path')) ? notFoundPage(c, deps) : next()));
  pages.get('*', async (c, next) => (await runGuards(c, deps)) ?? (await next()));
  if (deps.config.demo) pages.use(wearShell);
  pages.use('/drive/*', keepHeaderHidden);
  pages.use('/s/*', keepHeaderHidden);
  for (const [id, page] of Object.entries(PUBLIC_PAGES)) get(id as RouteId, page);
  for (const [id, answer] of Object.entries(PUBLIC_POSTS)) post(id as RouteId, answer);
  get('auth.sign-in', signInPage);
  get('drive.login', (c) => signInPage(c, deps, 'drive'));
  post('auth.sign-in', signInPost);
  bindGrants(get, post);
  post('auth.sign-out', signOutPost);
  get('auth.sign-up', (c) => codePageGet(c, deps, 'sign-up'));
  post('auth.sign-up', (c) => codePagePost(c, deps, 'sign-up'));
  get('auth.reset', (c) => codePageGet(c, deps, 'reset'));
  post('auth.reset', (c) => codePagePost(c, deps, 'reset'));
  get('auth.success', authSuccessPage);
  if (deps.config.demo) {
    get('dev.mailbox', mailboxPage);
    get('dev.shell', shellPage);
    post('dev.shell', shellPost);
    get('dev.frame', frameDemoPage);
    get('dev.ui', uiPage);
  }
  get('account.settings', accountPage);
  post('account.settings', accountPost);
  post('account.picture', picturePost);
  bindSignedOut(get, post);
  get('account.security', securityPage);
  post('account.security', securityPost);
  get('account.programs', programsPage);
  post('account.programs', programsPost);
  get('account.mail', mailPage);
  post('account.mail', mailPost);
  get('account.export', exportPage);
  get('account.files', filesPage);
  get('site.blocked', blockPage);
  get('shield.check', humanCheckPage);
  get('shield.loading', loadingPage);
  get('drive.folder', (c) => drivePage(c, deps, 'all'));
  get('drive.feedback', (c) => contactPage(c, deps, 'feedback'));
  post('drive.feedback', (c) => contactPost(c, deps, 'feedback'));
  post('drive.folder', (c) => plainDrivePost(c, deps, 'all'));
  for (const place of ['all', 'trash', 'starred', 'photos', 'search'] as const) {
    get(`drive.${place}`, (c) => drivePage(c, deps, place));
    post(`drive.${place}`, (c) => plainDrivePost(c, deps, place));
  }
  pages.all(ROUTES['drive.receive'], (c) => c.redirect(actionHref('store_received'), 303));
  get('drive.recent', recentPage);
  get('drive.storage', storagePage);
  post('drive.storage', storagePost);
  get('drive.tasks', tasksPage);
  post('drive.tasks', tasksPost);
  get('drive.following', followingPage);
  post('drive.following', followingPost);
  get('drive.shares', sharesPage);
  post('drive.shares', sharesPost);
  get('drive.shares-export', sharesExport);
  get('drive.direct', directLinksPage);
  post('drive.direct', directLinksPost);
  get('share.statistics', shareStatisticsPage);
  get('share.statistics-export', shareStatisticsExport);
  get('drive.collect', collectOwnerPage);
  post('drive.collect', collectOwnerPost);
  get('drive.sent', sentPage);
  post('drive.sent', sentPost);
  get('drive.notifications', notificationsPage);
  post('drive.notifications', notificationsPost);
  get('drive.common', commonListPage);
  post('drive.common', commonListPost);
  for (const id of ['drive.common-root', 'drive.common-folder'] as const) {
    get(id, commonFolderPage);
    post(id, commonFolderPost);
  }
  get('drive.people', peoplePage);
  post('drive.people', peoplePost);
  get('collect.open', collectPage);
  post('collect.open', collectPost);
  get('collect.receipt', receiptPage);
  post('collect.receipt', receiptPost);
  get('drive.duplicates', duplicatesPage);
  post('drive.duplicates', duplicatesPost);
  post('drive.payment', paymentPost('payment'));
  post('drive.payment-storage', paymentPost('storage'));
  post('drive.payment-traffic', paymentPost('traffic'));
  post('inapp.shop', paymentPost('shop'));
  get('payment.orders', ordersPage);
  post('payment.orders', ordersPost);
  get('payment.order', orderPage);
  post('payment.order', orderPost);
  if (deps.config.payment.provider === 'sandbox') {
    get('payment.sandbox', sandboxPage);
    post('payment.sandbox', sandboxPost);
  }
  get('share.report', reportPage);
  post('share.report', reportPost);
  get('share.decision', decisionPage);
  post('share.decision', decisionPost);
  for (const id of ['share.open', 'share.folder'] as const) {
    get(id, sharePage);
    post(id, sharePost);
  }
  get('preview.frame', previewFramePage);
  bindFiles(get);
  get('site.offline', offlinePage);
  post('site.close-note', closeNotePost);
  pages.get(pattern('dev.console'), (c, next) => consolePage(c, deps, next));
  pages.get(LATEST_BUILD_PATH, (c) => latestBuildFile(c, deps));
  pages.get(BUILD_META_PATTERN, (c) => buildMetaFile(c, deps));
  get('ops.desk', overviewPage);
  get('ops.document', documentPage);
  post('ops.document', documentPost);
  return pages;
}
