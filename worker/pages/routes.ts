/** Page addresses -> pages. Patterns come from shared/routes.ts; nothing else spells one. */
import { Hono } from 'hono';
import { BUILD_META_PATTERN } from '#shared/navigation/build-meta.ts';
import { LATEST_BUILD_PATH } from '#shared/navigation/latest-build.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { accountPage, accountPost, picturePost } from './account.page.tsx';
import { accountEndedPage, accountUndoPage, accountUndoPost } from './account-end.page.tsx';
import { apiDocsPage, openApiFile } from './api-docs.page.tsx';
import { APP_PAGES } from './app-pages.ts';
import { signInPage, signInPost, signOutPost } from './auth.page.tsx';
import { authSuccessPage } from './auth-success.page.tsx';
import { authorizePage, authorizePost } from './authorize.page.tsx';
import { keepHeaderHidden } from './bare.ts';
import { blockPage } from './block.page.tsx';
import { buildMetaFile } from './build-meta.ts';
import { codePageGet, codePagePost } from './code.page.tsx';
import { consolePage } from './console.page.tsx';
import { contactPage, contactPost } from './contact.page.tsx';
import { devicePage, devicePost } from './device.page.tsx';
import { drivePage } from './drive.page.tsx';
import { duplicatesPage, duplicatesPost } from './duplicates.page.tsx';
import { exportPage } from './export.page.tsx';
import { frameDemoPage } from './frame-demo.page.tsx';
import { runGuards } from './guards.ts';
import { HELP_PAGES } from './help-pages.ts';
import { homePage } from './home.page.tsx';
import { humanCheckPage } from './human-check.page.tsx';
import { latestBuildFile } from './latest-build.ts';
import { loadingPage } from './loading.page.tsx';
import { mailboxPage } from './mailbox.page.tsx';
import { MORE_PAGES } from './more-pages.ts';
import { offlinePage } from './offline.page.tsx';
import { documentPage } from './ops/document.page.tsx';
import { documentPost } from './ops/document-post.ts';
import { overviewPage } from './ops/overview.page.tsx';
import { passkeyPage, passkeyPost } from './passkey.page.tsx';
import { plainDrivePost } from './plain-drive.page.tsx';
import type { PublicHandler } from './public-page.tsx';
import { closeNotePost } from './published.ts';
import { securityPage, securityPost } from './security.page.tsx';
import type { PageDeps } from './services.ts';
import { sharePage, sharePost } from './share.page.tsx';
import { shellPage, shellPost, wearShell } from './shell.page.tsx';
import { robotsFile, sitemapFile } from './sitemap.ts';
import { storagePage, storagePost } from './storage.page.tsx';
import { unsubscribePost } from './unsubscribe.page.tsx';

function pattern(id: RouteId): string {
  return ROUTES[id].replace(/\/\{\w+\*\}$/, '/*').replace(/\{(\w+)\}/g, ':$1');
}

/** Pages that anyone may see, in the language of their address. */
const PUBLIC_PAGES: Readonly<Partial<Record<RouteId, PublicHandler>>> = { ...HELP_PAGES, ...APP_PAGES, ...MORE_PAGES };

export function makePages(deps: PageDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  pages.get('*', async (c, next) => (await runGuards(c, deps)) ?? (await next()));
  if (deps.config.demo) pages.use(wearShell);
  pages.use('/drive/*', keepHeaderHidden);
  pages.use('/s/*', keepHeaderHidden);
  pages.get(pattern('home'), (c) => homePage(c, deps));
  for (const [id, page] of Object.entries(PUBLIC_PAGES)) pages.get(pattern(id as RouteId), (c) => page(c, deps));
  pages.post(pattern('site.unsubscribe'), (c) => unsubscribePost(c, deps));
  pages.post(pattern('site.contact'), (c) => contactPost(c, deps));
  pages.get(pattern('auth.sign-in'), (c) => signInPage(c, deps));
  pages.get(pattern('drive.login'), (c) => signInPage(c, deps, 'drive'));
  pages.post(pattern('auth.sign-in'), (c) => signInPost(c, deps));
  pages.get(pattern('auth.authorize'), (c) => authorizePage(c, deps));
  pages.post(pattern('auth.authorize'), (c) => authorizePost(c, deps));
  pages.get(pattern('auth.device'), (c) => devicePage(c, deps));
  pages.post(pattern('auth.device'), (c) => devicePost(c, deps));
  pages.post(pattern('auth.sign-out'), (c) => signOutPost(c, deps));
  pages.get(pattern('auth.sign-up'), (c) => codePageGet(c, deps, 'sign-up'));
  pages.post(pattern('auth.sign-up'), (c) => codePagePost(c, deps, 'sign-up'));
  pages.get(pattern('auth.reset'), (c) => codePageGet(c, deps, 'reset'));
  pages.post(pattern('auth.reset'), (c) => codePagePost(c, deps, 'reset'));
  pages.get(pattern('auth.success'), (c) => authSuccessPage(c, deps));
  if (deps.config.demo) {
    pages.get(pattern('dev.mailbox'), (c) => mailboxPage(c, deps));
    pages.get(pattern('dev.shell'), (c) => shellPage(c));
    pages.post(pattern('dev.shell'), (c) => shellPost(c, deps));
    pages.get(pattern('dev.frame'), (c) => frameDemoPage(c, deps));
  }
  pages.get(pattern('auth.passkey'), (c) => passkeyPage(c, deps));
  pages.post(pattern('auth.passkey'), (c) => passkeyPost(c, deps));
  pages.get(pattern('account.settings'), (c) => accountPage(c, deps));
  pages.post(pattern('account.settings'), (c) => accountPost(c, deps));
  pages.post(pattern('account.picture'), (c) => picturePost(c, deps));
  pages.get(pattern('account.ended'), (c) => accountEndedPage(c));
  pages.get(pattern('account.undo'), (c) => accountUndoPage(c));
  pages.post(pattern('account.undo'), (c) => accountUndoPost(c, deps));
  pages.get(pattern('account.security'), (c) => securityPage(c, deps));
  pages.post(pattern('account.security'), (c) => securityPost(c, deps));
  pages.get(pattern('account.export'), (c) => exportPage(c, deps));
  pages.get(pattern('site.blocked'), (c) => blockPage(c, deps));
  pages.get(pattern('shield.check'), (c) => humanCheckPage(c, deps));
  pages.get(pattern('shield.loading'), (c) => loadingPage(c));
  pages.get('/drive', (c) => c.redirect(ROUTES['drive.all'], 302));
  pages.get(pattern('drive.folder'), (c) => drivePage(c, deps, 'all'));
  pages.get(pattern('drive.feedback'), (c) => contactPage(c, deps, 'feedback'));
  pages.post(pattern('drive.feedback'), (c) => contactPost(c, deps, 'feedback'));
  pages.post(pattern('drive.folder'), (c) => plainDrivePost(c, deps, 'all'));
  for (const place of ['all', 'trash', 'recent', 'starred', 'search'] as const) {
    pages.get(pattern(`drive.${place}`), (c) => drivePage(c, deps, place));
    pages.post(pattern(`drive.${place}`), (c) => plainDrivePost(c, deps, place));
  }
  pages.get(pattern('drive.storage'), (c) => storagePage(c, deps));
  pages.post(pattern('drive.storage'), (c) => storagePost(c, deps));
  pages.get(pattern('drive.duplicates'), (c) => duplicatesPage(c, deps));
  pages.post(pattern('drive.duplicates'), (c) => duplicatesPost(c, deps));
  for (const id of ['share.open', 'share.folder'] as const) {
    pages.get(pattern(id), (c) => sharePage(c, deps));
    pages.post(pattern(id), (c) => sharePost(c, deps));
  }
  pages.get(pattern('site.map'), (c) => sitemapFile(c, deps));
  pages.get(pattern('site.robots'), (c) => robotsFile(c, deps));
  pages.get(pattern('site.offline'), (c) => offlinePage(c));
  pages.post(pattern('site.close-note'), (c) => closeNotePost(c, deps));
  pages.get(pattern('dev.console'), (c, next) => consolePage(c, deps, next));
  pages.get(LATEST_BUILD_PATH, (c) => latestBuildFile(c, deps));
  pages.get(BUILD_META_PATTERN, (c) => buildMetaFile(c, deps));
  pages.get(pattern('ops.desk'), (c) => overviewPage(c, deps));
  pages.get(pattern('ops.document'), (c) => documentPage(c, deps));
  pages.post(pattern('ops.document'), (c) => documentPost(c, deps));
  pages.get(pattern('docs.api'), (c) => apiDocsPage(c));
  pages.get(pattern('docs.openapi'), (c) => openApiFile(c, deps));
  return pages;
}
